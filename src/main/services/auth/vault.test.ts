import { setTimeout as delay } from 'node:timers/promises'
import { expect, it, onTestFinished, vi } from 'vitest'
import { memoryLog } from '#tests/fakes/logger.ts'
import { keychain, noKeychain } from '#tests/fakes/secrets.ts'
import { AppError } from '#shared/errors/index.ts'
import type { SecretStore } from '../ports.ts'
import { KEYCHAIN_PROBLEM } from './keychainProblems.ts'
import { createVault } from './vault.ts'

const vaultOver = (secrets: SecretStore, dataDir = '/data/a', log = memoryLog()) =>
  createVault({ secrets, dataDir, log, timeoutMs: 40, firstRetry: 20 })

/** A keychain whose every operation waits until `answer` is called. */
function silentKeychain() {
  const inner = keychain()
  let gate = Promise.withResolvers<void>()
  const wait = <A extends unknown[], R>(work: (...args: A) => Promise<R>) => {
    return async (...args: A): Promise<R> => {
      await gate.promise
      return work(...args)
    }
  }
  const secrets: SecretStore = {
    connect: wait(inner.connect),
    module: inner.module,
    get: wait(inner.get),
    set: wait(inner.set),
    clear: wait(inner.clear),
  }
  return { inner, secrets, answer: () => gate.resolve(), silence: () => void (gate = Promise.withResolvers<void>()) }
}

it('keeps tokens over a restart in the keychain, apart for each data folder', async () => {
  const secrets = keychain()
  await vaultOver(secrets).set('c1', 't1')
  expect(await vaultOver(secrets).get('c1')).toBe('t1')
  expect(await vaultOver(secrets, '/data/b').get('c1')).toBeNull()
  expect(await vaultOver(secrets).get('c2')).toBeNull()
})
it('keeps them for this run only without a keychain, and reports it', async () => {
  const vault = vaultOver(noKeychain)
  await vault.set('c1', 't1')
  expect([await vault.isPersistent(), await vault.get('c1')]).toEqual([false, 't1'])
  expect(await vault.status()).toEqual({ module: '', problem: KEYCHAIN_PROBLEM.noService })
  expect(await vaultOver(noKeychain).get('c1')).toBeNull()
})
it('goes on in memory when the keychain fails, with a word in the log but no token', async () => {
  const log = memoryLog()
  const vault = vaultOver({ ...keychain(), set: () => Promise.reject(new Error('locked')) }, '/data/a', log)
  await vault.set('c1', 'the-token')
  expect([await vault.isPersistent(), await vault.get('c1')]).toEqual([false, 'the-token'])
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
it('hands over what has waited once a locked keychain was unlocked and is tried again', async () => {
  const inner = keychain()
  let isLocked = true
  const locked = new AppError('unavailable', KEYCHAIN_PROBLEM.locked)
  const secrets: SecretStore = { ...inner, connect: () => (isLocked ? Promise.reject(locked) : inner.connect()) }
  await vaultOver(inner).set('left', 'from-the-last-run')
  const vault = vaultOver(secrets)
  const onRecovered = vi.fn(async () => undefined)
  vault.onRecovered(onRecovered)
  await vault.set('c1', 't1')
  await vault.clear('left')
  expect(await vault.retry()).toEqual({ module: 'keytar', problem: KEYCHAIN_PROBLEM.locked })
  expect(onRecovered).not.toHaveBeenCalled()
  isLocked = false
  expect(await vault.retry()).toEqual({ module: 'keytar', problem: '' })
  expect(onRecovered).toHaveBeenCalledOnce()
  expect([await vaultOver(inner).get('c1'), await vaultOver(inner).get('left')]).toEqual(['t1', null])
})
it('does not wait for a silent keychain, and a late answer brings everything up to date in order', async () => {
  const { inner, secrets, answer } = silentKeychain()
  await vaultOver(inner).set('c0', 't0')
  const vault = vaultOver(secrets)
  const onRecovered = vi.fn(async () => expect(await vault.get('c0')).toBe('t0'))
  vault.onRecovered(onRecovered)
  expect(await vault.get('c0')).toBeNull()
  expect((await vault.status()).problem).toBe(KEYCHAIN_PROBLEM.noAnswer)
  await vault.set('c1', 'signed-in')
  await vault.clear('c1')
  answer()
  await vi.waitFor(() => expect(onRecovered).toHaveBeenCalledOnce())
  expect(await vault.isPersistent()).toBe(true)
  expect(await vaultOver(inner).get('c1')).toBeNull()
})
it('a write that the keychain answers late does not undo the sign-out after it', async () => {
  const { inner, secrets, answer, silence } = silentKeychain()
  answer()
  const vault = vaultOver(secrets)
  expect(await vault.isPersistent()).toBe(true)
  silence()
  await vault.set('c1', 'late')
  await vault.clear('c1')
  answer()
  await vi.waitFor(async () => expect(await vault.isPersistent()).toBe(true))
  expect(await vaultOver(inner).get('c1')).toBeNull()
})
it('asks a keychain again by itself whose bus said that there was no answer', async () => {
  const inner = keychain()
  let failures = 2
  const timeout = new AppError('timeout', KEYCHAIN_PROBLEM.noAnswer)
  const connect = () => (failures-- > 0 ? Promise.reject(timeout) : inner.connect())
  const vault = vaultOver({ ...inner, connect })
  await vault.set('c1', 't1')
  expect(await vault.isPersistent()).toBe(false)
  await vi.waitFor(async () => expect(await vaultOver(inner).get('c1')).toBe('t1'))
  expect(await vault.isPersistent()).toBe(true)
})
it('waits four seconds for a keychain, and asks one that is silent again after 10 s, twice as long each time, up to 5 minutes', async () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const began = Date.now()
  const asked: number[] = []
  const timeout = new AppError('timeout', KEYCHAIN_PROBLEM.noAnswer)
  const connect = async (): Promise<void> => {
    asked.push((Date.now() - began) / 1000)
    throw timeout
  }
  const silent = createVault({ secrets: { ...keychain(), connect }, dataDir: '/data/a', log: memoryLog() })
  await silent.get('c1')
  await vi.advanceTimersByTimeAsync(1_300_000)
  expect(asked).toEqual([0, 10, 30, 70, 150, 310, 610, 910, 1210])

  const dead = createVault({ secrets: silentKeychain().secrets, dataDir: '/data/a', log: memoryLog() })
  let answered = false
  void dead.get('c1').then(() => (answered = true))
  await vi.advanceTimersByTimeAsync(3999)
  expect(answered).toBe(false)
  await vi.advanceTimersByTimeAsync(1)
  expect(answered).toBe(true)
})
