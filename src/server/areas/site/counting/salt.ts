import { createHmac, randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { ANALYTICS_DAYS } from '#shared/contract/analytics.ts'
import type { Database } from '#server/db/schema.ts'
import type { ServerDeps } from '#server/deps.ts'
import { perServer } from '#server/hints.ts'
import { settleSetting } from '#server/db/settings.ts'

const PREFIX = 'counting.salt.'
const BYTES = 32

const known = perServer((): { today: { day: number; salt: Promise<string> } | null } => ({ today: null }))

/**
 * The salt of a day, the same for all processes. Those of other days are destroyed, so that nobody, with the whole database,
 * can work out an address from what is kept.
 * @param day `yyyyMMdd`
 */
export function saltOf(deps: ServerDeps, day: number): Promise<string> {
  const kept = known(deps)
  if (kept.today?.day === day) return kept.today.salt
  const salt = settle(deps.db, day)
  kept.today = { day, salt }
  salt.catch(() => (kept.today = null))
  return salt
}

async function settle(db: Kysely<Database>, day: number): Promise<string> {
  const name = `${PREFIX}${day}`
  const salt = await settleSetting(db, name, async () => randomBytes(BYTES).toString('base64url'))
  await db.deleteFrom('setting').where('name', 'like', `${PREFIX}%`).where('name', '!=', name).execute()
  await forgetBefore(db, day)
  return salt
}

/** Takes away what is older than can be asked for, once a day. */
async function forgetBefore(db: Kysely<Database>, day: number): Promise<void> {
  const last = new Date(Math.floor(day / 10_000), (Math.floor(day / 100) % 100) - 1, (day % 100) - ANALYTICS_DAYS)
  for (const table of ['site_visit', 'site_view'] as const)
    await db.deleteFrom(table).where('day', '<', dayNumber(last)).execute()
}

/** `yyyyMMdd` of the local day. */
export const dayNumber = (when: Date): number =>
  when.getFullYear() * 10_000 + (when.getMonth() + 1) * 100 + when.getDate()

/** 96 bits: enough to tell visitors apart, too few to stand for anything else. */
export const hashOf = (salt: string, ...parts: readonly string[]): string =>
  createHmac('sha256', salt).update(parts.join('\n')).digest('base64url').slice(0, 16)
