import { toWire } from '#shared/errors/index.ts'
import { createKeychain } from '#services/auth/keychain.ts'
import { loadKeychainModules } from '#services/auth/keychainModules.ts'

// Run by keychain.test.ts inside a D-Bus session with a real keyring, with the name of a module; one line per step.
const [wanted = ''] = process.argv.slice(2)
const load = async () => (await loadKeychainModules()).filter(({ name }) => name === wanted)
const keychain = createKeychain('sitecraft-test', load)
const print = (line: string): void => void process.stdout.write(`${line}\n`)
const LONG = '密'.repeat(1400)

try {
  await keychain.connect()
  print(`connected by ${await keychain.module()}`)
  await keychain.set('builtin@test', '令牌-1')
  print(`read ${String(await keychain.get('builtin@test'))}`)
  await keychain.set('builtin@test', LONG)
  print(`4 kB ${String((await keychain.get('builtin@test')) === LONG)}`)
  await keychain.clear('builtin@test')
  print(`after clear ${String(await keychain.get('builtin@test'))}`)
} catch (error) {
  const { code, message } = toWire(error)
  print(`refused ${code} ${message}`)
}
