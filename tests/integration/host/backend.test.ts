import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { AppError } from '#shared/errors/index.ts'
import type { BackendLauncher } from '#services/ports.ts'
import { keychain } from '#tests/fakes/secrets.ts'
import { isRunning, realLauncher, tokenOf } from './builtin.ts'
import { runHost, tempFolder } from './harness.ts'

const LONG = 60_000

async function record(dataDir: string) {
  return JSON.parse(await readFile(join(dataDir, 'backend.json'), 'utf8')) as { port: number; pid: number }
}

describe('the built-in server', { timeout: LONG }, () => {
  it('starts in its own process, signs in by itself, and ends with the host', async () => {
    const launcher = realLauncher()
    const running = await runHost({ ports: { launcher } })
    expect(launcher.pids).toEqual([])
    const status = await running.call('connections.use', { id: 'builtin' })
    expect(status).toMatchObject({ state: 'signed-in', username: 'admin', groupId: 1 })
    expect(
      await running.call('connections.test', { name: 'x', baseUrl: status.connection?.baseUrl ?? '' }),
    ).toMatchObject({
      own: true,
    })
    const pid = launcher.pids[0] ?? 0
    expect(pid).not.toBe(process.pid)
    await running.host.close()
    expect(isRunning(pid)).toBe(false)
  })

  it('comes back when it is killed, on the same port and with the same session', async () => {
    const launcher = realLauncher()
    const running = await runHost({ ports: { launcher } })
    await running.call('connections.use', { id: 'builtin' })
    const before = await record(running.dataDir)
    process.kill(before.pid, 'SIGKILL')
    await vi.waitFor(async () => expect((await record(running.dataDir)).pid).not.toBe(before.pid), { timeout: 20_000 })
    expect((await record(running.dataDir)).port).toBe(before.port)
    expect((await running.call('site.page', {})).content.length).toBeGreaterThan(0)
    expect(await running.call('session.status', {})).toMatchObject({ state: 'signed-in' })
  })

  it('is joined by a second instance, which takes over when the first one goes', async () => {
    const dataDir = await tempFolder()
    const [one, two] = [realLauncher(), realLauncher()]
    const first = await runHost({ dataDir, ports: { launcher: one } })
    await first.call('connections.use', { id: 'builtin' })
    const second = await runHost({ dataDir, ports: { launcher: two } })
    await second.call('connections.use', { id: 'builtin' })
    expect((await second.call('site.page', {})).content.length).toBeGreaterThan(0)
    expect(two.pids).toEqual([])
    await first.host.close()
    await vi.waitFor(async () => expect((await second.call('site.page', {})).content.length).toBeGreaterThan(0), {
      timeout: 20_000,
    })
    expect(two.pids).toHaveLength(1)
  })

  it('is one, even when two instances start it at the same time', async () => {
    const dataDir = await tempFolder()
    const [one, two] = [realLauncher(), realLauncher()]
    const hosts = [
      await runHost({ dataDir, ports: { launcher: one } }),
      await runHost({ dataDir, ports: { launcher: two } }),
    ]
    await Promise.all(hosts.map((running) => running.call('connections.use', { id: 'builtin' })))
    const urls = await Promise.all(hosts.map((running) => running.call('session.status', {})))
    expect(urls[0]?.connection?.baseUrl).toBe(urls[1]?.connection?.baseUrl)
    expect([...one.pids, ...two.pids].filter(isRunning)).toHaveLength(1)
  })

  it('is there again after a restart, with the session from the keychain or a new one without it', async () => {
    const [dataDir, secrets] = [await tempFolder(), keychain()]
    const first = await runHost({ dataDir, ports: { launcher: realLauncher(), secrets } })
    await first.call('connections.use', { id: 'builtin' })
    await first.host.close()
    const second = await runHost({ dataDir, ports: { launcher: realLauncher(), secrets } })
    expect(await second.call('session.status', {})).toMatchObject({ state: 'signed-in', remembered: true })
    expect((await second.call('site.page', {})).content.length).toBeGreaterThan(0)
    await second.host.close()
    const third = await runHost({ dataDir, ports: { launcher: realLauncher() } })
    expect(await third.call('session.status', {})).toMatchObject({ state: 'signed-in', remembered: false })
  })

  it('signs in by itself at every start without a keychain, as the same account, unless one signed out', async () => {
    const dataDir = await tempFolder()
    const launcher = realLauncher()
    const start = () => runHost({ dataDir, ports: { launcher } })
    const first = await start()
    await first.call('connections.use', { id: 'builtin' })
    const token = await tokenOf(launcher, dataDir, 'editor')
    const editor = await first.call('session.autoLogin', { token })
    expect(editor.username).toBe('editor')
    const site = editor.siteItemDTOList.at(-1)?.siteId ?? 0
    await first.call('session.setCurrentSite', { siteId: site })
    await first.host.close()

    const second = await start()
    const again = { state: 'signed-in', username: 'editor', currentSiteId: site }
    expect(await second.call('session.status', {})).toMatchObject(again)
    expect((await second.call('site.page', {})).content.length).toBeGreaterThan(0)
    await second.call('session.signOut', {})
    await second.host.close()

    const third = await start()
    expect(await third.call('session.status', {})).toMatchObject({ state: 'signed-out' })
    expect(await third.call('connections.use', { id: 'builtin' })).toMatchObject({ state: 'signed-in' })
  })

  it('does not hold up the end of the host while it is still starting', async () => {
    const silent = 'setInterval(() => undefined, 1000)'
    const child = spawn(process.execPath, ['-e', silent], { stdio: 'ignore' })
    onTestFinished(() => void child.kill('SIGKILL'))
    const launched = Promise.withResolvers<void>()
    const launcher: BackendLauncher = {
      launch() {
        launched.resolve()
        const exited = new Promise<null>((resolve) => child.once('exit', () => resolve(null)))
        return { pid: child.pid, exited, onLine: () => undefined, stop: () => void child.kill('SIGTERM') }
      },
    }
    const running = await runHost({ ports: { launcher } })
    const use = running.call('connections.use', { id: 'builtin' }).catch((error: AppError) => error.code)
    await launched.promise
    await running.host.close()
    expect(isRunning(child.pid ?? 0)).toBe(false)
    expect(await use).not.toBe('internal')
  })

  it('says what is wrong when it can’t start', async () => {
    const launcher = realLauncher()
    const dataDir = await tempFolder()
    const running = await runHost({
      dataDir,
      ports: { launcher: { launch: (args) => launcher.launch([...args, '--no-such-option'], {}) } },
    })
    const use = running.call('connections.use', { id: 'builtin' })
    await expect(use).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('内置服务器启动失败：参数有误') as string,
    })
  })
})
