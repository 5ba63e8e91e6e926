const KEY = 'sitecraft.recentCommands'
/** Limit of remembered commands for each account. */
const MAX_COMMANDS = 30
const KINDS = ['entry', 'template', 'person', 'file'] as const

/** A recently used command. A search result also stores the fields that are needed to show and open it. */
export interface RecentCommand {
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
function parseRecentCommand(value: unknown): RecentCommand | null {
  // Earlier versions stored names alone.
  if (typeof value === 'string') return { name: value }
  if (!isObject(value)) return null
  const { name, title, group, path } = value
  const kind = KINDS.find((known) => known === value.kind)
  if (typeof name !== 'string' || (value.kind !== undefined && !kind)) return null
  return isText(title) && isText(group) && isText(path) ? { name, kind, title, group, path } : null
}

/** The recent commands of all accounts; empty when the stored value is invalid. */
function load(): Record<string, readonly RecentCommand[]> {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}')
    if (!isObject(stored)) return {}
    const read = Object.entries(stored).map(([account, list]) => {
      const own = Array.isArray(list) ? list.map(parseRecentCommand) : [null]
      return own.every((each) => each !== null) ? ([account, own] as const) : null
    })
    return read.every((each) => each !== null) ? Object.fromEntries(read) : {}
  } catch {
    return {}
  }
}

/** The recent commands of the account, newest first. */
export const recentCommands = (account: string): readonly RecentCommand[] => load()[account] ?? []

export function rememberCommand(account: string, used: RecentCommand): void {
  const own = [used, ...recentCommands(account).filter(({ name }) => name !== used.name)].slice(0, MAX_COMMANDS)
  localStorage.setItem(KEY, JSON.stringify({ ...load(), [account]: own }))
}
