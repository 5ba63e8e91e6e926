import { parseMoveAddress } from '#shared/domain/pageMove.ts'
import { createObservable } from '#shared/util/observable.ts'
import { inElectron } from '#renderer/data/bridge.ts'
import { forgetTabs } from './storage.ts'

/** The kind of this window. */
interface OwnWindow {
  /** Identifies this window to other windows. */
  id: string
  /** The window shows detached pages, without navigation and home page. */
  isDetached: boolean
  /** Id of the window that the pages come from. */
  sourceId: string
}

const KEY = 'sitecraft.window'

function initialWindow(): OwnWindow {
  const moved = parseMoveAddress(location.pathname + location.search)
  if (moved?.torn) {
    // Browsers copy the session storage of the opener into a new window.
    forgetTabs()
    return { id: moved.ticket, isDetached: true, sourceId: '' }
  }
  return readStoredWindow() ?? { id: crypto.randomUUID(), isDetached: false, sourceId: '' }
}

function readStoredWindow(): OwnWindow | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null')
    if (typeof stored !== 'object' || stored === null) return null
    const { id, from } = stored as Record<string, unknown>
    return typeof id === 'string' && typeof from === 'string' ? { id, isDetached: true, sourceId: from } : null
  } catch {
    return null
  }
}

const windowState = createObservable<OwnWindow>(initialWindow())

/** This window. Its kind survives a reload. */
export const ownWindow = { get: windowState.get, subscribe: windowState.subscribe }

/** Stores that this detached window has its first page. @param from id of the window that the page comes from */
export function storeDetachedWindow(from: string): void {
  const { id } = windowState.get()
  sessionStorage.setItem(KEY, JSON.stringify({ id, from }))
  windowState.set({ id, isDetached: true, sourceId: from })
}

/** Makes this window the main window, because no other main window is open. */
export function becomeMain(): void {
  sessionStorage.removeItem(KEY)
  windowState.set({ id: crypto.randomUUID(), isDetached: false, sourceId: '' })
}

/** Name of this window in reports of unsaved work; only Electron asks for each window. */
export const unsavedWindowName = (): string =>
  windowState.get().isDetached && inElectron() ? windowState.get().id : ''
