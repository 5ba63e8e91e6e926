/** How far one search goes, however much there is. */
export interface Limits {
  /** Of each kind that are answered. */
  shown: number
  /** The newest entries with the words that are looked at. */
  looked: number
}

export const LIMITS: Limits = { shown: 8, looked: 500 }

/** The list of a screen, searched for the key. */
export const withKey = (path: string, key: string): string =>
  `${path}?${new URLSearchParams({ key: key.slice(0, 100) })}`
