import { movedTo } from '#shared/domain/pageMove.ts'
import { createObservable } from '#shared/util/observable.ts'
import { inElectron } from '#renderer/data/bridge.ts'
import { forgetTabs } from './storage.ts'

/** What kind of window this page stands in. */
interface OwnWindow {
  /** Names it to other windows. */
  id: string
  /** It shows pages that were torn off, without navigation and home page. */
  torn: boolean
  /** The window that they come from. */
  from: string
}

const KEY = 'sitecraft.window'

function begun(): OwnWindow {
  const moved = movedTo(location.pathname + location.search)
  if (moved?.torn) {
    // A browser gives a new window a copy of what the one that opened it has stored.
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

/** This window; that it is one of torn off pages outlives a reload. */
export const ownWindow = { get: own.get, subscribe: own.subscribe }

/** The first page of this torn window has come. @param from the window that it comes from */
export function settleTorn(from: string): void {
  const { id } = own.get()
  sessionStorage.setItem(KEY, JSON.stringify({ id, from }))
  own.set({ id, torn: true, from })
}

/** There is no main window any more: this one becomes it. */
export function becomeMain(): void {
  sessionStorage.removeItem(KEY)
  own.set({ id: crypto.randomUUID(), torn: false, from: '' })
}

/** Under which name the host knows unsaved work of this window: only Electron asks window by window. */
export const unsavedName = (): string => (own.get().torn && inElectron() ? own.get().id : '')
