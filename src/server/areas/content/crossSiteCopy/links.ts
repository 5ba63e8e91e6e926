import type { Kysely } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import type { EntryRow } from '../entry/index.ts'

/** Those of the entries that the rule has copied before. */
export async function alreadyCopied(
  db: Kysely<Database>,
  ruleId: number,
  rows: readonly EntryRow[],
): Promise<Set<number>> {
  const links = await db
    .selectFrom('copy_link')
    .select('sourceId')
    .where('ruleId', '=', ruleId)
    .where('sourceId', 'in', [...rows.map(({ id }) => id), -1])
    .execute()
  return new Set(links.map(({ sourceId }) => sourceId))
}

/** A chain of rules is followed back so far. */
const STEPS = 50

/** Those of the entries that are copies, over any number of rules, of what is in the column. */
export async function comesFrom(
  db: Kysely<Database>,
  classId: number,
  rows: readonly EntryRow[],
): Promise<Set<number>> {
  const found = new Set<number>()
  /** Which of the rows a forerunner belongs to. */
  let known = new Map(rows.map(({ id }) => [id, [id]]))
  for (let step = 0; step < STEPS && known.size > 0; step++) {
    const links = await db
      .selectFrom('copy_link')
      .innerJoin('content', 'content.id', 'copy_link.sourceId')
      .select(['copy_link.sourceId', 'copy_link.targetId', 'content.classId'])
      .where('copy_link.targetId', 'in', [...known.keys()])
      .execute()
    const before = new Map<number, number[]>()
    for (const link of links) {
      const own = known.get(link.targetId) ?? []
      if (link.classId === classId) for (const id of own) found.add(id)
      else before.set(link.sourceId, [...(before.get(link.sourceId) ?? []), ...own])
    }
    known = before
  }
  // Entries copied by hand have no link: their xgid is the id of the first one.
  const copies = rows.filter(({ id, xgid }) => xgid !== 0 && xgid !== id)
  const first = await db
    .selectFrom('content')
    .select('id')
    .where('id', 'in', [...copies.map(({ xgid }) => xgid), -1])
    .where('classId', '=', classId)
    .execute()
  const there = new Set(first.map(({ id }) => id))
  for (const { id, xgid } of copies) if (there.has(xgid)) found.add(id)
  return found
}
