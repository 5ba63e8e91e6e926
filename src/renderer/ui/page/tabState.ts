import { createEmitter } from '#shared/util/observable.ts'

type Json = string | number | boolean | null | Json[] | { [key: string]: Json }
/** What a page keeps beside its address, by the names that its parts gave. */
export type SavedPageState = Readonly<Record<string, Json>>

/** What goes with a page tab into another window. */
export interface TabState {
  /** What the part of that name had in the former window; undefined: nothing. */
  brought(key: string): unknown
  /** The part has taken it: a part that is opened again later starts afresh. */
  used(key: string): void
  /** @param read what is to go along now; undefined: nothing */
  keep(key: string, read: () => unknown): () => void
  /** All that goes along now. */
  snapshot(): SavedPageState
  /** What a part would let go along is another than before. */
  changed(): void
  /** Calls the listener when that is told, and when a part comes or goes. */
  onChange(listener: () => void): () => void
  /** Is a dialog open that the other window would open, too? */
  hasOpened(): boolean
}

/** Names of what is open over the page begin so. */
export const OPENED = 'opened '

/** @param from what the page brings along */
export function createTabState(from: SavedPageState = {}): TabState {
  const left = new Map<string, unknown>(Object.entries(from))
  const kept = new Map<string, () => unknown>()
  const listeners = createEmitter()
  // Asked while the page is drawn, when no part can be asked.
  let opened = false
  const changed = (): void => {
    opened = [...kept].some(([key, read]) => key.startsWith(OPENED) && read() !== undefined)
    listeners.emit()
  }
  return {
    brought: (key) => left.get(key),
    used: (key) => void left.delete(key),
    keep(key, read) {
      kept.set(key, read)
      changed()
      return () => {
        if (kept.get(key) !== read) return
        kept.delete(key)
        changed()
      }
    },
    snapshot() {
      // Not looked at yet, it goes on as it came.
      const all: Record<string, unknown> = Object.fromEntries(left)
      for (const [key, read] of kept) {
        const value = read()
        if (value !== undefined) all[key] = value
      }
      return JSON.parse(JSON.stringify(all)) as SavedPageState
    },
    changed,
    onChange: listeners.on,
    hasOpened: () => opened,
  }
}
