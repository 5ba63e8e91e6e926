import { toWire } from '#shared/errors/index.ts'
import { createKeychain } from '#services/auth/keychain.ts'

// Run by keychain.test.ts inside a D-Bus session with a real keyring; one line per step.
const keychain = createKeychain('sitecraft-test')
const say = (line: string): void => void process.stdout.write(`${line}\n`)

say(`available ${String(await keychain.available())}`)
try {
  await keychain.set('builtin@test', '令牌-1')
  say(`read ${String(await keychain.get('builtin@test'))}`)
  await keychain.clear('builtin@test')
  say(`after clear ${String(await keychain.get('builtin@test'))}`)
} catch (error) {
  const { code, message } = toWire(error)
  say(`refused ${code} ${message}`)
}
