import type { BrowserWindow } from 'electron'
import { CHANNEL } from '#shared/contract/ipc.ts'
import type { HostEventMessage } from '#shared/contract/bridge.ts'

/** The program's window, which is opened again when it has been closed. */
export interface Front {
  /** Makes it without showing it. */
  begin(): void
  /** Brings it to the front, at this address of its page where one is given. */
  show(href?: string): void
  /** This page hears events from now on. */
  heard(pageId: number): void
  window(): BrowserWindow | null
}

/** @param open makes the window, with the address that it begins at, and shows it or not */
export function createFront(open: (href: string, visible: boolean) => BrowserWindow): Front {
  let window: BrowserWindow | null = null
  /** Pages that hear events; one that still loads is told afterwards. */
  const listening = new Set<number>()
  let waiting: string | null = null
  const alive = (): BrowserWindow | null => (window && !window.isDestroyed() ? window : null)
  const tell = (shown: BrowserWindow, href: string): void => {
    const message: HostEventMessage<'page.open'> = { event: 'page.open', payload: { href } }
    shown.webContents.send(CHANNEL.event, message)
  }
  return {
    window: alive,
    begin() {
      window ??= open('/', false)
    },
    show(href) {
      const shown = alive()
      if (!shown) {
        window = open(href ?? '/', true)
        return
      }
      if (shown.isMinimized()) shown.restore()
      shown.show()
      shown.focus()
      if (href === undefined) return
      if (listening.has(shown.webContents.id)) tell(shown, href)
      else waiting = href
    },
    heard(pageId) {
      listening.add(pageId)
      const shown = alive()
      if (shown?.webContents.id !== pageId || waiting === null) return
      const href = waiting
      waiting = null
      tell(shown, href)
    },
  }
}
