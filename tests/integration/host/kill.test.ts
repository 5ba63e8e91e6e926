import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { isRunning } from './builtin.ts'
import { tempFolder } from './harness.ts'
import { spawnHost } from './hostProcess.ts'
import { keyringMissing, NO_KEYRING, openKeyring } from './keyring.ts'

const serverPid = async (dataDir: string): Promise<number> =>
  (JSON.parse(await readFile(join(dataDir, 'backend.json'), 'utf8')) as { pid: number }).pid

describe('kill -9 of the host', { timeout: 90_000 }, () => {
  it('leaves no server behind; started again it signs in to the built-in server also without a keychain, and nothing is lost', async () => {
    const dataDir = await tempFolder()
    const first = await spawnHost(dataDir, NO_KEYRING)
    await first.call('connections.use', { id: 'builtin' })
    expect(first.lines.join('\n')).toContain('密码只显示这一次')
    await first.call('settings.set', { theme: 'dark' })
    const pid = await serverPid(dataDir)
    await first.end('SIGKILL')
    await vi.waitFor(() => expect(isRunning(pid)).toBe(false), { timeout: 20_000 })

    const second = await spawnHost(dataDir, NO_KEYRING)
    expect(await second.call('session.status', {})).toMatchObject({
      state: 'signed-in',
      username: 'admin',
      remembered: false,
    })
    expect(await second.call('settings.get', {})).toMatchObject({ theme: 'dark' })
    expect((await second.call('site.page', {})).content.length).toBeGreaterThan(0)
    expect(await second.end('SIGTERM')).toBe(0)
  })

  it.skipIf(keyringMissing() !== '')('keeps the session in a real keychain', async () => {
    const [dataDir, keyring] = [await tempFolder(), await openKeyring()]
    onTestFinished(() => keyring.close())
    const first = await spawnHost(dataDir, keyring.env)
    expect(await first.call('connections.use', { id: 'builtin' })).toMatchObject({ remembered: true })
    await first.end('SIGKILL')
    const second = await spawnHost(dataDir, keyring.env)
    expect(await second.call('session.status', {})).toMatchObject({ state: 'signed-in', username: 'admin' })
    expect((await second.call('site.page', {})).content.length).toBeGreaterThan(0)
    await second.end('SIGTERM')
  })
})
