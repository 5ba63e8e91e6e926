import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, extname, join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import { exitProcess } from '#services/auth/exitProcess.ts'
import { AppError, UNEXPECTED_MESSAGE } from '#shared/errors/index.ts'
import { requestWindow, findRunningProcess } from '#services/control/client.ts'
import type { ShowWindow } from '#services/control/server.ts'
import { resolveDataFolder } from '#services/dataFolder/dataDir.ts'
import { watchOwnCrashes } from '#services/diagnostics/crashes.ts'
import { createSystemSources } from '#services/policy/read.ts'
import { removeTestData, parseSelfTestOptions } from '#services/selfTest/options.ts'
import { readUserName } from '#services/process/userName.ts'
import { createChildLauncher } from './adapters/launcher.ts'
import { startBrowserHost, type BrowserHost } from './host.ts'
import { createThisMachine } from './window/find.ts'
import { type OpenMode, openPage, type PageWindow } from './window/window.ts'
import { dataFolderError } from '#services/dataFolder/dataFolderError.ts'

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
const tested = parseSelfTestOptions(process.argv.slice(2))
const dataDir = tested?.dataDir ?? resolveDataFolder(process.argv.slice(2), process.env, homedir())

const here = fileURLToPath(import.meta.url)
const built = extname(here) === '.js'
// When built, this file is in out/main/chunks.
const project = resolve(dirname(here), '../../..')
const { version } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')) as { version: string }

/** ms after which another Ctrl+C ends the program at once. */
const FORCE_AFTER_MS = 2000
/** ms after which the program exits even if something still runs; its server then ends with it. */
const END_MS = 9000

const openMode = z.enum(['set', 'app', 'tab', 'none'])

const print = (line: string): void => void process.stdout.write(`${line}\n`)

const ONE_TIME_TEXT = '该地址只能使用一次，两分钟内有效'

let shown: PageWindow | null = null
/** Another start that asks for a window waits until this one has begun to open its own. */
let beginShowing: (show: ShowWindow) => void
const showing = new Promise<ShowWindow>((resolve) => (beginShowing = resolve))
watchOwnCrashes(dataDir, version)
try {
  const opens = openMode.safeParse(values.open)
  if (!opens.success) throw new AppError('invalid', `--open 只能是 set、app、tab 或 none，不支持“${values.open}”`)
  const asked = opens.data === 'none' ? null : await requestWindow(dataDir, opens.data)
  if (asked) {
    print(asked.opened ? '站匠已在运行，已打开窗口' : `站匠已在运行，但无法打开窗口。请打开 ${asked.address}`)
    if (!asked.opened) print(ONE_TIME_TEXT)
    process.exit(0)
  }
  const other = await findRunningProcess(dataDir)
  if (other !== null) throw new AppError('conflict', formatInUse(other))
  const browserHost = await startBrowserHost({
    dataDir,
    port: Number(values.port),
    version,
    pageRoot: join(project, 'out/renderer'),
    launcher: createChildLauncher(
      join(project, built ? 'out/main/server.js' : 'src/server/start.ts'),
      join(project, 'resources'),
    ),
    safe: values.safe,
    programFolder: project,
    policies: createSystemSources(process.platform, readUserName()),
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
  process.stderr.write(`${explainStartError(error, { dataDir, port: values.port })}\n`)
  process.exit(1)
}

/** Two programs on one data folder would both sync and write the same files. */
function formatInUse(pid: number): string {
  return `站匠正在使用数据文件夹 ${dataDir}（进程 ${pid}），未重复启动。请使用已打开的站匠，或先退出该程序；如需同时运行多个，请用 --data 指定其他数据文件夹`
}

async function run(browserHost: BrowserHost, opens: OpenMode | 'set'): Promise<void> {
  const announce = (): void => print(`打开 ${browserHost.createLaunchAddress()}`)
  announce()
  const former = browserHost.createFormerAddress()
  if (former) print(`上次打开的页面在另一个端口上，如需取回其中未保存的内容，请打开 ${former}`)
  print(ONE_TIME_TEXT)
  if (process.stdin.isTTY) {
    print('按回车键获取新的打开地址，按 Ctrl+C 退出')
    createInterface({ input: process.stdin }).on('line', () => {
      announce()
      if (browserHost.pages().open === 0) void shown?.openAgain()
    })
  }
  let since = 0
  const end = (): void => {
    // Ctrl+C arrives several times at once (terminal and start script). Only a repetition after a while ends the
    // process at once.
    if (since > 0) return void (Date.now() - since > FORCE_AFTER_MS && exitProcess(1))
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
  const machine = createThisMachine(homedir())
  const page = await openPage({ browserHost, dataDir, machine, mode, print, end: over })
  shown = page
  beginShowing(async (wanted) => {
    const { hostWindow } = await browserHost.host.settings.get()
    const opened = await page.openAgain(wanted === 'set' ? hostWindow : wanted)
    return { opened, address: opened ? '' : browserHost.createLaunchAddress() }
  })
}

/** The reason why the host could not start, in one line with the remedy. */
function explainStartError(error: unknown, at: { dataDir: string; port: string }): string {
  const code = (error as NodeJS.ErrnoException).code
  if (error instanceof AppError) return error.message
  if (code === 'EADDRINUSE') return `端口 ${at.port} 已被占用，请用 --port 指定其他端口，或省略 --port 由系统选择`
  if (code === 'ERR_SOCKET_BAD_PORT') return `端口必须是 0 到 65535 之间的整数，“${at.port}”无效`
  const ofFolder = dataFolderError(error, at.dataDir)
  if (ofFolder) return ofFolder.message
  return `${UNEXPECTED_MESSAGE}\n${error instanceof Error ? error.stack : String(error)}`
}
