import { app, dialog, session } from 'electron'
import { mkdirSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { COMMANDS } from '#cli/args.ts'
import { runCli } from '#cli/run.ts'
import { composeHost, type Host } from '#services/compose.ts'
import { systemPolicies } from '#services/policy/read.ts'
import { createPorts } from './adapters/index.ts'
import { registerAppScheme, serveApp } from './appProtocol.ts'
import { keepCrashes } from './crashes.ts'
import { dataFolder } from './dataFolder.ts'
import { bindIpc } from './ipc.ts'
import { createMemoryFiles } from './memoryFiles.ts'
import { followSettings } from './menus/install.ts'
import { guardPages, guardSession } from './security/guard.ts'
import { linkAmong, pageOf, registerLinks } from './links.ts'
import { HIDDEN } from './startWithSystem.ts'
import { createFront, type Front } from './windows/front.ts'
import { openMainWindow } from './windows/mainWindow.ts'

const given = process.argv.slice(app.isPackaged ? 1 : 2)
// `sitecraft status …` of an installed program: it asks the one that runs, and shows no window.
const isCommandLine = COMMANDS.some((command) => command === given[0])
const dataDir = dataFolder(process.argv.slice(1), process.env, app.getPath('home'))
const built = (...path: string[]): string => join(app.getAppPath(), 'out', ...path)
const isSafe = process.argv.includes('--safe')
/** The product's own files: the templates of the first run. */
const resources = app.isPackaged ? process.resourcesPath : join(app.getAppPath(), 'resources')
/** Links that came before there was a window. */
let linked = linkAmong(given)
let front: Front | null = null
const STAYS = {
  title: '站匠仍在运行',
  body: '同步和上传会继续。点击托盘图标打开窗口；要退出，请在托盘菜单中选择“退出”。可以在设置中更改。',
}
/** How long the services may take to stop before the program ends anyway. */
const CLOSE_MS = 5000

app.enableSandbox()
app.setAppUserModelId('cn.sitecraft.app')
registerAppScheme()
if (isCommandLine) void commandLine().catch(giveUp)
else launch()

function launch(): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    // The lock of the single instance lies in userData, so it holds per data folder.
    keepCrashes(dataDir)
    app.setPath('userData', dataDir)
    app.setPath('sessionData', join(dataDir, 'electron'))
    // A Mac gives links so, also the one that the program is started by.
    app.on('open-url', (event, link) => {
      event.preventDefault()
      follow(link)
    })
    if (app.requestSingleInstanceLock()) void app.whenReady().then(start).catch(giveUp)
    else app.quit()
  } catch (error) {
    giveUp(error)
  }
}

async function commandLine(): Promise<void> {
  const write = (stream: NodeJS.WriteStream) => (text: string) => void stream.write(`${text}\n`)
  const place = { cwd: process.cwd(), dataDir, out: write(process.stdout), err: write(process.stderr) }
  app.exit(await runCli(given, place))
}

async function start(): Promise<void> {
  let previews = ''
  const icon = join(app.getAppPath(), 'resources', 'icons', 'icon.png')
  const host = await composeHost(
    createPorts({ entry: built('main', 'server.js'), resources, updates: built('updates.json') }, () => previews, {
      icon,
      open: (href) => front?.show(href),
    }),
    {
      dataDir,
      version: app.getVersion(),
      safe: isSafe,
      programFolder: app.getAppPath(),
      policies: systemPolicies(process.platform, userInfo().username),
    },
  )
  closeWithProgram(host)
  previews = await host.livePreviewOrigin()
  guardPages(app, { offerExternal: (url) => void host.invoke('app.openExternal', { url }), previews })
  guardSession(session.defaultSession)
  const memoryFiles = createMemoryFiles(host.spool)
  serveApp(built('renderer'), host, memoryFiles)
  bindIpc(host, memoryFiles, (pageId) => front?.heard(pageId))
  const chosen = await followSettings(host, dataDir)
  const unsaved = { titles: host.unsaved, forget: () => void host.invoke('app.setUnsaved', { titles: [] }) }
  const preload = built('preload', 'bridge.cjs')
  const stays = {
    wanted: () => chosen()?.keepInTray ?? false,
    onHidden() {
      if (chosen()?.trayTold) return
      void host.invoke('settings.set', { trayTold: true })
      void host.invoke('app.notify', STAYS)
    },
  }
  const shown = createFront((href, visible) =>
    openMainWindow({ dataDir, fresh: isSafe, preload, icon, unsaved, stays, visible, href }),
  )
  front = shown
  registerLinks(app)
  const href = linked && pageOf(linked)
  // A hidden start loads the page all the same: it tells the tray what waits.
  if (given.includes(HIDDEN) && !href) shown.begin()
  else shown.show(href || undefined)
  app.on('second-instance', (_event, argv) => {
    const link = linkAmong(argv)
    if (link) follow(link)
    else shown.show()
  })
  app.on('activate', () => shown.show())
  // On a Mac the program, and with it the sync, stays until it is quit.
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit()
  })
}

/** Opens a link that came from outside. */
function follow(link: string): void {
  if (!front) linked = link
  else front.show(pageOf(link) ?? undefined)
}

/** The built-in server and the sync end before the program does. */
function closeWithProgram(host: Host): void {
  const leave = (): void => app.exit()
  app.once('will-quit', (event) => {
    event.preventDefault()
    void Promise.race([host.close(), delay(CLOSE_MS)]).then(leave, leave)
  })
}

function giveUp(error: unknown): void {
  const reason = error instanceof Error ? error.message : String(error)
  dialog.showErrorBox(
    '站匠无法启动',
    `数据文件夹：${dataDir}\n\n${reason}\n\n请确认这个文件夹可以读写，磁盘没有满，然后重新启动。`,
  )
  app.exit(1)
}
