import { app, type BrowserWindow, dialog, powerMonitor, session } from 'electron'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { exitProcess } from '#services/auth/exitProcess.ts'
import { composeHost, type Host } from '#services/compose.ts'
import { dataFolder } from '#services/dataDir.ts'
import { dataFolderError } from '#services/files/dataFolderError.ts'
import { isOnNetwork } from '#services/files/networkDrive.ts'
import { createLog, logPath } from '#services/log.ts'
import { systemPolicies } from '#services/policy/read.ts'
import type { Ports } from '#services/ports.ts'
import { removeTestData, type SelfTestOptions, selfTestOptions } from '#services/selfTest/options.ts'
import { confirmStart, countStart, forgiveStart, type Former } from '#services/updates/starts.ts'
import { userName } from '#services/userName.ts'
import { AppError } from '#shared/errors/index.ts'
import { createPorts } from './adapters/index.ts'
import { updateSource } from './adapters/updateSource.ts'
import { registerAppScheme, serveApp } from './appProtocol.ts'
import { closeWithProgram } from './closing.ts'
import { collectCrashes } from './crashes.ts'
import { bindIpc } from './ipc.ts'
import { createMemoryFiles } from './memoryFiles.ts'
import { aboutPanel } from './menus/about.ts'
import { followSettings } from './menus/install.ts'
import { guardPages, guardSession } from './security/guard.ts'
import { linkAmong, pageOf, registerLinks } from './links.ts'
import { isHiddenStart } from './startWithSystem.ts'
import { createFront, type Front } from './windows/front.ts'
import { openMainWindow } from './windows/mainWindow.ts'
import type { UnsavedWork } from './windows/unsaved.ts'
import { openTornWindow } from './windows/tornWindow.ts'

const given = process.argv.slice(app.isPackaged ? 1 : 2)
const tested = selfTestOptions(process.argv.slice(1))
const dataDir = tested?.dataDir ?? dataFolder(process.argv.slice(1), process.env, app.getPath('home'))
const built = (...path: string[]): string => join(app.getAppPath(), 'out', ...path)
const isSafe = process.argv.includes('--safe')
/** The product's own files: the templates of the first run. */
const resources = app.isPackaged ? process.resourcesPath : join(app.getAppPath(), 'resources')
/** The link that came last before there was a window. */
let linked = linkAmong(given)
/** Was the program started again before there was a window? */
let wasStartedAgain = false
let front: Front | null = null
const STAYS = {
  title: '站匠仍在运行',
  body: '同步和上传会继续。点击托盘图标打开窗口；要退出，请在托盘菜单中选择“退出”。可以在设置中更改。',
}
const ON_NETWORK = {
  title: '站匠的数据在网络盘上',
  body: '网络断开时数据可能写不全，两台电脑同时打开会损坏数据。请退出站匠，把数据文件夹移到本机磁盘，再用 --data 指定它。',
}
/** How long the system may take to put the former version in this one's place: a Mac copies it first. */
const RETURN_MS = 60_000

app.enableSandbox()
// Groups the windows in the task bar, and names the program in notifications.
if (process.platform === 'win32') app.setAppUserModelId('cn.sitecraft.app')
if (process.platform === 'linux') app.setDesktopName('sitecraft.desktop')
registerAppScheme()
launch()

function launch(): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    // The lock of the single instance lies in userData, so it holds per data folder.
    collectCrashes(dataDir)
    app.setPath('userData', dataDir)
    const sessionData = join(dataDir, 'electron')
    mkdirSync(sessionData, { recursive: true, mode: 0o700 })
    app.setPath('sessionData', sessionData)
    // A Mac gives links so, also the one that the program is started by.
    app.on('open-url', (event, link) => {
      event.preventDefault()
      follow(link)
    })
    if (!app.requestSingleInstanceLock()) return app.quit()
    // Here already: a second start that nobody listens for is lost, with its link.
    app.on('second-instance', (_event, argv) => startedAgain(linkAmong(argv)))
    const former = counted(() => countStart(dataDir, app.getVersion()))
    void app
      .whenReady()
      .then(() => former && goBackTo(former))
      .then(start)
      .catch(giveUp)
  } catch (error) {
    giveUp(error)
  }
}

/** Only an installed program is updated, so only its starts count. A folder that can't be written is told of by the start. */
function counted<T>(run: () => T): T | null {
  try {
    return app.isPackaged ? run() : null
  } catch {
    return null
  }
}

/** This version did not show a page twice: the former one takes its place. Comes back only when that could not be done. */
async function goBackTo(former: Former): Promise<void> {
  const log = createLog(logPath(dataDir)).area('updates')
  const facts = { version: app.getVersion(), former: former.version }
  log.warn('this version did not start twice, going back', facts)
  try {
    const [{ installFormer }, { ofSystem }] = await Promise.all([
      import('./wayBack.ts'),
      import('./adapters/systemUpdater.ts'),
    ])
    const { publicKey } = updateSource(built('updates.json'))
    await installFormer({ dataDir, publicKey, former }, ofSystem)
    await delay(RETURN_MS)
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
    openPage: (id, path) => void openTornWindow({ preload, icon, unsaved: unsavedIn(id), path }),
  })
  const host = await composeHost(ports, {
    dataDir,
    version: app.getVersion(),
    safe: isSafe,
    onFirstScreen: () => counted(() => confirmStart(dataDir, app.getVersion())),
    programFolder: app.getAppPath(),
    policies: systemPolicies(process.platform, userName()),
  })
  closeWithProgram(host)
  powerMonitor.on('resume', () => host.awake())
  app.setAboutPanelOptions(aboutPanel(app.getVersion(), icon))
  const unsavedIn = (window: string): UnsavedWork => ({
    titles: () => host.unsaved(window),
    forget: () => void host.invoke('app.setUnsaved', { titles: [], window }),
  })
  previews = await host.livePreviewOrigin()
  guardPages(app, { offerExternal: (url) => void host.invoke('app.openExternal', { url }), previews })
  guardSession(session.defaultSession)
  const memoryFiles = createMemoryFiles(host.spool)
  serveApp(built('renderer'), host, memoryFiles)
  bindIpc(host, memoryFiles, (pageId) => front?.heard(pageId))
  const chosen = await followSettings(host, dataDir, (href) => front?.show(href))
  const stays = {
    wanted: () => chosen()?.keepInTray ?? false,
    onHidden() {
      if (chosen()?.trayTold) return
      void host.invoke('settings.set', { trayTold: true })
      void host.invoke('app.notify', STAYS)
    },
  }
  const shown = createFront((href, visible) =>
    openMainWindow({ dataDir, fresh: isSafe, preload, icon, unsaved: unsavedIn(''), stays, visible, href }),
  )
  front = shown
  if (tested) return testItself(tested, host, ports, shown)
  void isOnNetwork(dataDir).then((isAway) => {
    if (isAway) void host.invoke('app.notify', ON_NETWORK)
  })
  registerLinks(app)
  const href = linked && pageOf(linked)
  // A hidden start loads the page all the same: it tells the tray what waits.
  if (isHiddenStart(given) && !href && !wasStartedAgain) shown.begin()
  else shown.show(href || undefined)
  app.on('activate', () => shown.show())
  // On a Mac the program, and with it the sync, stays until it is quit.
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit()
  })
}

async function testItself(options: SelfTestOptions, host: Host, ports: Ports, shown: Front): Promise<void> {
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

/** Opens a link that came from outside. */
function follow(link: string): void {
  if (!front) linked = link
  else front.show(pageOf(link) ?? undefined)
}

function startedAgain(link: string): void {
  wasStartedAgain = true
  if (link) follow(link)
  else front?.show()
}

/** Faults of the computer, which no other version would get over. Asked before the end of this file has run. */
function isOfComputer(error: unknown): boolean {
  return error instanceof AppError && (error.code === 'no-space' || error.code === 'read-only')
}

function giveUp(error: unknown): void {
  const known = dataFolderError(error, dataDir) ?? error
  if (isOfComputer(known)) counted(() => forgiveStart(dataDir, app.getVersion()))
  const reason = known instanceof Error ? known.message : String(known)
  dialog.showErrorBox(
    '站匠无法启动',
    `数据文件夹：${dataDir}\n\n${reason}\n\n请确认这个文件夹可以读写，磁盘没有满，然后重新启动。`,
  )
  app.exit(1)
}
