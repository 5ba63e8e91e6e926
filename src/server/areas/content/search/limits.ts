/** Limits of one search, however much data there is. */
export interface Limits {
  /** Results per kind. */
  maxResults: number
  /** Newest entries with the words whose titles are checked. */
  looked: number
}

export const LIMITS: Limits = { maxResults: 8, looked: 500 }

/** Path of a list that is searched for the key. */
export const toSearchPath = (path: string, key: string): string =>
  `${path}?${new URLSearchParams({ key: key.slice(0, 100) })}`
