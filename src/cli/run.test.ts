import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Result } from '#shared/contract/bridge.ts'
import type { SafetyStop, PlanItem, TransferResult, Workspace } from '#shared/contract/workspace.ts'
import { SUCCESS } from '#shared/errors/envelope.ts'
import { AppError, toWire } from '#shared/errors/index.ts'
import { startControl } from '#services/control/server.ts'
import { memoryLog } from '#tests/fakes/logger.ts'
import { ENTRIES } from '#tests/setup/entries.ts'
import { HELP } from './args.ts'
import { runCli } from './run.ts'

const workspace = (changes: Partial<Workspace> = {}): Workspace => ({
  id: 'w1',
  connectionId: 'builtin',
  templateName: '官网',
  folder: 'main',
  localPath: '/sites/main',
  state: 'idle',
  message: '',
  renamedTo: null,
  files: 12,
  waiting: 0,
  conflicts: 0,
  failed: 0,
  lastSync: '',
  halt: null,
  ...changes,
})
const other = workspace({ id: 'w2', templateName: '活动', folder: 'party', localPath: '/sites/party' })
const halt: SafetyStop = {
  kind: 'mass-delete-local',
  message: '本地少了 9 个文件',
  deletes: 9,
  total: 12,
  others: 0,
  signature: 's',
}
const named = ({ id, templateName, folder, localPath }: Workspace) => ({ id, templateName, folder, localPath })
const item = (action: PlanItem['action'], path: string): PlanItem => ({ path, action, size: 1, reason: '' })
const transferred = (changes: Partial<TransferResult> = {}): TransferResult => ({
  items: [],
  done: 0,
  left: [],
  halt: null,
  ...changes,
})

type Asked = [name: string, input: unknown]
/** What the running program answers; an AppError is refused. */
type Answers = Record<string, (input: { id: string }) => unknown>

async function dataFolder(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'sitecraft-cli-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Runs a command line in this process against the program's own door, behind which stand answers of the test. */
async function run(line: string, all: readonly Workspace[] | null, answers: Answers = {}) {
  const dataDir = await dataFolder()
  const asked: Asked[] = []
  if (all) {
    const invoke = async (name: string, input: unknown): Promise<Result> => {
      if (name !== 'workspaces.list') asked.push([name, input])
      const data = name === 'workspaces.list' ? all : answers[name]?.(input as { id: string })
      return data instanceof AppError ? { ok: false, error: toWire(data) } : { ok: true, data, code: SUCCESS, msg: '' }
    }
    const control = await startControl({ dataDir, invoke, show: null, log: memoryLog() })
    onTestFinished(() => control.close())
  }
  const [out, err]: [string[], string[]] = [[], []]
  const code = await runCli(line === '' ? [] : line.split(' '), {
    cwd: dataDir,
    dataDir,
    out: (text) => void out.push(text),
    err: (text) => void err.push(text),
  })
  return { code, out, err, asked }
}
/** The same with --json: the only output is one object. */
async function runJson(line: string, all: readonly Workspace[] | null, answers: Answers = {}) {
  const { code, out, err, asked } = await run(`${line} --json`, all, answers)
  expect([out.length, err]).toEqual([1, []])
  const json = JSON.parse(out[0] ?? '') as Record<string, unknown>
  expect(json.code).toBe(code)
  return { code, json, asked }
}

describe('before anything is asked', () => {
  it.each(['', '--help', 'help', 'sync -h'])('“%s” prints the help', async (line) => {
    expect(await run(line, null)).toEqual({ code: 0, out: [HELP], err: [], asked: [] })
  })

  it('reports the error of the line, in JSON for who wants that', async () => {
    expect(await run('release', [workspace()])).toEqual({
      code: 2,
      out: [],
      err: ['未知命令“release”。用 sitecraft --help 查看说明'],
      asked: [],
    })
    expect((await runJson('release', null)).json).toEqual({ command: null, code: 2, error: '未知命令“release”' })
  })

  it('says that the program does not run', async () => {
    const text = '站匠未运行。请先打开站匠（或 npm start -- --browser），再执行命令'
    expect(await run('status', null)).toEqual({ code: 3, out: [], err: [text], asked: [] })
    expect((await runJson('sync', null)).json).toEqual({ command: 'sync', code: 3, error: text })
  })

  it('looks for the program in the data folder that is named, from the current folder', async () => {
    const dataDir = await dataFolder()
    mkdirSync(join(dataDir, 'data'))
    const invoke = async (): Promise<Result> => ({ ok: true, data: [], code: SUCCESS, msg: '' })
    const control = await startControl({ dataDir: join(dataDir, 'data'), invoke, show: null, log: memoryLog() })
    onTestFinished(() => control.close())
    const place = { cwd: dataDir, dataDir, out: () => undefined, err: () => undefined }
    expect(await runCli(['status', '--data', 'data'], place)).toBe(0)
    expect(await runCli(['status'], place)).toBe(3)
  })

  it('passes on what the program refuses, and breaks with what is no refusal', async () => {
    const refused = new AppError('conflict', '请先登录')
    const answers: Answers = { 'workspaces.transfer': () => refused }
    expect(await run('push', [workspace()], answers)).toMatchObject({ code: 4, out: [], err: ['请先登录'] })
    expect((await runJson('push', [workspace()], answers)).json).toEqual({
      command: 'push',
      code: 4,
      error: '请先登录',
    })
    await expect(run('push', [workspace()], { 'workspaces.transfer': () => ({}) })).rejects.toThrow(TypeError)
  })

  it('names what there is when the workspace is not clear', async () => {
    const two = [workspace(), other]
    const said = '有 2 个工作区，请指定一个：官网（/sites/main）、活动（/sites/party）'
    expect(await run('sync', two)).toEqual({ code: 2, out: [], err: [said], asked: [] })
    expect(await run('status 没有', two)).toMatchObject({
      code: 2,
      err: ['工作区“没有”不存在，现有工作区：官网（/sites/main）、活动（/sites/party）'],
    })
    const twins = [workspace(), workspace({ id: 'w3', localPath: '/sites/twin' })]
    expect(await run('pull 官网', twins)).toMatchObject({
      code: 2,
      err: ['有多个名为“官网”的工作区，请指定本地文件夹：官网（/sites/main）、官网（/sites/twin）'],
    })
    const none = '还没有同步到本地的模板，请先在站匠的模板列表中点击“同步到本地”'
    expect(await run('sync', [])).toEqual({ code: 4, out: [], err: [none], asked: [] })
    expect(await run('preview --all', [])).toMatchObject({ code: 4, err: [none] })
  })
})

it('is a program of its own, which ends with the code', async () => {
  const dataDir = await dataFolder()
  const env = { ...process.env, SITECRAFT_DATA: dataDir }
  const start = async (...args: string[]) => {
    const child = spawn(process.execPath, [ENTRIES.cli, ...args], { cwd: dataDir, env })
    const [out, err] = [textOf(child.stdout), textOf(child.stderr)]
    const [code] = (await once(child, 'close')) as [number]
    return [code, await out, await err]
  }
  expect(await start('--help')).toEqual([0, `${HELP}\n`, ''])
  expect(await start('release')).toEqual([2, '', '未知命令“release”。用 sitecraft --help 查看说明\n'])
  expect(await start('status')).toEqual([3, '', expect.stringContaining('站匠未运行')])
})

describe('status', () => {
  const text = async (changes: Partial<Workspace>) => {
    const { code, out } = await run('status', [workspace(changes)])
    return [code, ...(out[0]?.split('\n') ?? [])]
  }

  it.each<[Partial<Workspace>, number, string]>([
    [{}, 0, '官网  两边一致（12 个文件）'],
    [{ state: 'paused' }, 0, '官网  已暂停（12 个文件）'],
    [{ state: 'paused', waiting: 1 }, 1, '官网  已暂停（12 个文件，1 个待同步）'],
    [{ waiting: 1 }, 1, '官网  有差异（12 个文件，1 个待同步）'],
    [{ conflicts: 1 }, 1, '官网  有差异（12 个文件，1 个冲突）'],
    [{ failed: 1 }, 1, '官网  有差异（12 个文件，1 个失败）'],
    [{ waiting: 3, conflicts: 2, failed: 4 }, 1, '官网  有差异（12 个文件，3 个待同步，2 个冲突，4 个失败）'],
    [{ halt }, 1, '官网  有差异（12 个文件）'],
    [{ state: 'starting' }, 1, '官网  正在启动（12 个文件）'],
    [{ state: 'syncing' }, 1, '官网  正在同步（12 个文件）'],
    [{ state: 'offline' }, 1, '官网  无法连接服务器（12 个文件）'],
    [{ state: 'signed-out' }, 1, '官网  未登录（12 个文件）'],
    [{ state: 'halted', halt }, 1, '官网  等待确认（12 个文件）'],
    [{ state: 'locked' }, 1, '官网  文件夹被另一个站匠占用（12 个文件）'],
    [{ state: 'failed' }, 1, '官网  同步失败（12 个文件）'],
  ])('of %j is %i', async (changes, code, title) => {
    expect(await text(changes)).toEqual([code, title, '  /sites/main'])
  })

  it('adds the reason where there is one', async () => {
    expect(await text({ state: 'failed', message: '磁盘满了' })).toEqual([
      1,
      '官网  同步失败（12 个文件）',
      '  /sites/main',
      '  磁盘满了',
    ])
  })

  it('is of all, or of the one that is named; one that differs decides the code', async () => {
    const late = { ...other, waiting: 1 }
    const [here, there] = [
      '官网  两边一致（12 个文件）\n  /sites/main',
      '活动  有差异（12 个文件，1 个待同步）\n  /sites/party',
    ]
    expect(await run('status', [workspace(), late])).toEqual({ code: 1, out: [here, there], err: [], asked: [] })
    expect(await run('status 官网', [workspace(), late])).toEqual({ code: 0, out: [here], err: [], asked: [] })
    expect(await run('status party', [workspace(), late])).toEqual({ code: 1, out: [there], err: [], asked: [] })
    expect(await run('status', [])).toEqual({ code: 0, out: ['还没有同步到本地的模板'], err: [], asked: [] })
  })

  it('is, as JSON, what is known of them but for the connection', async () => {
    const late = { ...other, waiting: 1 }
    const shown = ({ connectionId: _connection, ...rest }: Workspace) => rest
    expect((await runJson('status', [workspace(), late])).json).toEqual({
      command: 'status',
      code: 1,
      workspaces: [
        { ...shown(workspace()), inStep: true },
        { ...shown(late), inStep: false },
      ],
    })
    expect((await runJson('status', [])).json).toEqual({ command: 'status', code: 0, workspaces: [] })
  })
})

describe('sync, pull and push', () => {
  const items = [
    item('download', 'a.html'),
    item('upload', 'b.css'),
    item('delete-local', 'c'),
    item('delete-remote', 'd'),
    item('make-local-folder', 'e'),
    item('make-remote-folder', 'f'),
    item('conflict', 'g'),
    item('adopt', 'h'),
    item('skip', 'i'),
  ]
  const lines = [
    '  下载  a.html',
    '  上传  b.css',
    '  删除本地  c',
    '  删除服务器  d',
    '  新建本地文件夹  e',
    '  新建服务器文件夹  f',
    '  冲突  g',
    '  两边相同  h',
    '  跳过  i',
  ]
  const answer = (result: TransferResult): Answers => ({ 'workspaces.transfer': () => result })

  it.each(['sync', 'pull', 'push'])('%s asks for just that', async (direction) => {
    const plain = { id: 'w1', direction, only: [], dryRun: false }
    expect(await run(direction, [workspace()], answer(transferred()))).toEqual({
      code: 0,
      out: ['官网：没有需要执行的操作'],
      err: [],
      asked: [['workspaces.transfer', plain]],
    })
    const line = `${direction} 活动 --only css/** --only *.js --dry-run`
    expect((await run(line, [workspace(), other], answer(transferred()))).asked).toEqual([
      ['workspaces.transfer', { id: 'w2', direction, only: ['css/**', '*.js'], dryRun: true }],
    ])
  })

  it('shows each step in words', async () => {
    const { code, out } = await run('sync', [workspace()], answer(transferred({ items, done: 9 })))
    expect([code, out]).toEqual([0, [['官网：已执行 9 项', ...lines].join('\n')]])
  })

  it('a dry run with steps differs, one without is fine; what is left is not of it', async () => {
    const left = [{ path: 'x', reason: '两边都改过' }]
    expect(await run('sync --dry-run', [workspace()], answer(transferred({ items })))).toMatchObject({
      code: 1,
      out: [['官网：将执行 9 项', ...lines].join('\n')],
    })
    expect(await run('sync --dry-run', [workspace()], answer(transferred()))).toMatchObject({
      code: 0,
      out: ['官网：没有需要执行的操作'],
    })
    expect(await run('sync --dry-run', [workspace()], answer(transferred({ left })))).toMatchObject({
      code: 1,
      out: ['官网：没有需要执行的操作'],
    })
  })

  it('what is left or held back differs', async () => {
    const left = [{ path: 'x.html', reason: '两边都改过' }]
    expect(await run('sync', [workspace()], answer(transferred({ done: 1, left })))).toMatchObject({
      code: 1,
      out: ['官网：已执行 1 项\n  未完成  x.html：两边都改过'],
    })
    expect(await run('sync', [workspace()], answer(transferred({ halt })))).toMatchObject({
      code: 1,
      out: ['官网：没有需要执行的操作\n  等待确认：本地少了 9 个文件，请在站匠的“本地同步”中处理'],
    })
  })

  it('is, as JSON, what was done in each', async () => {
    const result = transferred({ items, done: 9, left: [{ path: 'x', reason: '两边都改过' }], halt })
    expect(await runJson('push', [workspace()], answer(result))).toEqual({
      code: 1,
      json: { command: 'push', code: 1, workspaces: [{ ...named(workspace()), ...result }] },
      asked: [['workspaces.transfer', { id: 'w1', direction: 'push', only: [], dryRun: false }]],
    })
  })

  it('with --all one that is refused keeps none of the others back, and the worst code stands', async () => {
    const answers: Answers = {
      'workspaces.transfer': ({ id }) =>
        id === 'w1' ? new AppError('conflict', '请先登录') : transferred({ done: 2 }),
    }
    const all = [workspace(), other]
    expect(await run('pull --all', all, answers)).toMatchObject({
      code: 4,
      out: ['活动：已执行 2 项'],
      err: ['官网：请先登录'],
    })
    expect((await runJson('pull --all', all, answers)).json).toEqual({
      command: 'pull',
      code: 4,
      workspaces: [
        { ...named(workspace()), error: '请先登录' },
        { ...named(other), ...transferred({ done: 2 }) },
      ],
    })
    await expect(run('pull --all', all, { 'workspaces.transfer': () => ({}) })).rejects.toThrow(TypeError)
  })
})

describe('preview', () => {
  const shown = {
    href: 'http://127.0.0.1:1/x/',
    pages: [{ address: 'index.html', title: '首页' }],
    sites: [],
    siteId: 3,
    isOffline: false,
    dataDate: '',
  }
  const issue = (severity: string, line: number) => ({ file: 'a.html', line, severity, message: '没有结束' })
  const answers = (start: object, issues: object[]): Answers => ({
    'livePreview.start': () => start,
    'livePreview.check': () => issues,
  })

  it('shows the address and what is wrong; only errors differ', async () => {
    const asked: Asked[] = [
      ['livePreview.start', { id: 'w1' }],
      ['livePreview.check', { id: 'w1' }],
    ]
    const mild = [issue('warning', 2), issue('info', 0)]
    const head = '官网：http://127.0.0.1:1/x/\n  1 个页面'
    expect(await run('preview', [workspace()], answers(shown, mild))).toEqual({
      code: 0,
      out: [`${head}\n  警告  a.html:2：没有结束\n  提示  a.html：没有结束`],
      err: [],
      asked,
    })
    expect(await run('preview', [workspace()], answers(shown, [...mild, issue('error', 1)]))).toMatchObject({
      code: 1,
      out: [`${head}\n  警告  a.html:2：没有结束\n  提示  a.html：没有结束\n  错误  a.html:1：没有结束`],
    })
  })

  it('says of which moment the data is when the server does not answer', async () => {
    const offline = { ...shown, isOffline: true, dataDate: '2026-03-04T05:06:07+08:00' }
    const { out } = await run('preview', [workspace()], answers(offline, []))
    expect(out).toEqual([
      expect.stringMatching(
        /^官网：http:\/\/127\.0\.0\.1:1\/x\/\n {2}1 个页面；无法连接服务器，使用 2026-03-0\d \d\d:06(:07)? 的数据$/,
      ),
    ])
  })

  it('is, as JSON, the address, the pages and the issues', async () => {
    const issues = [issue('error', 4)]
    const { sites: _sites, ...rest } = shown
    expect((await runJson('preview --all', [workspace(), other], answers(shown, issues))).json).toEqual({
      command: 'preview',
      code: 1,
      workspaces: [
        { ...named(workspace()), ...rest, issues },
        { ...named(other), ...rest, issues },
      ],
    })
  })
})
