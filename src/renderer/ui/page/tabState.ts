import { createEmitter } from '#shared/util/observable.ts'

type Json = string | number | boolean | null | Json[] | { [key: string]: Json }
/** State of a page besides its address, by the names of its parts. */
export type SavedPageState = Readonly<Record<string, Json>>

/** State that moves with a page tab into another window. */
export interface TabState {
  /** The state of a part in the former window; undefined for none. */
  getRestored(key: string): unknown
  /** Discards a part's state from the former window after its use, so that the part starts empty the next time. */
  discardRestored(key: string): void
  /** Registers a part. @param read returns its current state; undefined for none @returns unregisters it */
  register(key: string, read: () => unknown): () => void
  /** The current state of all parts. */
  snapshot(): SavedPageState
  /** Notifies about a change of a part's state. */
  notifyChange(): void
  /** Calls the listener after such a change, and when a part is registered or removed. */
  onChange(listener: () => void): () => void
  /** Whether a dialog is open that the other window would open too. */
  hasOpenDialog(): boolean
}

/** Prefix of the names of dialogs that are open over the page. */
export const OPEN_PREFIX = 'opened '

/** @param from state from the former window */
export function createTabState(from: SavedPageState = {}): TabState {
  const restored = new Map<string, unknown>(Object.entries(from))
  const readers = new Map<string, () => unknown>()
  const listeners = createEmitter()
  // Stored, because the parts can't be read while the page is rendered.
  let isOpen = false
  const changed = (): void => {
    isOpen = [...readers].some(([key, read]) => key.startsWith(OPEN_PREFIX) && read() !== undefined)
    listeners.emit()
  }
  return {
    getRestored: (key) => restored.get(key),
    discardRestored: (key) => void restored.delete(key),
    register(key, read) {
      readers.set(key, read)
      changed()
      return () => {
        if (readers.get(key) !== read) return
        readers.delete(key)
        changed()
      }
    },
    snapshot() {
      // State that no part has used yet moves on unchanged.
      const all: Record<string, unknown> = Object.fromEntries(restored)
      for (const [key, read] of readers) {
        const value = read()
        if (value !== undefined) all[key] = value
      }
      return JSON.parse(JSON.stringify(all)) as SavedPageState
    },
    notifyChange: changed,
    onChange: listeners.on,
    hasOpenDialog: () => isOpen,
  }
}
