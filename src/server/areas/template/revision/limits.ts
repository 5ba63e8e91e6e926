import { type Kysely, sql } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import { readSetting, saveSetting } from '#server/db/settings.ts'
import { type RevisionLimits, revisionLimits } from '#shared/contract/templateRevision.ts'
import { DAY_MS } from '#shared/util/dates.ts'

type Db = Kysely<Database>
const SETTING_KEY = 'templateRevisions'
/** Maximum total size of a template's former contents. */
const MAX_TEMPLATE_BYTES = 2 * 1024 ** 3

/** Reads the maximum number and age of a file's versions. */
export async function readLimits(db: Db): Promise<RevisionLimits> {
  const stored = await readSetting(db, SETTING_KEY)
  return revisionLimits.parse(stored === null ? {} : JSON.parse(stored))
}

export const saveLimits = (db: Db, limits: RevisionLimits): Promise<void> =>
  saveSetting(db, SETTING_KEY, JSON.stringify(limits))

/** Deletes versions beyond the limits, but never current ones. */
export async function pruneRevisions(db: Db, now: number, bytes = MAX_TEMPLATE_BYTES): Promise<void> {
  const { versions, days } = await readLimits(db)
  await db
    .deleteFrom('template_revision')
    .where('endTime', '<', now - days * DAY_MS)
    .execute()
  const ended = db.selectFrom('template_revision').where('endTime', 'is not', null)
  const ranked = ended.select([
    'id',
    sql<number>`row_number() over (partition by "templateId", path order by id desc)`.as('place'),
  ])
  await db
    .deleteFrom('template_revision')
    .where('id', 'in', db.selectFrom(ranked.as('ranked')).select('id').where('place', '>', versions))
    .execute()
  const summed = ended
    .where('kept', '=', 1)
    .select(['id', sql<number>`sum(size) over (partition by "templateId" order by id desc)`.as('total')])
  await db
    .deleteFrom('template_revision')
    .where('id', 'in', db.selectFrom(summed.as('summed')).select('id').where('total', '>', bytes))
    .execute()
}
