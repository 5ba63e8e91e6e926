import { setTimeout as sleep } from 'node:timers/promises'
import type { Settings } from '#shared/contract/host.ts'
import type { BrowserHost } from '../host.ts'
import { findBrowser, hasDisplay, type Machine, type FoundBrowser } from './find.ts'
import { endAfterLastWindow } from './lifetime.ts'
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'

/** How a start shows the page: as the settings say, or as the command line does. */
export type OpenMode = Settings['hostWindow']

export interface Shown {
  /**
   * A person wants a window again (Enter in the terminal, or another start). Answers whether one came.
   * @param mode default: as this start shows the page
   */
  again(mode?: OpenMode): Promise<boolean>
  close(): void
}

interface ShowDeps {
  browserHost: Pick<BrowserHost, 'host' | 'launchAddress' | 'pages' | 'openTab'>
  dataDir: string
  machine: Machine
  mode: OpenMode
  print: (line: string) => void
  end: () => void
}

/** Something is being opened. */
interface Opening {
  came: Promise<boolean>
}

/** ms in which the page of a browser that runs has come, also on a slow computer, and how often is looked. */
const PAGE_MS = 15_000
const LOOK_MS = 200

/** Opens the page in a window of its own, in a tab where there is no browser for that, or not at all. */
export async function showPage(deps: ShowDeps): Promise<Shown> {
  const { browserHost, dataDir, machine, print } = deps
  const { host } = browserHost
  // A later one may give its address to the first one's process and end at once.
  const windows: AppWindow[] = []
  let stop: (() => void) | null = null

  const openTab = (): Opening => ({
    came: browserHost.openTab(browserHost.launchAddress()).then(
      () => true,
      () => false,
    ),
  })
  /** A browser that gave its address to another one and ended has opened nothing before the page is seen. */
  const pageCame = async (opened: AppWindow, openedAt: number): Promise<boolean> => {
    while (browserHost.pages().seenAt <= openedAt) {
      if (Date.now() - openedAt > PAGE_MS) return opened.isRunning()
      await sleep(LOOK_MS, undefined, { ref: false })
    }
    return true
  }
  const openWindow = async (): Promise<Opening> => {
    const browser = await findBrowser((await host.settings.get()).hostBrowser, machine)
    if (!browser) {
      print('没有找到 Edge、Chrome 或 Chromium，改在浏览器标签页中打开')
      return openTab()
    }
    const opened = openAppWindow(browser, browserHost.launchAddress(), profileIn(dataDir))
    const openedAt = Date.now()
    windows.push(opened)
    const page = pageCame(opened, openedAt)
    // Without a page there was no window: a browser that can't run here (no permission, a profile of a newer one).
    const ended = opened.exited.then(async (code) => {
      if (code === 0 || browserHost.pages().seenAt > openedAt) return page
      print(`${browser.title} 没有能打开窗口，改在浏览器标签页中打开`)
      if (windows.every((each) => !each.isRunning())) stop?.()
      return openTab().came
    })
    // A browser on a Mac goes on without a window.
    const isOpen = (): boolean => machine.platform !== 'darwin' && windows.some((each) => each.isRunning())
    const watch = (): (() => void) =>
      endAfterLastWindow({
        pages: () => browserHost.pages(),
        isOpen,
        stays: async () => (await host.settings.get()).hostStays,
        working: () => host.working(),
        say: print,
        end: deps.end,
      })
    // Who started it without a window did not start it for the window that another start asked for.
    if (deps.mode === 'app') stop ??= watch()
    return { came: Promise.race([page, ended]) }
  }
  const open = async (mode: OpenMode): Promise<Opening> => {
    if (mode === 'none' || !hasDisplay(machine)) return { came: Promise.resolve(false) }
    return mode === 'app' ? openWindow() : openTab()
  }
  /** The person at this terminal sees the address above. */
  const openHere = async (): Promise<Opening> => {
    const opening = await open(deps.mode)
    const isWanted = deps.mode !== 'none' && hasDisplay(machine)
    if (isWanted) void opening.came.then((came) => came || print('没有能打开浏览器，请自己打开上面的地址'))
    return opening
  }
  await openHere()
  return {
    again: async (mode) => (await (mode === undefined ? openHere() : open(mode))).came,
    close() {
      stop?.()
      if (machine.platform === 'darwin' && browserHost.pages().open === 0) for (const each of windows) each.close()
    },
  }
}

/** Where the first window opens; the browser remembers where it was moved to. */
const FIRST_SIZE = '1360,860'

interface AppWindow {
  /** Does the browser's process run? It may have given the address to one that ran before. */
  isRunning(): boolean
  /** Its exit code; null for one that could not be started or was killed. */
  readonly exited: Promise<number | null>
  close(): void
}

/** The browser's own folder for our windows: nothing of a person's usual profile, no extension of it, sees the page. */
const profileIn = (dataDir: string): string => join(dataDir, 'browser')

/** Arguments by which a browser of Chromium's family shows a page as a window without tabs and address bar. */
const windowArguments = (address: string, profile: string, isFirst: boolean): string[] => [
  `--app=${address}`,
  `--user-data-dir=${profile}`,
  '--no-first-run',
  '--no-default-browser-check',
  // It ends with its last window.
  '--disable-background-mode',
  ...(isFirst ? [`--window-size=${FIRST_SIZE}`] : []),
]

/** @param address opens the page once @param profile absolute path; made when it is missing */
function openAppWindow(browser: FoundBrowser, address: string, profile: string): AppWindow {
  const isFirst = !existsSync(profile)
  mkdirSync(profile, { recursive: true, mode: 0o700 })
  // In a group of its own: Ctrl+C in the terminal ends the host, and the page keeps what is not saved for the next start.
  const child = spawn(browser.path, windowArguments(address, profile, isFirst), { stdio: 'ignore', detached: true })
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
