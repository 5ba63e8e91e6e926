import { randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { Result } from '#shared/contract/bridge.ts'
import { CHANNEL } from '#shared/contract/ipc.ts'
import { selfTestReport } from '#shared/contract/selfTest.ts'
import { isRunning } from '../host/builtin.ts'
import { packApp, type PackedApp } from './packApp.ts'
import { asked, becomes, quit, serverPid, tempFolder, useBuiltin } from './packedSteps.ts'
import { startSession, type Session } from './session.ts'

// What is in the packed archive, run by a stand-in that is as strict as Electron (tests/fakes/electron).

let packed: PackedApp
let program: string
beforeAll(async () => {
  packed = await packApp()
  program = packed.unpack()
}, 300_000)
afterAll(() => packed.remove())

type Options = Parameters<typeof startSession>[1]

async function start(options: Options = {}): Promise<Session> {
  const env = { STAND_IN_PACKAGED: '1', STAND_IN_RESOURCES: packed.resources, ...options.env }
  const main = await startSession(program, { ...options, env })
  onTestFinished(() => main.end())
  return main
}

interface Template {
  folder: string
  name: string
  relationSiteIds: number[]
}

/** Makes a folder with these files, which follows a template. */
async function connectFolder(
  main: Session,
  files: readonly string[],
): Promise<{ root: string; folder: string; id: string }> {
  // What is written into one that a site uses is asked about first.
  const { content } = await asked<{ content: Template[] }>(main, 'template.list', { page: 1, size: 50 })
  const template = content.find(({ relationSiteIds }) => relationSiteIds.length === 0)
  if (!template) throw new Error('each template of the first run is used by a site')
  const root = await tempFolder()
  for (const path of files) {
    await mkdir(join(root, path, '..'), { recursive: true })
    await writeFile(join(root, path), `text of ${path}`)
  }
  await main.ask('answerDialog', { canceled: false, filePaths: [root] })
  const { grant } = await asked<{ grant: string }>(main, 'folders.choose')
  const { planId } = await asked<{ planId: string }>(main, 'workspaces.plan', {
    folder: template.folder,
    templateName: template.name,
    grant,
  })
  const { id } = await asked<{ id: string }>(main, 'workspaces.connect', { planId })
  return { root, folder: template.folder, id }
}

async function contentOnServer(main: Session, folder: string, path: string): Promise<string> {
  const at = path.lastIndexOf('/')
  const place = at < 0 ? folder : `${folder}/${path.slice(0, at)}`
  const opened = await main.invoke('templateFile.open', { path: place, openFileName: path.slice(at + 1) })
  return opened.ok ? (opened.data as { content: string }).content : ''
}

describe.each(['linux', 'win32', 'darwin'] as const)('the packed program on %s (stand-in for Electron)', (platform) => {
  it('signs in, lists, edits, syncs a folder both ways, signs out and quits', async () => {
    const main = await start({ platform })
    expect(await useBuiltin(main)).toMatchObject({ state: 'signed-in', username: 'admin' })
    expect((await asked<{ content: unknown[] }>(main, 'site.page', { page: 1, size: 10 })).content).not.toEqual([])
    const { root, folder } = await connectFolder(main, ['自检/a.css'])
    await becomes(() => contentOnServer(main, folder, '自检/a.css'), 'text of 自检/a.css')
    await writeFile(join(root, '自检/a.css'), '本机修改')
    await becomes(() => contentOnServer(main, folder, '自检/a.css'), '本机修改')
    const { hash } = await asked<{ hash: string }>(main, 'templateFile.open', {
      path: `${folder}/自检`,
      openFileName: 'a.css',
    })
    const saved = { path: `${folder}/自检`, saveFileName: 'a.css', content: '服务器修改', expectedHash: hash }
    await asked(main, 'templateFile.save', saved)
    await becomes(() => readFile(join(root, '自检/a.css'), 'utf8'), '服务器修改')
    await asked(main, 'session.signOut')
    expect(await asked(main, 'session.status')).toMatchObject({ state: 'signed-out' })
    const pid = await serverPid(main)
    await quit(main)
    expect(isRunning(pid)).toBe(false)
  })

  it('ends with its server when the system ends it', async () => {
    const main = await start({ platform })
    await useBuiltin(main)
    const pid = await serverPid(main)
    if (platform === 'win32') {
      // Nothing asks the program: its window is told that the session ends.
      await main.ask('endSession')
      await becomes(async () => isRunning(pid), false)
    } else {
      await main.ask('emitPower', 'shutdown')
      expect(await main.exited).toBe(0)
    }
    expect(isRunning(pid)).toBe(false)
  })

  it('is installed anew also while it stays in the tray', async () => {
    const main = await start({ platform })
    await asked(main, 'settings.set', { keepInTray: true })
    await main.ask('closeWindow')
    await main.awaitCall('window.hide')
    if (platform === 'darwin') await main.ask('quitAndInstall').catch(() => undefined)
    else await main.ask('quit').catch(() => undefined)
    expect(await main.exited).toBe(0)
  })
})

it.each(['linux', 'win32', 'darwin'] as const)(
  'the self-test of the packed program on %s says what works',
  async (platform) => {
    const folder = await tempFolder()
    const main = await start({ platform, window: false, args: ['--self-test', '--report', folder] })
    expect(await main.exited, main.output()).toBe(0)
    expect(main.output()).toContain('站匠自检报告')
    const report = selfTestReport.parse(JSON.parse(await readFile(join(folder, 'self-test.json'), 'utf8')))
    expect(report.isFinished).toBe(true)
    const outcomes = Object.fromEntries(report.points.map(({ id, outcome }) => [id, outcome]))
    // No keychain and no way of updating in the stand-in's folder.
    expect(outcomes).toEqual({
      ...Object.fromEntries(PASSING.map((id) => [id, 'passed'])),
      keychain: 'impossible',
      update: platform === 'linux' ? 'impossible' : expect.any(String),
    })
    expect(await readdir(folder)).toEqual(expect.arrayContaining(['self-test.json', 'self-test.txt']))
    expect(await readdir(folder)).not.toContain('files')
  },
  60_000,
)
const PASSING = ['start', 'window', 'sign-in', 'upload', 'sync', 'preview', 'print', 'copy', 'notify', 'memory']

describe('quitting the packed program (stand-in for Electron)', () => {
  it('waits for a server that answers slowly, and no longer than it must', async () => {
    const main = await start()
    await useBuiltin(main)
    const pid = await serverPid(main)
    process.kill(pid, 'SIGSTOP')
    expect(await quit(main)).toBeLessThan(16_000)
    await becomes(async () => isRunning(pid), false)
  }, 40_000)

  it('in the middle of a sync loses nothing: the next start goes on', async () => {
    const main = await start()
    await useBuiltin(main)
    const files = Array.from({ length: 400 }, (_, at) => `many/${at % 8}/${at}.css`)
    const { root, folder } = await connectFolder(main, files)
    await quit(main)
    const again = await start({ dataDir: main.dataDir })
    await useBuiltin(again)
    const last = files.at(-1) ?? ''
    await vi.waitFor(async () => expect(await contentOnServer(again, folder, last)).toBe(`text of ${last}`), 60_000)
    for (const path of files.filter((_, at) => at % 40 === 0)) {
      expect(await readFile(join(root, path), 'utf8')).toBe(`text of ${path}`)
      await becomes(() => contentOnServer(again, folder, path), `text of ${path}`)
    }
  }, 120_000)

  it('in the middle of an upload loses nothing: the next start finishes it', async () => {
    const main = await start()
    await useBuiltin(main)
    const path = join(await tempFolder(), '大文件.zip')
    await writeFile(path, randomBytes(64 * 1024 * 1024))
    const granted = (await main.ask('invoke', CHANNEL.grant, [[{ path, name: '大文件.zip', place: '' }]])) as Result
    if (!granted.ok) throw new Error(granted.error.message)
    const [{ grant }] = granted.data as [{ grant: string }]
    await asked(main, 'uploads.add', { grants: [grant], target: { to: 'library', kind: 'file', siteId: 0 } })
    const steps = async (of: Session): Promise<string[]> =>
      (await asked<{ tasks: { state: { step: string } }[] }>(of, 'uploads.list')).tasks.map(({ state }) => state.step)
    await vi.waitFor(async () => expect(await steps(main)).toEqual([expect.stringMatching(/hashing|sending/)]))
    await quit(main)
    const again = await start({ dataDir: main.dataDir })
    await useBuiltin(again)
    await vi.waitFor(async () => expect(await steps(again)).toEqual(['done']), { timeout: 40_000, interval: 100 })
  }, 90_000)

  it('a killed program loses nothing that was saved, and the next one starts', async () => {
    const main = await start({ platform: 'win32' })
    await useBuiltin(main)
    const [template] = (await asked<{ content: { folder: string }[] }>(main, 'template.list')).content
    const path = template?.folder ?? ''
    await asked(main, 'templateFile.newFile', { path, filename: 'kept.css' })
    const { hash } = await asked<{ hash: string }>(main, 'templateFile.open', { path, openFileName: 'kept.css' })
    await asked(main, 'templateFile.save', { path, saveFileName: 'kept.css', content: 'kept', expectedHash: hash })
    const pid = await serverPid(main)
    process.kill(pid, 'SIGKILL')
    await main.kill()
    const again = await start({ dataDir: main.dataDir })
    expect(await useBuiltin(again)).toMatchObject({ state: 'signed-in' })
    expect(await contentOnServer(again, path, 'kept.css')).toBe('kept')
  }, 60_000)
})

it('signs in with a data folder whose path has 汉字, spaces and 260 characters', async () => {
  const folder = await tempFolder()
  const dataDir = join(folder, '站匠 的 数据'.padEnd(60, '长'), 'a b'.padEnd(260 - folder.length - 70, 'c'))
  const main = await start({ dataDir })
  expect(await useBuiltin(main)).toMatchObject({ state: 'signed-in' })
  await quit(main)
  const again = await start({ dataDir })
  expect(await useBuiltin(again)).toMatchObject({ state: 'signed-in' })
}, 60_000)

it('1,000 operations of the packed program (stand-in for Electron)', async () => {
  const main = await start()
  await useBuiltin(main)
  for (let at = 0; at < 1000; at += 20) {
    const calls = Array.from({ length: 20 }, (_, index) =>
      asked(main, index % 2 ? 'site.page' : 'template.list', { page: 1, size: 10 }),
    )
    await Promise.all(calls)
  }
  expect(main.violations()).toEqual([])
  await quit(main)
}, 120_000)
