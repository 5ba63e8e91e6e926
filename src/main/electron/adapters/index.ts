import { app, session, BrowserWindow, dialog, nativeImage, utilityProcess, Notification, shell } from 'electron'
import { createKeychain } from '#services/auth/keychain.ts'
import type {
  PageWindows,
  Ports,
  Dialogs,
  Dragger,
  BackendLauncher,
  Notifier,
  ProcessUse,
  Shell,
} from '#services/ports.ts'
import { createDesktopIntegration } from './desktopIntegration.ts'
import { findUpdateObstacle } from './installedBy.ts'
import { createLazyUpdater } from './lazyUpdater.ts'
import { createDisabledUpdater } from './noUpdates.ts'
import { readUpdateSource } from './updateSource.ts'
import { rememberFolder, suggestedPath } from '../lastFolder.ts'
import { createInterface } from 'node:readline'
import { type FromServer, STOP } from '#shared/contract/serverProcess.ts'
import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from '#shared/errors/index.ts'
import { externalAddress } from '../security/rules.ts'

/**
 * The ports of Electron for the services.
 * @param server see createLauncher
 * @param previews see createShell
 * @param desk see createDesktopIntegration; `openPage` opens a window with one page
 */
export function createPorts(
  server: { entry: string; resources: string; updates: string },
  previews: () => string,
  desk: { icon: string; open: (href?: string) => void; openPage: PageWindows['open'] },
): Ports {
  const refused = app.isPackaged ? findUpdateObstacle(process.platform, process.execPath) : '开发环境中运行，不检查更新'
  return {
    host: 'electron',
    secrets: createKeychain(),
    dialogs: createDialogs(),
    shell: createShell(previews),
    notifier: createNotifier(desk.open),
    desktop: createDesktopIntegration(desk),
    dragger: createDragger(desk.icon),
    pageWindows: { open: desk.openPage, showMainWindow: desk.open },
    clock: { now: () => new Date() },
    launcher: createLauncher(server),
    // Chromium uses the system's settings, its PAC script and automatic discovery.
    proxies: (url) => session.defaultSession.resolveProxy(url),
    processes: async () => measureProcesses(),
    updater: refused
      ? () => createDisabledUpdater(refused)
      : (outgoing, kept) => createLazyUpdater(readUpdateSource(server.updates), outgoing, kept),
    program: getProgramCommand(),
    links: null,
  }
}

/**
 * Command that starts this program. An AppImage runs from a different folder each time, so its file is used; in
 * development Electron needs the project folder as an argument.
 */
const getProgramCommand = (): Ports['program'] => ({
  command: process.env['APPIMAGE'] ?? process.execPath,
  args: app.isPackaged ? [] : [app.getAppPath()],
})

/** The system's dialogs, attached to the focused window. */
function createDialogs(): Dialogs {
  return {
    native: true,

    async chooseFolder() {
      const options: Electron.OpenDialogOptions = {
        title: '选择文件夹',
        buttonLabel: '选择',
        properties: ['openDirectory', 'createDirectory'],
      }
      const parent = BrowserWindow.getFocusedWindow()
      const answer = await (parent ? dialog.showOpenDialog(parent, options) : dialog.showOpenDialog(options))
      return answer.canceled ? null : (answer.filePaths[0] ?? null)
    },

    async chooseSaveFile(suggestedName) {
      const options: Electron.SaveDialogOptions = {
        title: '保存到',
        buttonLabel: '保存',
        defaultPath: suggestedPath(suggestedName),
        properties: ['createDirectory', 'showOverwriteConfirmation'],
      }
      const parent = BrowserWindow.getFocusedWindow()
      const answer = await (parent ? dialog.showSaveDialog(parent, options) : dialog.showSaveDialog(options))
      if (answer.canceled || answer.filePath === '') return null
      rememberFolder(answer.filePath)
      return answer.filePath
    },
  }
}

/** Pixels of the picture beside the pointer. */
const DRAG_PICTURE_SIZE = 32

/** Starts the system's file drag. @param icon absolute path of the program's icon */
const createDragger = (icon: string): Dragger => ({
  start(paths) {
    const page = BrowserWindow.getFocusedWindow()?.webContents
    const [file] = paths
    if (!page || file === undefined) return false
    const picture = nativeImage.createFromPath(icon).resize({ width: DRAG_PICTURE_SIZE, height: DRAG_PICTURE_SIZE })
    page.startDrag({ file, files: [...paths], icon: picture })
    return true
  },
})

/** ms. A server that takes longer to finish its work is killed. */
const STOP_TIMEOUT_MS = 10_000

/**
 * Runs the built-in server in a utility process, so that slow SQL never blocks a window.
 * @param entry absolute path of the built server
 * @param resources absolute path of the product's own files
 */
function createLauncher({ entry, resources }: { entry: string; resources: string }): BackendLauncher {
  return {
    launch(args, env) {
      const child = utilityProcess.fork(entry, [...args], {
        stdio: 'pipe',
        env: { ...process.env, SITECRAFT_RESOURCES: resources, ...env },
        serviceName: '站匠服务器',
      })
      const listeners = new Set<(line: string) => void>()
      const say = (line: string): void => listeners.forEach((listener) => listener(line))
      // The server's log. Important lines also come as messages, because an exit cuts the streams off.
      for (const input of [child.stdout, child.stderr]) if (input) createInterface({ input }).on('line', say)
      let code: number | null = null
      child.on('message', (message: FromServer) => {
        if ('line' in message) return say(message.line)
        code = message.ended
        // A utility process doesn't exit by itself.
        child.kill()
      })
      const exited = new Promise<number | null>((resolve) => {
        child.once('exit', (exitCode) => resolve(code ?? exitCode))
      })
      return {
        // The process has no id before it has started.
        get pid() {
          return child.pid
        },
        exited,
        onLine: (listener) => void listeners.add(listener),
        stop() {
          child.postMessage(STOP)
          const killer = setTimeout(() => child.kill(), STOP_TIMEOUT_MS)
          void exited.then(() => clearTimeout(killer))
        },
      }
    },
  }
}

/** ms. A notification that is not displayed within this time counts as not shown. */
const DISPLAY_TIMEOUT_MS = 2000

/** System notifications, and the progress bar of the task bar or dock. @param open brings the window to the front */
function createNotifier(open: (href?: string) => void): Notifier {
  // Keeps references, because a garbage-collected notification loses its click handler.
  const shown = new Set<Notification>()
  return {
    async notify(title, body, href) {
      if (isInFront(href)) return true
      if (!Notification.isSupported()) return false
      const notification = new Notification({ title, body })
      shown.add(notification)
      notification.on('click', () => open(href === '' ? undefined : href))
      for (const end of ['click', 'close', 'failed'] as const)
        notification.on(end as 'close', () => void shown.delete(notification))
      // Notifications that the user has disabled in the system fail without an error.
      const outcome = new Promise<boolean>((resolve) => {
        notification.once('show', () => resolve(true))
        notification.once('failed' as 'close', () => resolve(false))
      })
      notification.show()
      return Promise.race([outcome, delay(DISPLAY_TIMEOUT_MS, false, { ref: false })])
    },
    progress(value) {
      // Electron takes a negative number for "no bar".
      for (const window of BrowserWindow.getAllWindows()) window.setProgressBar(value ?? -1)
    },
  }
}

/** Whether the focused window of the program shows this page. */
function isInFront(href: string): boolean {
  const seen = BrowserWindow.getFocusedWindow()?.webContents.getURL() ?? ''
  return href !== '' && URL.canParse(href, seen) && new URL(href, seen).href === seen
}

const PROCESS_NAMES: Record<string, string> = {
  Browser: '站匠',
  Tab: '窗口',
  GPU: '图形',
  Zygote: '准备进程',
  'Sandbox helper': '沙箱',
  Utility: '辅助进程',
}

/** All processes of the program as measured by Chromium, including the built-in server. */
function measureProcesses(): ProcessUse[] {
  return app.getAppMetrics().map(({ pid, type, name, cpu, memory }) => ({
    name: name || (PROCESS_NAMES[type] ?? type),
    pid,
    cpu: cpu.percentCPUUsage,
    // Kilobytes.
    memory: memory.workingSetSize * 1024,
  }))
}

/** The system's browser and file manager. @param previews origin of the live previews, '' until it is known */
function createShell(previews: () => string): Shell {
  return {
    async openExternal(url) {
      const address = externalAddress(url, previews())
      if (!address) throw new AppError('forbidden', '只能打开以 https:// 开头的链接')
      await shell.openExternal(address)
    },
    async revealFolder(path) {
      const problem = await shell.openPath(path)
      if (problem) throw new AppError('not-found', `无法打开文件夹，请确认该文件夹存在：${path}`, { cause: problem })
    },
  }
}
