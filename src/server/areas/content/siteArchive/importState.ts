import type { Kysely, Transaction } from 'kysely'
import { reserveIds } from '#server/db/dialect.ts'
import type { Database } from '#server/db/schema.ts'
import { AppError } from '#shared/errors/index.ts'

type Db = Kysely<Database>

/** Progress of an import, from which a killed import continues. */
export interface ImportState {
  id: number
  /** Id reserved for the new site. */
  siteId: number
  /** Name of the current step, and the number of its lines that are imported. */
  step: string
  line: number
}

/** Reads the state of the job's import, or creates one at the first step with a reserved site id. */
export async function openImportState(db: Db, jobId: number, firstStep: string): Promise<ImportState> {
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
 * Records progress in the transaction of the imported lines, so that no line is imported twice. AppError `cancelled`
 * when another process has taken the job over and is further.
 */
export async function advanceImport(
  tx: Transaction<Database> | Db,
  state: ImportState,
  next: { step: string; line: number },
): Promise<void> {
  const row = await tx
    .updateTable('site_import')
    .set(next)
    .where('id', '=', state.id)
    .where('step', '=', state.step)
    .where('line', '=', state.line)
    .returning('id')
    .executeTakeFirst()
  if (!row) throw new AppError('cancelled', '已取消')
}
