import { z } from 'zod'

const KEY = 'sitecraft.recentCommands'
/** That are remembered for each account. */
const MOST = 30

/** What is kept of a thing that a server or a workspace found: enough to show it and to go there. */
const remembered = z.object({
  name: z.string(),
  kind: z.enum(['entry', 'template', 'person', 'file']).optional(),
  title: z.string().optional(),
  group: z.string().optional(),
  path: z.string().optional(),
})
export type Remembered = z.output<typeof remembered>

/** Names alone are what earlier versions kept. */
const kept = z.record(z.string(), z.array(z.union([z.string().transform((name) => ({ name })), remembered])))

function load(): Record<string, readonly Remembered[]> {
  try {
    return kept.catch({}).parse(JSON.parse(localStorage.getItem(KEY) ?? '{}'))
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
