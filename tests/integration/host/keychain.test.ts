import { execFile } from 'node:child_process'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { KEYCHAIN_PROBLEM } from '#services/auth/keychainProblems.ts'
import { diskText, tempFolder } from './harness.ts'
import { type HostProcess, spawnHost } from './hostProcess.ts'
import { type Installation, installWithout } from './installation.ts'
import { type Keyring, keyringMissing, NO_KEYRING, openKeyring } from './keyring.ts'

const reason = keyringMissing()
if (reason) process.stdout.write(`keychain tests skipped: ${reason}\n`)

const MODULES = ['keytar', '@napi-rs/keyring'] as const
type Module = (typeof MODULES)[number]
/** `npm test` asks the first alone: each starts some ten programs. */
const ASKED = process.env.SITECRAFT_TESTS === 'main' ? MODULES.slice(0, 1) : MODULES
const other = (module: Module): Module => (module === 'keytar' ? '@napi-rs/keyring' : 'keytar')

const installations = new Map<Module, Promise<Installation>>()
/** The host of an installation that has this module alone. */
async function hostWith(module: Module): Promise<string> {
  const found = installations.get(module) ?? installWithout([other(module)])
  installations.set(module, found)
  return (await found).host
}
afterAll(async () => {
  for (const each of installations.values()) await (await each).remove()
})

async function keyringFor(options: { refuses?: boolean } = {}): Promise<Keyring> {
  const keyring = await openKeyring(options)
  onTestFinished(() => keyring.close())
  return keyring
}

async function probe(module: Module, env: Record<string, string>): Promise<string[]> {
  const file = resolve(import.meta.dirname, 'keychainProbe.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [file, module], { env: { ...process.env, ...env } })
  return stdout.trim().split('\n')
}

const stateOf = async (host: HostProcess) => (await host.call('session.status', {})).state
const problemOf = async (host: HostProcess) => (await host.call('app.info', {})).keychain.problem
const PROXY_PASSWORD = 'Proxy-Secret-0815'

describe.skipIf(reason !== '').each(ASKED)('the keychain through %s', { timeout: 120_000 }, (module) => {
  it('keeps, answers and clears a token and a secret of 4 kB in a real gnome-keyring', async () => {
    const { env } = await keyringFor()
    const expected = [`connected by ${module}`, 'read 令牌-1', '4 kB true', 'after clear null']
    expect(await probe(module, env)).toEqual(expected)
  })

  it('says in a sentence that there is no service, that the bus refuses, and that it is locked', async () => {
    expect(await probe(module, NO_KEYRING)).toEqual([`refused unavailable ${KEYCHAIN_PROBLEM.noService}`])
    const refusing = await keyringFor({ refuses: true })
    expect(await probe(module, refusing.env)).toEqual([`refused unavailable ${KEYCHAIN_PROBLEM.refused}`])
    const locked = await keyringFor()
    locked.lock()
    expect(await probe(module, locked.env)).toEqual([`refused unavailable ${KEYCHAIN_PROBLEM.locked}`])
  })

  it('keeps the sign-in and the proxy’s password over a restart until they are removed, and nothing on disk', async () => {
    const [dataDir, { env }, entry] = [await tempFolder(), await keyringFor(), await hostWith(module)]
    const first = await spawnHost(dataDir, env, entry)
    expect(await first.call('connections.use', { id: 'builtin' })).toMatchObject({ remembered: true })
    expect((await first.call('app.info', {})).keychain).toEqual({ module, problem: '' })
    const { form } = await first.call('network.get', {})
    await first.call('network.save', { ...form, username: 'me', password: PROXY_PASSWORD })
    await first.end('SIGTERM')
    const second = await spawnHost(dataDir, env, entry)
    expect(await second.call('session.status', {})).toMatchObject({ state: 'signed-in', username: 'admin' })
    expect(await second.call('network.get', {})).toMatchObject({ hasPassword: true, lasting: true })
    await second.call('network.clearPassword', {})
    await second.call('session.signOut', {})
    await second.end('SIGTERM')
    expect(await diskText(dataDir)).not.toContain(PROXY_PASSWORD)
    const third = await spawnHost(dataDir, env, entry)
    expect(await stateOf(third)).toBe('signed-out')
    expect(await third.call('network.get', {})).toMatchObject({ hasPassword: false })
    await third.end('SIGTERM')
  })

  it('keeps the sign-ins of two programs of one user apart', async () => {
    const [{ env }, entry] = [await keyringFor(), await hostWith(module)]
    const folders = [await tempFolder(), await tempFolder()]
    const both = await Promise.all(folders.map((folder) => spawnHost(folder, env, entry)))
    await Promise.all(both.map((host) => host.call('connections.use', { id: 'builtin' })))
    await both[0]?.call('session.signOut', {})
    await Promise.all(both.map((host) => host.end('SIGTERM')))
    const again = await Promise.all(folders.map((folder) => spawnHost(folder, env, entry)))
    expect(await Promise.all(again.map(stateOf))).toEqual(['signed-out', 'signed-in'])
    await Promise.all(again.map((host) => host.end('SIGTERM')))
  })

  it('is told to be locked, and keeps the sign-in of this run once it was unlocked and tried again', async () => {
    const [dataDir, keyring, entry] = [await tempFolder(), await keyringFor(), await hostWith(module)]
    keyring.lock()
    const first = await spawnHost(dataDir, keyring.env, entry)
    expect(await first.call('connections.use', { id: 'builtin' })).toMatchObject({ remembered: false })
    expect(await problemOf(first)).toBe(KEYCHAIN_PROBLEM.locked)
    await keyring.unlock()
    expect(await first.call('app.retryKeychain', {})).toEqual({ module, problem: '' })
    expect(await first.call('session.status', {})).toMatchObject({ state: 'signed-in', remembered: true })
    await first.end('SIGTERM')
    const second = await spawnHost(dataDir, keyring.env, entry)
    expect(await stateOf(second)).toBe('signed-in')
    await second.end('SIGTERM')
  })

  it('holds neither the start nor the end up when it is silent, and is used when it answers at last', async () => {
    const [dataDir, keyring, entry] = [await tempFolder(), await keyringFor(), await hostWith(module)]
    const first = await spawnHost(dataDir, keyring.env, entry)
    const { form } = await first.call('network.get', {})
    await first.call('network.save', { ...form, username: 'me', password: PROXY_PASSWORD })
    await first.end('SIGTERM')
    keyring.freeze()
    const second = await spawnHost(dataDir, keyring.env, entry)
    expect(await problemOf(second)).toBe(KEYCHAIN_PROBLEM.noAnswer)
    expect(await second.call('network.get', {})).toMatchObject({ hasPassword: false, lasting: false })
    keyring.thaw()
    const isBack = async () =>
      expect(await second.call('network.get', {})).toMatchObject({ hasPassword: true, lasting: true })
    await vi.waitFor(isBack, { timeout: 40_000, interval: 200 })
    keyring.freeze()
    await second.call('network.clearPassword', {})
    const asked = performance.now()
    await second.end('SIGTERM')
    expect(performance.now() - asked).toBeLessThan(3000)
  })
})

describe.skipIf(reason !== '')('an entry of the other module', { timeout: 120_000 }, () => {
  it('moves to keytar when keytar comes, with what was changed meanwhile', async () => {
    const [dataDir, { env }] = [await tempFolder(), await keyringFor()]
    const save = async (entry: string | undefined, password: string) => {
      const host = await spawnHost(dataDir, env, entry)
      const { form } = await host.call('network.get', {})
      await host.call('network.save', { ...form, username: 'me', password })
      return host
    }
    const first = await save(await hostWith('keytar'), 'of-keytar')
    await first.end('SIGTERM')
    const second = await save(await hostWith('@napi-rs/keyring'), 'newer')
    await second.call('connections.use', { id: 'builtin' })
    await second.end('SIGTERM')
    const both = await spawnHost(dataDir, env)
    expect((await both.call('app.info', {})).keychain).toEqual({ module: 'keytar', problem: '' })
    expect(await stateOf(both)).toBe('signed-in')
    await both.end('SIGTERM')
    const withKeytar = await spawnHost(dataDir, env, await hostWith('keytar'))
    expect(await stateOf(withKeytar)).toBe('signed-in')
    await withKeytar.end('SIGTERM')
    const withoutKeytar = await spawnHost(dataDir, env, await hostWith('@napi-rs/keyring'))
    expect(await withoutKeytar.call('network.get', {})).toMatchObject({ hasPassword: false })
    await withoutKeytar.end('SIGTERM')
  })
})

describe.skipIf(process.platform !== 'linux')('without any module', { timeout: 60_000 }, () => {
  it('says so, and what brings one', async () => {
    const installation = await installWithout(MODULES)
    onTestFinished(() => installation.remove())
    const host = await spawnHost(await tempFolder(), NO_KEYRING, installation.host)
    expect((await host.call('app.info', {})).keychain).toEqual({ module: '', problem: KEYCHAIN_PROBLEM.noModule })
    await host.end('SIGTERM')
  })
})
