import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { keyringMissing, NO_KEYRING, openKeyring } from './keyring.ts'

const reason = keyringMissing()
if (reason) process.stdout.write(`keychain tests skipped: ${reason}\n`)

async function probe(env: Record<string, string>): Promise<string[]> {
  const file = resolve(import.meta.dirname, 'keychainProbe.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [file], { env: { ...process.env, ...env } })
  return stdout.trim().split('\n')
}

describe('the keychain', () => {
  it.skipIf(reason !== '')('keeps, answers and clears a token in a real gnome-keyring', async () => {
    const keyring = await openKeyring()
    onTestFinished(() => keyring.close())
    expect(await probe(keyring.env)).toEqual(['available true', 'read 令牌-1', 'after clear null'])
  })
  it.skipIf(process.platform !== 'linux')(
    'is simply not available without a secret service, and says so when used',
    async () => {
      expect(await probe(NO_KEYRING)).toEqual(['available false', 'refused unavailable 本机没有可用的系统钥匙串'])
    },
  )
})
