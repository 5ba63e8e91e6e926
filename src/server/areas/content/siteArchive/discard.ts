import type { ServerDeps } from '#server/deps.ts'
import { sql } from 'kysely'
import { removeIndex } from '../searchIndex/searchIndex.ts'
import type { ImportState } from './importState.ts'
import { KIND_NAMES, kindOf } from './kinds.ts'
import { pruneImportArchives } from './archiveFiles.ts'

type ImportRef = Pick<ImportState, 'id' | 'siteId'>

/** Rows of one transaction, kept short because other writers wait for it. */
const BATCH_ROWS = 500

/**
 * Removes everything that an unfinished import wrote, in batches; a second call continues. Does nothing when the site
 * exists. Entries that the import added to multi-level dictionaries go too, unless they have got children since.
 */
export async function discardImport(deps: ServerDeps, { id, siteId }: ImportRef): Promise<void> {
  const { db } = deps
  const site = await db.selectFrom('site').select('id').where('id', '=', siteId).executeTakeFirst()
  if (site) return forgetImport(deps, { id })
  const columns = await db.selectFrom('site_column').select('id').where('siteId', '=', siteId).execute()
  for (;;) {
    const hasMore = await db.transaction().execute(async (tx) => {
      const rows = await tx.selectFrom('content').select('id').where('siteId', '=', siteId).limit(BATCH_ROWS).execute()
      const ids = rows.map((row) => row.id)
      await removeIndex(tx, ids)
      await tx
        .deleteFrom('content')
        .where('id', 'in', [...ids, 0])
        .execute()
      return ids.length === BATCH_ROWS
    })
    if (!hasMore) break
  }
  await db.transaction().execute(async (tx) => {
    for (const { id: classId } of columns) await tx.deleteFrom('content_count').where('classId', '=', classId).execute()
    await sql`delete from net_worth where "productId" in (select id from net_worth_product where "siteId" = ${siteId})`.execute(
      tx,
    )
    await sql`delete from workflow_node where "workflowId" in (select id from workflow where "siteId" = ${siteId})`.execute(
      tx,
    )
    for (const name of KIND_NAMES) {
      const { ownedBy, table } = kindOf(name)
      if (ownedBy === 'site' && name !== 'contents')
        await sql`delete from ${sql.table(table)} where "siteId" = ${siteId}`.execute(tx)
    }
    await tx.deleteFrom('content_event').where('siteId', '=', siteId).execute()
    await tx.deleteFrom('dictionary').where('siteId', '=', siteId).execute()
    await tx.deleteFrom('attachment').where('siteId', '=', siteId).execute()
  })
  await discardClassify(deps, id)
  await forgetImport(deps, { id })
}

async function discardClassify({ db }: ServerDeps, importId: number): Promise<void> {
  const addedEntries = await db
    .selectFrom('site_import_map')
    .select('newKey')
    .where('importId', '=', importId)
    .where('kind', '=', 'classify')
    .where('isMade', '=', 1)
    .execute()
  // Children were added after their parents, so the highest ids go first.
  const ids = addedEntries.map(({ newKey }) => Number(newKey)).sort((a, b) => b - a)
  for (const id of ids) {
    const child = await db.selectFrom('classify').select('id').where('parentId', '=', id).limit(1).executeTakeFirst()
    if (!child) await db.deleteFrom('classify').where('id', '=', id).execute()
  }
}

/** Deletes the journal of a finished import. */
export async function forgetImport({ db }: ServerDeps, { id }: Pick<ImportRef, 'id'>): Promise<void> {
  await db.deleteFrom('site_import_map').where('importId', '=', id).execute()
  await db.deleteFrom('site_import').where('id', '=', id).execute()
}

/** Discards imports whose jobs ended without cleaning up: killed too often, or cancelled in the queue. */
export async function pruneImports(deps: ServerDeps): Promise<void> {
  const activeJobs = deps.db.selectFrom('job').select('id').where('state', 'in', ['queued', 'running'])
  const abandoned = await deps.db
    .selectFrom('site_import')
    .select(['id', 'siteId'])
    .where('jobId', 'not in', activeJobs)
    .execute()
  for (const importRef of abandoned) await discardImport(deps, importRef)
  await pruneImportArchives(deps)
}
