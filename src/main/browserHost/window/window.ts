import type { Settings } from '#shared/contract/host.ts'
import type { BrowserHost } from '../host.ts'
import { findBrowser, hasDisplay, type Machine } from './find.ts'
import { endAfterLastWindow } from './lifetime.ts'
import { type AppWindow, openAppWindow, profileIn } from './open.ts'

/** How a start shows the page: as the settings say, or as the command line does. */
export type OpenMode = Settings['hostWindow']

export interface Shown {
  /** A person wants a window again (Enter in the terminal, or another start). */
  again(): Promise<void>
  close(): void
}

export interface ShowDeps {
  browserHost: Pick<BrowserHost, 'host' | 'launchAddress' | 'pages' | 'openTab'>
  dataDir: string
  machine: Machine
  mode: OpenMode
  print: (line: string) => void
  end: () => void
}

/** Opens the page in a window of its own, in a tab where there is no browser for that, or not at all. */
export async function showPage(deps: ShowDeps): Promise<Shown> {
  const { browserHost, dataDir, machine, print } = deps
  const { host } = browserHost
  // A later one may give its address to the first one's process and end at once.
  const windows: AppWindow[] = []
  let stop: (() => void) | null = null

  const openTab = async (): Promise<void> => {
    await browserHost.openTab(browserHost.launchAddress()).catch(() => print('没有能打开浏览器，请自己打开上面的地址'))
  }
  const openWindow = async (): Promise<void> => {
    const browser = await findBrowser((await host.settings.get()).hostBrowser, machine)
    if (!browser) {
      print('没有找到 Edge、Chrome 或 Chromium，改在浏览器标签页里打开')
      return openTab()
    }
    const opened = openAppWindow(browser, browserHost.launchAddress(), profileIn(dataDir))
    const openedAt = Date.now()
    windows.push(opened)
    // Without a page there was no window: a browser that can't run here (no permission, a profile of a newer one).
    void opened.exited.then(async (code) => {
      if (code === 0 || browserHost.pages().seenAt > openedAt) return
      print(`${browser.title} 没有能打开窗口，改在浏览器标签页里打开`)
      if (windows.every((each) => !each.isRunning())) stop?.()
      await openTab()
    })
    // A browser on a Mac goes on without a window.
    const isOpen = (): boolean => machine.platform !== 'darwin' && windows.some((each) => each.isRunning())
    stop ??= endAfterLastWindow({
      pages: () => browserHost.pages(),
      isOpen,
      stays: async () => (await host.settings.get()).hostStays,
      working: () => host.working(),
      say: print,
      end: deps.end,
    })
  }
  const open = async (): Promise<void> => {
    if (deps.mode === 'none' || !hasDisplay(machine)) return
    await (deps.mode === 'app' ? openWindow() : openTab())
  }
  await open()
  return {
    again: open,
    close() {
      stop?.()
      if (machine.platform === 'darwin' && browserHost.pages().open === 0) for (const each of windows) each.close()
    },
  }
}
