import type { Insertable, Kysely } from 'kysely'
import type { Database, RowOf } from '#server/db/schema.ts'
import type { CallContext } from '#server/http/context.ts'
import {
  type ContentImport,
  type ImportCounts,
  type ImportSummary,
  importSummary,
  type ImportMapping,
  importMapping,
} from '#shared/contract/contentImport.ts'
import { AppError } from '#shared/errors/index.ts'
import { formatDateTime } from '#shared/util/dates.ts'
import { toChunks } from '../entry/index.ts'

type Db = Kysely<Database>
export type ImportRow = RowOf<'content_import'>
export type NewLine = Insertable<Database['content_import_line']>

const MISSING = '导入记录不存在，可能已过期，请重新选择文件'

/** Finds an import of the caller. AppError `not-found` for other accounts' imports too. */
export async function requireOwnImport(ctx: CallContext, id: number): Promise<ImportRow> {
  const row = await findImport(ctx.db, id)
  if (row?.accountId !== ctx.requireSignedIn().accountId) throw new AppError('not-found', MISSING)
  ctx.requireSite(row.siteId)
  return row
}

export const findImport = (db: Db, id: number): Promise<ImportRow | undefined> =>
  db.selectFrom('content_import').selectAll().where('id', '=', id).executeTakeFirst()

export const parseFound = ({ found }: ImportRow): ImportSummary | null =>
  found === '' ? null : importSummary.parse(JSON.parse(found))
export const parseMapping = ({ mapping }: Pick<ImportRow, 'mapping'>): ImportMapping | null =>
  mapping === '' ? null : importMapping.parse(JSON.parse(mapping))

/** Null when there are no report lines. */
export async function countOutcomes(db: Db, importId: number, isTrial: boolean): Promise<ImportCounts | null> {
  const rows = await db
    .selectFrom('content_import_line')
    .select(['outcome', (eb) => eb.fn.countAll<number>().as('total')])
    .where('importId', '=', importId)
    .where('isTrial', '=', isTrial ? 1 : 0)
    .groupBy('outcome')
    .execute()
  if (rows.length === 0) return null
  const of = (outcome: string): number => rows.find((row) => row.outcome === outcome)?.total ?? 0
  return { created: of('created'), updated: of('updated'), skipped: of('skipped'), failed: of('failed') }
}

export async function writeLines(db: Db, lines: readonly NewLine[]): Promise<void> {
  for (const part of toChunks(lines))
    await db
      .insertInto('content_import_line')
      .values(part)
      .onConflict((conflict) =>
        conflict.columns(['importId', 'isTrial', 'seq']).doUpdateSet((eb) => ({
          row: eb.ref('excluded.row'),
          title: eb.ref('excluded.title'),
          target: eb.ref('excluded.target'),
          outcome: eb.ref('excluded.outcome'),
          reason: eb.ref('excluded.reason'),
        })),
      )
      .execute()
}

export async function presentImport(db: Db, row: ImportRow): Promise<ContentImport> {
  const { id, siteId, kind, fileName, jobId, createTime } = row
  return {
    id,
    siteId,
    kind,
    fileName,
    jobId,
    found: parseFound(row),
    mapping: parseMapping(row),
    remembered: kind === 'sheet' ? await findLastMapping(db, row) : null,
    trial: await countOutcomes(db, id, true),
    result: await countOutcomes(db, id, false),
    createDate: formatDateTime(createTime),
  }
}

/** The account's mapping of its last sheet on this site. */
async function findLastMapping(db: Db, { id, siteId, accountId }: ImportRow): Promise<ImportMapping | null> {
  const last = await db
    .selectFrom('content_import')
    .select('mapping')
    .where('siteId', '=', siteId)
    .where('accountId', '=', accountId)
    .where('kind', '=', 'sheet')
    .where('mapping', '<>', '')
    .where('id', '<>', id)
    .orderBy('id', 'desc')
    .executeTakeFirst()
  return last ? parseMapping(last) : null
}
