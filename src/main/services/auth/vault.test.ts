import { setTimeout as delay } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { memoryLog } from '#tests/fakes/logger.ts'
import { keychain, noKeychain } from '#tests/fakes/secrets.ts'
import type { SecretStore } from '../ports.ts'
import { createVault } from './vault.ts'

const vaultOver = (secrets: SecretStore, dataDir = '/data/a', log = memoryLog()) =>
  createVault({ secrets, dataDir, log })

it('keeps tokens over a restart in the keychain, apart for each data folder', async () => {
  const secrets = keychain()
  await vaultOver(secrets).set('c1', 't1')
  expect(await vaultOver(secrets).get('c1')).toBe('t1')
  expect(await vaultOver(secrets, '/data/b').get('c1')).toBeNull()
  expect(await vaultOver(secrets).get('c2')).toBeNull()
})
it('keeps them for this run only without a keychain, and says so', async () => {
  const vault = vaultOver(noKeychain)
  await vault.set('c1', 't1')
  expect([await vault.lasting(), await vault.get('c1')]).toEqual([false, 't1'])
  expect(await vaultOver(noKeychain).get('c1')).toBeNull()
})
it('goes on in memory when the keychain fails, with a word in the log but no token', async () => {
  const log = memoryLog()
  const vault = vaultOver({ ...keychain(), set: () => Promise.reject(new Error('locked')) }, '/data/a', log)
  await vault.set('c1', 'the-token')
  expect([await vault.lasting(), await vault.get('c1')]).toEqual([false, 'the-token'])
  expect(log.lines.join()).toContain('keychain failed')
  expect(log.lines.join()).not.toContain('the-token')
})
it('takes changes in their order, however long the keychain takes for one', async () => {
  const held = keychain()
  const slow: SecretStore = { ...held, clear: (account) => delay(30).then(() => held.clear(account)) }
  const vault = vaultOver(slow)
  await vault.set('c1', 'old')
  await Promise.all([vault.clear('c1'), vault.set('c1', 'new')])
  expect(await vaultOver(held).get('c1')).toBe('new')
})
