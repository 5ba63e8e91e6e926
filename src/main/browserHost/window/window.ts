import { setTimeout as sleep } from 'node:timers/promises'
import type { Settings } from '#shared/contract/host.ts'
import type { BrowserHost } from '../host.ts'
import { findBrowser, hasDisplay, type Machine, type FoundBrowser } from './find.ts'
import { endAfterLastWindow } from './lifetime.ts'
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'

/** How a start opens the page: by the settings or the command line. */
export type OpenMode = Settings['hostWindow']

export interface PageWindow {
  /**
   * Opens another window on request (Enter in the terminal, or another start). Returns whether it opened.
   * @param mode default: the mode of this start
   */
  openAgain(mode?: OpenMode): Promise<boolean>
  close(): void
}

interface ShowDeps {
  browserHost: Pick<BrowserHost, 'host' | 'createLaunchAddress' | 'pages' | 'openTab'>
  dataDir: string
  machine: Machine
  mode: OpenMode
  print: (line: string) => void
  end: () => void
}

/** A window or tab that is being opened. */
interface Opening {
  hasOpened: Promise<boolean>
}

/** ms. Timeout for the page of a running browser, also on a slow computer, and the poll interval. */
const PAGE_MS = 15_000
const POLL_MS = 200

/** Opens the page in its own window, in a tab if no browser supports that, or not at all. */
export async function openPage(deps: ShowDeps): Promise<PageWindow> {
  const { browserHost, dataDir, machine, print } = deps
  const { host } = browserHost
  // A later browser process may pass its address to the first one and end at once.
  const windows: AppWindow[] = []
  let stop: (() => void) | null = null

  const openTab = (): Opening => ({
    hasOpened: browserHost.openTab(browserHost.createLaunchAddress()).then(
      () => true,
      () => false,
    ),
  })
  /** Whether the page has opened. A browser process that passed its address to another one and ended proves nothing. */
  const waitForPage = async (opened: AppWindow, openedAt: number): Promise<boolean> => {
    while (browserHost.pages().seenAt <= openedAt) {
      if (Date.now() - openedAt > PAGE_MS) return opened.isRunning()
      await sleep(POLL_MS, undefined, { ref: false })
    }
    return true
  }
  const openWindow = async (): Promise<Opening> => {
    const browser = await findBrowser((await host.settings.get()).hostBrowser, machine)
    if (!browser) {
      print('没有找到 Edge、Chrome 或 Chromium，改在浏览器标签页中打开')
      return openTab()
    }
    const opened = openAppWindow(browser, browserHost.createLaunchAddress(), profileFolder(dataDir))
    const openedAt = Date.now()
    windows.push(opened)
    const page = waitForPage(opened, openedAt)
    // An exit without a page means that the browser can't run here (no permission, or a profile of a newer version).
    const ended = opened.exited.then(async (code) => {
      if (code === 0 || browserHost.pages().seenAt > openedAt) return page
      print(`${browser.title} 无法打开窗口，改在浏览器标签页中打开`)
      if (windows.every((each) => !each.isRunning())) stop?.()
      return openTab().hasOpened
    })
    // On macOS a browser keeps running without a window.
    const isOpen = (): boolean => machine.platform !== 'darwin' && windows.some((each) => each.isRunning())
    const watch = (): (() => void) =>
      endAfterLastWindow({
        pages: () => browserHost.pages(),
        isOpen,
        shouldStay: async () => (await host.settings.get()).hostStays,
        working: () => host.working(),
        print: print,
        end: deps.end,
      })
    // A program that was started without a window must not end with a window that another start requested.
    if (deps.mode === 'app') stop ??= watch()
    return { hasOpened: Promise.race([page, ended]) }
  }
  const open = async (mode: OpenMode): Promise<Opening> => {
    if (mode === 'none' || !hasDisplay(machine)) return { hasOpened: Promise.resolve(false) }
    return mode === 'app' ? openWindow() : openTab()
  }
  /** The user at this terminal sees the address above. */
  const openAsStarted = async (): Promise<Opening> => {
    const opening = await open(deps.mode)
    const isWanted = deps.mode !== 'none' && hasDisplay(machine)
    if (isWanted) void opening.hasOpened.then((came) => came || print('无法打开浏览器，请手动打开上方的地址'))
    return opening
  }
  await openAsStarted()
  return {
    openAgain: async (mode) => (await (mode === undefined ? openAsStarted() : open(mode))).hasOpened,
    close() {
      stop?.()
      if (machine.platform === 'darwin' && browserHost.pages().open === 0) for (const each of windows) each.close()
    },
  }
}

/** Size of the first window; later the browser restores the last position. */
const FIRST_SIZE = '1360,860'

interface AppWindow {
  /** Whether the browser's process runs. It may have passed the address to an earlier process. */
  isRunning(): boolean
  /** Its exit code; null if it could not be started or was killed. */
  readonly exited: Promise<number | null>
  close(): void
}

/** The browser profile of this program: separate from the user's profile and its extensions. */
const profileFolder = (dataDir: string): string => join(dataDir, 'browser')

/** Arguments that make a Chromium-based browser show a page as a window without tabs and address bar. */
const createWindowArguments = (address: string, profile: string, isFirst: boolean): string[] => [
  `--app=${address}`,
  `--user-data-dir=${profile}`,
  '--no-first-run',
  '--no-default-browser-check',
  // The browser ends with its last window.
  '--disable-background-mode',
  ...(isFirst ? [`--window-size=${FIRST_SIZE}`] : []),
]

/** @param address opens the page once @param profile absolute path; created if missing */
function openAppWindow(browser: FoundBrowser, address: string, profile: string): AppWindow {
  const isFirst = !existsSync(profile)
  mkdirSync(profile, { recursive: true, mode: 0o700 })
  // In its own process group: Ctrl+C in the terminal ends only the host, and the page keeps unsaved text for the next
  // start.
  const child = spawn(browser.path, createWindowArguments(address, profile, isFirst), {
    stdio: 'ignore',
    detached: true,
  })
  let isRunning = true
  const exited = new Promise<number | null>((resolve) => {
    const ended = (code: number | null): void => {
      isRunning = false
      resolve(code)
    }
    child.once('error', () => ended(null))
    child.once('exit', ended)
  })
  child.unref()
  return { isRunning: () => isRunning, exited, close: () => void child.kill() }
}
