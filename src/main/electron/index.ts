import { app, type BrowserWindow, dialog, powerMonitor, session } from 'electron'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { exitProcess } from '#services/auth/exitProcess.ts'
import { composeHost, type Host } from '#services/compose.ts'
import { resolveDataFolder } from '#services/dataFolder/dataDir.ts'
import { dataFolderError } from '#services/dataFolder/dataFolderError.ts'
import { isNetworkFolder } from '#services/files/networkDrive.ts'
import { createLog, logPath } from '#services/diagnostics/log.ts'
import { createSystemSources } from '#services/policy/read.ts'
import type { Ports } from '#services/ports.ts'
import { removeTestData, type SelfTestOptions, parseSelfTestOptions } from '#services/selfTest/options.ts'
import { confirmStart, countStart, uncountStart, type Former } from '#services/updates/starts.ts'
import { readUserName } from '#services/process/userName.ts'
import { AppError } from '#shared/errors/index.ts'
import { createPorts } from './adapters/index.ts'
import { readUpdateSource } from './adapters/updateSource.ts'
import { registerAppScheme, serveApp } from './appProtocol.ts'
import { closeWithProgram } from './closing.ts'
import { collectCrashes } from './crashes.ts'
import { bindIpc } from './ipc.ts'
import { createMemoryFiles } from './memoryFiles.ts'
import { createAboutPanel } from './menus/about.ts'
import { applySettings } from './menus/install.ts'
import { guardPages, guardSession } from './security/guard.ts'
import { findLink, resolvePage, registerLinks } from './links.ts'
import { isHiddenStart } from './startWithSystem.ts'
import { createMainWindowController, type MainWindowController } from './windows/mainWindowController.ts'
import { openMainWindow } from './windows/mainWindow.ts'
import type { UnsavedWork } from './windows/unsaved.ts'
import { openDetachedWindow } from './windows/detachedWindow.ts'

const given = process.argv.slice(app.isPackaged ? 1 : 2)
const tested = parseSelfTestOptions(process.argv.slice(1))
const dataDir = tested?.dataDir ?? resolveDataFolder(process.argv.slice(1), process.env, app.getPath('home'))
const built = (...path: string[]): string => join(app.getAppPath(), 'out', ...path)
const isSafe = process.argv.includes('--safe')
/** The product's own files: the templates of the first run. */
const resources = app.isPackaged ? process.resourcesPath : join(app.getAppPath(), 'resources')
/** The last link that arrived before there was a window. */
let pendingLink = findLink(given)
/** Whether the program was started again before there was a window. */
let wasStartedAgain = false
let front: MainWindowController | null = null
const STAYS_RUNNING_NOTICE = {
  title: '站匠仍在运行',
  body: '同步和上传会继续。点击托盘图标打开窗口；要退出，请在托盘菜单中选择“退出”。可以在设置中更改。',
}
const NETWORK_DRIVE_NOTICE = {
  title: '站匠的数据位于网络盘',
  body: '网络断开时数据可能写入不完整，两台电脑同时打开会损坏数据。请退出站匠，将数据文件夹移到本机磁盘，再用 --data 指定该文件夹。',
}
/** ms. Time for the system to replace this version by the former one; macOS copies it first. */
const ROLLBACK_TIMEOUT_MS = 60_000

app.enableSandbox()
// Groups the windows in the task bar, and names the program in notifications.
if (process.platform === 'win32') app.setAppUserModelId('cn.sitecraft.app')
if (process.platform === 'linux') app.setDesktopName('sitecraft.desktop')
registerAppScheme()
launch()

function launch(): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    // The single-instance lock is in userData, so it applies per data folder.
    collectCrashes(dataDir)
    app.setPath('userData', dataDir)
    const sessionData = join(dataDir, 'electron')
    mkdirSync(sessionData, { recursive: true, mode: 0o700 })
    app.setPath('sessionData', sessionData)
    // On macOS links arrive with this event, including the link that started the program.
    app.on('open-url', (event, link) => {
      event.preventDefault()
      openLink(link)
    })
    if (!app.requestSingleInstanceLock()) return app.quit()
    // Added early: a second start without a listener would be lost with its link.
    app.on('second-instance', (_event, argv) => onSecondInstance(findLink(argv)))
    const former = runIfInstalled(() => countStart(dataDir, app.getVersion()))
    void app
      .whenReady()
      .then(() => former && rollBackTo(former))
      .then(start)
      .catch(failStart)
  } catch (error) {
    failStart(error)
  }
}

/**
 * Runs only in an installed program, because only that is updated. Write errors are ignored; the start reports them.
 */
function runIfInstalled<T>(run: () => T): T | null {
  try {
    return app.isPackaged ? run() : null
  } catch {
    return null
  }
}

/** This version failed to show a page twice: installs the former version. Returns only if that failed. */
async function rollBackTo(former: Former): Promise<void> {
  const log = createLog(logPath(dataDir)).area('updates')
  const facts = { version: app.getVersion(), former: former.version }
  log.warn('this version did not start twice, going back', facts)
  try {
    const [{ installFormer }, { getSystemUpdater }] = await Promise.all([
      import('./rollback.ts'),
      import('./adapters/systemUpdater.ts'),
    ])
    const { publicKey } = readUpdateSource(built('updates.json'))
    await installFormer({ dataDir, publicKey, former }, getSystemUpdater)
    await delay(ROLLBACK_TIMEOUT_MS)
    log.error('the former version was not installed', facts)
  } catch (error) {
    log.error('no way back', { ...facts, error })
  }
}

async function start(): Promise<void> {
  let previews = ''
  const preload = built('preload', 'bridge.cjs')
  const icon = join(app.getAppPath(), 'resources', 'icons', 'icon.png')
  const server = { entry: built('main', 'server.js'), resources, updates: built('updates.json') }
  const ports = createPorts(server, () => previews, {
    icon,
    open: (href) => front?.show(href),
    openPage: (id, path) => void openDetachedWindow({ preload, icon, unsaved: unsavedIn(id), path }),
  })
  const host = await composeHost(ports, {
    dataDir,
    version: app.getVersion(),
    safe: isSafe,
    onFirstScreen: () => runIfInstalled(() => confirmStart(dataDir, app.getVersion())),
    programFolder: app.getAppPath(),
    policies: createSystemSources(process.platform, readUserName()),
  })
  closeWithProgram(host)
  powerMonitor.on('resume', () => host.awake())
  app.setAboutPanelOptions(createAboutPanel(app.getVersion(), icon))
  const unsavedIn = (window: string): UnsavedWork => ({
    titles: () => host.unsaved(window),
    clear: () => void host.invoke('app.setUnsaved', { titles: [], window }),
  })
  previews = await host.livePreviewOrigin()
  guardPages(app, { offerExternal: (url) => void host.invoke('app.openExternal', { url }), previews })
  guardSession(session.defaultSession)
  const memoryFiles = createMemoryFiles(host.spool)
  serveApp(built('renderer'), host, memoryFiles)
  bindIpc(host, memoryFiles, (pageId) => front?.onPageListening(pageId))
  const chosen = await applySettings(host, dataDir, (href) => front?.show(href))
  const stays = {
    wanted: () => chosen()?.keepInTray ?? false,
    onHidden() {
      if (chosen()?.trayTold) return
      void host.invoke('settings.set', { trayTold: true })
      void host.invoke('app.notify', STAYS_RUNNING_NOTICE)
    },
  }
  const shown = createMainWindowController((href, visible) =>
    openMainWindow({ dataDir, fresh: isSafe, preload, icon, unsaved: unsavedIn(''), stays, visible, href }),
  )
  front = shown
  if (tested) return runOwnTest(tested, host, ports, shown)
  void isNetworkFolder(dataDir).then((isAway) => {
    if (isAway) void host.invoke('app.notify', NETWORK_DRIVE_NOTICE)
  })
  registerLinks(app)
  const href = pendingLink && resolvePage(pendingLink)
  // A hidden start also loads the page, which updates the tray.
  if (isHiddenStart(given) && !href && !wasStartedAgain) shown.createHidden()
  else shown.show(href || undefined)
  app.on('activate', () => shown.show())
  // On macOS the program, and with it the sync, keeps running until it is quit.
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit()
  })
}

async function runOwnTest(
  options: SelfTestOptions,
  host: Host,
  ports: Ports,
  shown: MainWindowController,
): Promise<void> {
  const { runSelfTest } = await import('./selfTest.ts')
  const openWindow = (): BrowserWindow => {
    shown.show()
    const window = shown.window()
    if (!window) throw new Error('没有窗口')
    return window
  }
  const code = await runSelfTest({ host, ports, openWindow, reportFolder: options.reportFolder })
  await host.close()
  await removeTestData(options)
  exitProcess(code, (each) => app.exit(each))
}

/** Opens a link from outside the program. */
function openLink(link: string): void {
  if (!front) pendingLink = link
  else front.show(resolvePage(link) ?? undefined)
}

function onSecondInstance(link: string): void {
  wasStartedAgain = true
  if (link) openLink(link)
  else front?.show()
}

/**
 * Whether the computer caused the error, so that another version would fail too. Called before this module has finished
 * loading.
 */
function isComputerFault(error: unknown): boolean {
  return error instanceof AppError && (error.code === 'no-space' || error.code === 'read-only')
}

function failStart(error: unknown): void {
  const known = dataFolderError(error, dataDir) ?? error
  if (isComputerFault(known)) runIfInstalled(() => uncountStart(dataDir, app.getVersion()))
  const reason = known instanceof Error ? known.message : String(known)
  dialog.showErrorBox(
    '站匠无法启动',
    `数据文件夹：${dataDir}\n\n${reason}\n\n请确认该文件夹可以读写，且磁盘未满，然后重新启动。`,
  )
  app.exit(1)
}
