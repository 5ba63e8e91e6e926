import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { enterHost } from '#tests/setup/enterHost.ts'
import { ENTRIES } from '#tests/setup/entries.ts'
import { tempFolder } from './harness.ts'
import { spawnHost } from './hostProcess.ts'

function failedStart(args: string[]): Promise<{ code: unknown; text: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [ENTRIES.host, ...args], (error, _out, text) => resolve({ code: error?.code, text }))
  })
}

/** A later start, to its end. */
function start(args: string[]): Promise<{ code: unknown; out: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [ENTRIES.host, ...args], (error, out) => resolve({ code: error?.code ?? 0, out }))
  })
}

/** Stands for a browser: enters and listens as a page does. */
const PAGE = join(import.meta.dirname, 'pageBrowser.ts')

describe('the browser host that can’t start', () => {
  it('says that the port is taken', async () => {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const address = server.address()
    const port = String(typeof address === 'object' && address ? address.port : 0)
    expect(await failedStart(['--data', await tempFolder(), '--port', port])).toEqual({
      code: 1,
      text: `端口 ${port} 已被占用，请用 --port 指定其他端口，或省略 --port 由系统选择\n`,
    })
  })
  it('says that the port is no port', async () => {
    const { code, text } = await failedStart(['--data', await tempFolder(), '--port', 'abc'])
    expect([code, text]).toEqual([1, '端口必须是 0 到 65535 之间的整数，“abc”无效\n'])
  })
  it('says that the data folder is none', async () => {
    const file = join(await tempFolder(), 'file')
    await writeFile(file, '')
    expect(await failedStart(['--data', file])).toEqual({ code: 1, text: `${file} 不是文件夹，请用 --data 换一个\n` })
  })
  it('says that another one works on the data folder, and leaves that one alone', { timeout: 60_000 }, async () => {
    const dataDir = await tempFolder()
    const first = await spawnHost(dataDir, {})
    const before = await readFile(join(dataDir, 'control.json'), 'utf8')
    const { pid } = JSON.parse(before) as { pid: number }
    const { code, text } = await failedStart(['--data', dataDir, '--open', 'none'])
    expect([code, text]).toEqual([1, expect.stringContaining(`数据文件夹 ${dataDir}（进程 ${pid}），未重复启动`)])
    expect(await readFile(join(dataDir, 'control.json'), 'utf8')).toBe(before)
    expect(await first.call('settings.get', {})).toMatchObject({ theme: expect.any(String) })
    expect(await first.end('SIGTERM')).toBe(0)
  })
  it(
    'is signed in to the built-in server at the second start too, until one signs out',
    { timeout: 90_000 },
    async () => {
      const dataDir = await tempFolder()
      const states: string[] = []
      for (const last of ['session.status', 'session.signOut', 'session.status'] as const) {
        const host = await spawnHost(dataDir, {})
        if (states.length === 0) await host.call('connections.use', { id: 'builtin' })
        states.push((await host.call('session.status', {})).state)
        await host.call(last, {})
        await host.end('SIGTERM')
      }
      expect(states).toEqual(['signed-in', 'signed-in', 'signed-out'])
    },
  )
  it.skipIf(process.platform !== 'linux')(
    'opens a window of the one that runs without any, and ends',
    { timeout: 60_000 },
    async () => {
      const dataDir = await tempFolder()
      // In a folder of its own: the host takes others' rights to its data folder away, and this file's right to run.
      const browser = join(await tempFolder(), 'browser.sh')
      await writeFile(browser, `#!/bin/sh\nexec '${process.execPath}' '${PAGE}' "$@"\n`, { mode: 0o755 })
      const first = await spawnHost(dataDir, { DISPLAY: ':99', SITECRAFT_BROWSER: browser })
      expect(await start(['--data', dataDir, '--open', 'set'])).toEqual({
        code: 0,
        out: '站匠已在运行，已打开窗口\n',
      })
      const launches = await readFile(join(dataDir, 'opened.txt'), 'utf8')
      expect(launches.trim().split('\n')).toEqual([expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/\?launch=/)])
      expect(await first.end('SIGTERM')).toBe(0)
    },
  )
  it('says where to open the page when the one that runs can’t open any', { timeout: 60_000 }, async () => {
    const dataDir = await tempFolder()
    // A person elsewhere: no display, and a session over the network.
    const first = await spawnHost(dataDir, {
      DISPLAY: '',
      WAYLAND_DISPLAY: '',
      SSH_CONNECTION: '10.0.0.1 1 10.0.0.2 22',
    })
    for (const mode of ['set', 'app', 'tab']) {
      const { code, out } = await start(['--data', dataDir, '--open', mode])
      expect([code, out], mode).toEqual([0, expect.stringContaining('站匠已在运行，但无法打开窗口。请打开 http')])
      const entered = await enterHost(/打开 (http:\S+)/.exec(out)?.[1] ?? '')
      expect(entered.origin).toBe(first.entered.origin)
      const page = await fetch(`${entered.origin}/`, { headers: { cookie: entered.cookie } })
      expect(page.status, mode).toBe(200)
    }
    expect(await first.end('SIGTERM')).toBe(0)
  })
  it('starts where the last one was killed', { timeout: 60_000 }, async () => {
    const dataDir = await tempFolder()
    await (await spawnHost(dataDir, {})).end('SIGKILL')
    const second = await spawnHost(dataDir, {})
    expect(second.lines[0]).toMatch(/^打开 http/)
    expect(await second.end('SIGTERM')).toBe(0)
  })
})
