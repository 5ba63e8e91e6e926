const KEY = 'sitecraft.recentCommands'
/** Limit of remembered commands for each account. */
const MOST = 30
const KINDS = ['entry', 'template', 'person', 'file'] as const

/** A recently used command. A search result also stores the fields that are needed to show and open it. */
export interface Remembered {
  name: string
  kind?: (typeof KINDS)[number] | undefined
  title?: string | undefined
  group?: string | undefined
  path?: string | undefined
}

type Fields = Partial<Record<string, unknown>>
const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isText = (value: unknown): value is string | undefined => value === undefined || typeof value === 'string'

// Validated by hand: a schema would add all of zod to the first script.
function remembered(value: unknown): Remembered | null {
  // Earlier versions stored names alone.
  if (typeof value === 'string') return { name: value }
  if (!isObject(value)) return null
  const { name, title, group, path } = value
  const kind = KINDS.find((known) => known === value.kind)
  if (typeof name !== 'string' || (value.kind !== undefined && !kind)) return null
  return isText(title) && isText(group) && isText(path) ? { name, kind, title, group, path } : null
}

/** The recent commands of all accounts; empty when the stored value is invalid. */
function load(): Record<string, readonly Remembered[]> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}')
    if (!isObject(kept)) return {}
    const read = Object.entries(kept).map(([account, list]) => {
      const own = Array.isArray(list) ? list.map(remembered) : [null]
      return own.every((each) => each !== null) ? ([account, own] as const) : null
    })
    return read.every((each) => each !== null) ? Object.fromEntries(read) : {}
  } catch {
    return {}
  }
}

/** The recent commands of the account, newest first. */
export const recentCommands = (account: string): readonly Remembered[] => load()[account] ?? []

export function rememberCommand(account: string, used: Remembered): void {
  const own = [used, ...recentCommands(account).filter(({ name }) => name !== used.name)].slice(0, MOST)
  localStorage.setItem(KEY, JSON.stringify({ ...load(), [account]: own }))
}
