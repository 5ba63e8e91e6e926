import type { Kysely, Transaction } from 'kysely'
import { reserveIds } from '#server/db/dialect.ts'
import type { Database } from '#server/db/schema.ts'
import { AppError } from '#shared/errors/index.ts'

type Db = Kysely<Database>

/** How far an import is: the journal by which it goes on after a kill. */
export interface ImportState {
  id: number
  /** Of the site that it will be. */
  siteId: number
  /** Name of the step that it is at, and how many lines of it are done. */
  step: string
  line: number
}

/** The state of the job's import; a new one begins with the first step, and with a number for its site. */
export async function importStateOf(db: Db, jobId: number, firstStep: string): Promise<ImportState> {
  return db.transaction().execute(async (tx) => {
    const known = await tx
      .selectFrom('site_import')
      .select(['id', 'siteId', 'step', 'line'])
      .where('jobId', '=', jobId)
      .executeTakeFirst()
    if (known) return known
    const [siteId = 0] = await reserveIds(tx, 'site', 1)
    return tx
      .insertInto('site_import')
      .values({ jobId, siteId, step: firstStep, line: 0 })
      .returning(['id', 'siteId', 'step', 'line'])
      .executeTakeFirstOrThrow()
  })
}

/**
 * Notes in the work's own transaction that a part of the import is done, so that it is done once. AppError `cancelled` when
 * another process is further: it took the job over.
 */
export async function noteDone(
  tx: Transaction<Database> | Db,
  state: ImportState,
  now: { step: string; line: number },
): Promise<void> {
  const row = await tx
    .updateTable('site_import')
    .set(now)
    .where('id', '=', state.id)
    .where('step', '=', state.step)
    .where('line', '=', state.line)
    .returning('id')
    .executeTakeFirst()
  if (!row) throw new AppError('cancelled', '已取消')
}
