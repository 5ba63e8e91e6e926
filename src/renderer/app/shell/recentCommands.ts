const KEY = 'sitecraft.recentCommands'
/** That are remembered for each account. */
const MOST = 30
const KINDS = ['entry', 'template', 'person', 'file'] as const

/** What is kept of a thing that a server or a workspace found: enough to show it and to go there. */
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

// By hand: a schema would put all of zod into the first script.
function remembered(value: unknown): Remembered | null {
  // Names alone are what earlier versions kept.
  if (typeof value === 'string') return { name: value }
  if (!isObject(value)) return null
  const { name, title, group, path } = value
  const kind = KINDS.find((known) => known === value.kind)
  if (typeof name !== 'string' || (value.kind !== undefined && !kind)) return null
  return isText(title) && isText(group) && isText(path) ? { name, kind, title, group, path } : null
}

/** What all accounts used; nothing of it when any of it can't be read. */
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

/** The commands that the account used, the last one first. */
export const recentCommands = (account: string): readonly Remembered[] => load()[account] ?? []

export function rememberCommand(account: string, used: Remembered): void {
  const own = [used, ...recentCommands(account).filter(({ name }) => name !== used.name)].slice(0, MOST)
  localStorage.setItem(KEY, JSON.stringify({ ...load(), [account]: own }))
}
