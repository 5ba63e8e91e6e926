const KEY = 'sitecraft.recentCommands'
/** That are remembered for each account. */
const MOST = 30

type Kept = Record<string, string[]>

function load(): Kept {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}')
    return typeof stored === 'object' && stored !== null ? (stored as Kept) : {}
  } catch {
    return {}
  }
}

/** Names of the commands that the account used, the last one first. */
export function recentCommands(account: string): readonly string[] {
  const own: unknown = load()[account]
  return Array.isArray(own) ? own.filter((each): each is string => typeof each === 'string') : []
}

export function rememberCommand(account: string, name: string): void {
  const own = [name, ...recentCommands(account).filter((each) => each !== name)].slice(0, MOST)
  localStorage.setItem(KEY, JSON.stringify({ ...load(), [account]: own }))
}
