import { movedTo } from '#shared/domain/pageMove.ts'
import { createObservable } from '#shared/util/observable.ts'
import { inElectron } from '#renderer/data/bridge.ts'
import { forgetTabs } from './storage.ts'

/** The kind of this window. */
interface OwnWindow {
  /** Identifies this window to other windows. */
  id: string
  /** The window shows detached pages, without navigation and home page. */
  torn: boolean
  /** Id of the window that the pages come from. */
  from: string
}

const KEY = 'sitecraft.window'

function begun(): OwnWindow {
  const moved = movedTo(location.pathname + location.search)
  if (moved?.torn) {
    // Browsers copy the session storage of the opener into a new window.
    forgetTabs()
    return { id: moved.ticket, torn: true, from: '' }
  }
  return kept() ?? { id: crypto.randomUUID(), torn: false, from: '' }
}

function kept(): OwnWindow | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? 'null')
    if (typeof stored !== 'object' || stored === null) return null
    const { id, from } = stored as Record<string, unknown>
    return typeof id === 'string' && typeof from === 'string' ? { id, torn: true, from } : null
  } catch {
    return null
  }
}

const own = createObservable<OwnWindow>(begun())

/** This window. Its kind survives a reload. */
export const ownWindow = { get: own.get, subscribe: own.subscribe }

/** Stores that this detached window has its first page. @param from id of the window that the page comes from */
export function settleTorn(from: string): void {
  const { id } = own.get()
  sessionStorage.setItem(KEY, JSON.stringify({ id, from }))
  own.set({ id, torn: true, from })
}

/** Makes this window the main window, because no other main window is open. */
export function becomeMain(): void {
  sessionStorage.removeItem(KEY)
  own.set({ id: crypto.randomUUID(), torn: false, from: '' })
}

/** Name of this window in reports of unsaved work; only Electron asks for each window. */
export const unsavedName = (): string => (own.get().torn && inElectron() ? own.get().id : '')
