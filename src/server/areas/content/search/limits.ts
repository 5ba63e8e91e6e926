/** Limits of one search, however much data there is. */
export interface Limits {
  /** Results per kind. */
  shown: number
  /** Newest entries with the words whose titles are checked. */
  looked: number
}

export const LIMITS: Limits = { shown: 8, looked: 500 }

/** Path of a list that is searched for the key. */
export const withKey = (path: string, key: string): string =>
  `${path}?${new URLSearchParams({ key: key.slice(0, 100) })}`
