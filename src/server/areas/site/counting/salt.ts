import { createHmac, randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import { settleSetting } from '#server/db/settings.ts'

const PREFIX = 'counting.salt.'
const BYTES = 32

const known = new WeakMap<Kysely<Database>, { day: number; salt: Promise<string> }>()

/**
 * The salt of a day, the same for all processes. Those of other days are destroyed, so that nobody, with the whole database,
 * can work out an address from what is kept.
 * @param day `yyyyMMdd`
 */
export function saltOf(db: Kysely<Database>, day: number): Promise<string> {
  const kept = known.get(db)
  if (kept?.day === day) return kept.salt
  const salt = settle(db, day)
  known.set(db, { day, salt })
  salt.catch(() => known.delete(db))
  return salt
}

async function settle(db: Kysely<Database>, day: number): Promise<string> {
  const name = `${PREFIX}${day}`
  const salt = await settleSetting(db, name, async () => randomBytes(BYTES).toString('base64url'))
  await db.deleteFrom('setting').where('name', 'like', `${PREFIX}%`).where('name', '!=', name).execute()
  return salt
}

/** 96 bits: enough to tell visitors apart, too few to stand for anything else. */
export const hashOf = (salt: string, ...parts: readonly string[]): string =>
  createHmac('sha256', salt).update(parts.join('\n')).digest('base64url').slice(0, 16)
