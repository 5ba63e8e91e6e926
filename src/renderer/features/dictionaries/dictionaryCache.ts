import { operations, type OutputOf } from '#shared/contract/registry.ts'

const KEY = 'sitecraft.dictionaries'
type Dictionaries = OutputOf<'dictionary.page'>

interface Cached {
  /** Connection, account and site. */
  owner: string
  page: unknown
}

/** B·§7: the dictionaries last read in this window for the owner; shown until the server has answered. */
export function cachedDictionaries(owner: string): Dictionaries | undefined {
  try {
    const cached = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as Cached | null
    return cached?.owner === owner ? operations['dictionary.page'].output.parse(cached.page) : undefined
  } catch {
    return undefined
  }
}

/** Caches them until the window is closed, for one owner at a time. */
export function cacheDictionaries(owner: string, page: Dictionaries): void {
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ owner, page } satisfies Cached))
  } catch {
    // The browser's storage is full: without a cache the server is asked each time.
    sessionStorage.removeItem(KEY)
  }
}
