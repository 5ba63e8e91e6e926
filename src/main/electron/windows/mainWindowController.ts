import type { BrowserWindow } from 'electron'
import { CHANNEL } from '#shared/contract/ipc.ts'
import type { HostEventMessage } from '#shared/contract/bridge.ts'

/** The program's main window, which is created again after it was closed. */
export interface MainWindowController {
  /** Creates the window without showing it. */
  createHidden(): void
  /** Brings the window to the front, and opens the given page. */
  show(href?: string): void
  /** Call it when a page has subscribed to events. */
  onPageListening(pageId: number): void
  window(): BrowserWindow | null
}

/** @param open creates the window with its first address, visible or not */
export function createMainWindowController(
  open: (href: string, visible: boolean) => BrowserWindow,
): MainWindowController {
  let window: BrowserWindow | null = null
  /** Pages that receive events; a page that is still loading gets the address later. */
  const listening = new Set<number>()
  let waiting: string | null = null
  const getWindow = (): BrowserWindow | null => (window && !window.isDestroyed() ? window : null)
  const sendAddress = (shown: BrowserWindow, href: string): void => {
    const message: HostEventMessage<'page.open'> = { event: 'page.open', payload: { href } }
    shown.webContents.send(CHANNEL.event, message)
  }
  return {
    window: getWindow,
    createHidden() {
      window ??= open('/', false)
    },
    show(href) {
      const shown = getWindow()
      if (!shown) {
        window = open(href ?? '/', true)
        return
      }
      if (shown.isMinimized()) shown.restore()
      shown.show()
      shown.focus()
      if (href === undefined) return
      if (listening.has(shown.webContents.id)) sendAddress(shown, href)
      else waiting = href
    },
    onPageListening(pageId) {
      listening.add(pageId)
      const shown = getWindow()
      if (shown?.webContents.id !== pageId || waiting === null) return
      const href = waiting
      waiting = null
      sendAddress(shown, href)
    },
  }
}
