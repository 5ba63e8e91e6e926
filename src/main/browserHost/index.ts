import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, extname, join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { exitProcess } from '#services/auth/exitProcess.ts'
import { AppError, UNEXPECTED_MESSAGE } from '#shared/errors/index.ts'
import { askForWindow, runningOn } from '#services/control/client.ts'
import type { ShowWindow } from '#services/control/server.ts'
import { dataFolder } from '#services/dataDir.ts'
import { watchOwnCrashes } from '#services/diagnostics/crashes.ts'
import { systemPolicies } from '#services/policy/read.ts'
import { removeTestData, selfTestOptions } from '#services/selfTest/options.ts'
import { userName } from '#services/userName.ts'
import { childLauncher } from './adapters/launcher.ts'
import { startBrowserHost, type BrowserHost } from './host.ts'
import { thisMachine } from './window/find.ts'
import { type OpenMode, showPage, type Shown } from './window/window.ts'
import { dataFolderError } from '#services/files/dataFolderError.ts'

// The browser host: `[--data DIR] [--port N] [--safe] [--open set|app|tab|none]` or `--self-test [--report DIR]`,
// environment SITECRAFT_DATA. `set` opens the page as configured in the settings.
const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    port: { type: 'string', default: '0' },
    open: { type: 'string', default: 'none' },
    safe: { type: 'boolean', default: false },
    'self-test': { type: 'boolean', default: false },
    report: { type: 'string' },
  },
})
const tested = selfTestOptions(process.argv.slice(2))
const dataDir = tested?.dataDir ?? dataFolder(process.argv.slice(2), process.env, homedir())

const here = fileURLToPath(import.meta.url)
const built = extname(here) === '.js'
// When built, this file is in out/main/chunks.
const project = resolve(dirname(here), '../../..')
const { version } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')) as { version: string }

/** ms after which another Ctrl+C ends the program at once. */
const IMPATIENT = 2000
/** ms after which the program exits even if something still runs; its server then ends with it. */
const END_MS = 9000

const openMode = z.enum(['set', 'app', 'tab', 'none'])

const print = (line: string): void => void process.stdout.write(`${line}\n`)

const ONCE = '该地址只能使用一次，两分钟内有效'

let shown: Shown | null = null
/** Another start that asks for a window waits until this one has begun to open its own. */
let beginShowing: (show: ShowWindow) => void
const showing = new Promise<ShowWindow>((resolve) => (beginShowing = resolve))
watchOwnCrashes(dataDir, version)
try {
  const opens = openMode.safeParse(values.open)
  if (!opens.success) throw new AppError('invalid', `--open 只能是 set、app、tab 或 none，不支持“${values.open}”`)
  const asked = opens.data === 'none' ? null : await askForWindow(dataDir, opens.data)
  if (asked) {
    print(asked.opened ? '站匠已在运行，已打开窗口' : `站匠已在运行，但无法打开窗口。请打开 ${asked.address}`)
    if (!asked.opened) print(ONCE)
    process.exit(0)
  }
  const other = await runningOn(dataDir)
  if (other !== null) throw new AppError('conflict', inUse(other))
  const browserHost = await startBrowserHost({
    dataDir,
    port: Number(values.port),
    version,
    pageRoot: join(project, 'out/renderer'),
    launcher: childLauncher(
      join(project, built ? 'out/main/server.js' : 'src/server/start.ts'),
      join(project, 'resources'),
    ),
    safe: values.safe,
    programFolder: project,
    policies: systemPolicies(process.platform, userName()),
    print,
    onShow: async (mode) => (await showing)(mode),
  })
  if (tested) {
    const { runSelfTest } = await import('./selfTest.ts')
    const code = await runSelfTest(browserHost, { version, reportFolder: tested.reportFolder })
    await browserHost.close()
    await removeTestData(tested)
    exitProcess(code)
  }
  await run(browserHost, opens.data)
} catch (error) {
  process.stderr.write(`${startError(error, { dataDir, port: values.port })}\n`)
  process.exit(1)
}

/** Two programs on one data folder would both sync and write the same files. */
function inUse(pid: number): string {
  return `站匠正在使用数据文件夹 ${dataDir}（进程 ${pid}），未重复启动。请使用已打开的站匠，或先退出该程序；如需同时运行多个，请用 --data 指定其他数据文件夹`
}

async function run(browserHost: BrowserHost, opens: OpenMode | 'set'): Promise<void> {
  const announce = (): void => print(`打开 ${browserHost.launchAddress()}`)
  announce()
  const former = browserHost.formerAddress()
  if (former) print(`上次打开的页面在另一个端口上，如需取回其中未保存的内容，请打开 ${former}`)
  print(ONCE)
  if (process.stdin.isTTY) {
    print('按回车键获取新的打开地址，按 Ctrl+C 退出')
    createInterface({ input: process.stdin }).on('line', () => {
      announce()
      if (browserHost.pages().open === 0) void shown?.again()
    })
  }
  let since = 0
  const end = (): void => {
    // Ctrl+C arrives several times at once (terminal and start script). Only a repetition after a while ends the
    // process at once.
    if (since > 0) return void (Date.now() - since > IMPATIENT && exitProcess(1))
    since = Date.now()
    setTimeout(() => exitProcess(0), END_MS).unref()
    shown?.close()
    void browserHost.close().finally(() => exitProcess(0))
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, end)
  const over = (): void => {
    print('窗口已关闭，站匠退出')
    end()
  }
  const mode = opens === 'set' ? (await browserHost.host.settings.get()).hostWindow : opens
  const machine = thisMachine(homedir())
  const page = await showPage({ browserHost, dataDir, machine, mode, print, end: over })
  shown = page
  beginShowing(async (wanted) => {
    const { hostWindow } = await browserHost.host.settings.get()
    const opened = await page.again(wanted === 'set' ? hostWindow : wanted)
    return { opened, address: opened ? '' : browserHost.launchAddress() }
  })
}

/** The reason why the host could not start, in one line with the remedy. */
function startError(error: unknown, at: { dataDir: string; port: string }): string {
  const code = (error as NodeJS.ErrnoException).code
  if (error instanceof AppError) return error.message
  if (code === 'EADDRINUSE') return `端口 ${at.port} 已被占用，请用 --port 换一个，或不写 --port 让系统选择`
  if (code === 'ERR_SOCKET_BAD_PORT') return `端口必须是 0 到 65535 之间的整数，“${at.port}”无效`
  const ofFolder = dataFolderError(error, at.dataDir)
  if (ofFolder) return ofFolder.message
  return `${UNEXPECTED_MESSAGE}\n${error instanceof Error ? error.stack : String(error)}`
}
