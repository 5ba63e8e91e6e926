import { setImmediate as turn } from 'node:timers/promises'
import type { CallContext } from '#server/http/context.ts'
import { type Handler, OwnTransactions } from '#server/http/routes.ts'
import { BATCH_ROWS } from '#server/sheets/batches.ts'
import type { SheetColumns } from '#server/sheets/columns.ts'
import { exportSheet, exportTemplateSheet } from '#server/sheets/exportSheet.ts'
import { importSheet, type Refusal } from '#server/sheets/importSheet.ts'
import type { GoodRow } from '#server/sheets/readSheet.ts'
import { CONTENT_SHEET_LIMIT_MB } from '#shared/contract/contentEdit.ts'
import type { MenuField } from '#shared/contract/column.ts'
import { fieldProblem } from '#shared/domain/contentFields.ts'
import { AppError } from '#shared/errors/index.ts'
import { splitIntoBatches } from '#shared/util/lists.ts'
import { findColumn, shareFieldsLock } from '#server/areas/column/column/index.ts'
import {
  readChoices,
  requireContentColumn,
  type ContentColumn,
  getDefaults,
  type Entry,
  findAllIds,
  mergeValues,
  type NewDraft,
  createSearch,
  toFilter,
  readWithBodiesInParts,
  hasIds,
  writeDrafts,
} from '../entry/index.ts'
import { EXPORT_ONLY, readColumns, SORT_KEY, toTitledFields, createExportColumns } from './sheetColumns.ts'

/** Exports the filtered list, oldest first, without recycled entries. */
const exportEntries: Handler<'content.exportSheet'> = async (ctx, { classId, siteId, ...filters }) => {
  const column = await requireContentColumn(ctx, classId, siteId)
  const wanted = toFilter(filters, { isRecycled: 0 })
  const search = createSearch(ctx.db, column, wanted)
  const ids = await findAllIds(ctx.db, column, wanted, search, ctx.signal)
  const rows = readEntries(ctx.db, column, ids)
  return exportSheet(ctx, {
    name: column.title,
    columns: createExportColumns(column),
    rows,
    total: async () => ids.length,
  })
}

/** Reads entries in batches; entries removed meanwhile are left out. */
async function* readEntries(
  db: CallContext['db'],
  column: ContentColumn,
  ids: readonly number[],
): AsyncGenerator<Entry> {
  for (const part of splitIntoBatches(ids, BATCH_ROWS)) {
    const entries = db.selectFrom('content').selectAll().where(hasIds(db, part)).orderBy('id')
    const found = (await entries.execute()).filter((row) => row.classId === column.id && row.isRecycled === 0)
    yield* readWithBodiesInParts(db, found)
    await turn()
  }
}

const importEntries = new OwnTransactions<'content.importSheet'>(async (ctx, { xlsxPath, classId, unknownColumns }) => {
  const column = await requireListColumn(ctx, classId)
  const columns = readColumns(column)
  const check = await createCheck(ctx, column)
  return importSheet(ctx, {
    xlsxPath,
    columns,
    limitMb: CONTENT_SHEET_LIMIT_MB,
    mode: 'good',
    unknownColumns,
    ignoredTitles: EXPORT_ONLY,
    importRows: async (db, rows) => {
      await requireSameFields(db, column)
      return importRows({ ...ctx, db }, column, rows, check)
    },
  })
})

const createTemplate: Handler<'content.sheetTemplate'> = async (ctx, { classId }) => {
  const column = await requireListColumn(ctx, classId)
  return exportTemplateSheet(ctx, `${column.title}导入模板`, readColumns(column))
}

async function requireListColumn(ctx: CallContext, classId: number): Promise<ContentColumn> {
  const column = await requireContentColumn(ctx, classId)
  if (column.isArticle) throw new AppError('invalid', `栏目“${column.title}”只有一篇内容，无法导入表格，请选择列表栏目`)
  return column
}

/**
 * AppError `conflict` when the fields have changed since the sheet was read; the lock keeps them unchanged
 * afterwards.
 */
async function requireSameFields(db: CallContext['db'], { id, title, row }: ContentColumn): Promise<void> {
  await shareFieldsLock(db, id)
  if ((await findColumn(db, id))?.fields === row.fields) return
  throw new AppError('conflict', `栏目“${title}”的字段在导入期间被修改，未导入任何内容，请核对表格后重新导入`)
}

type RowCheck = (values: Readonly<Record<string, string>>) => string | null

/** Creates the check of a row; its message names the column. Drafts may lack required values. */
async function createCheck({ db }: CallContext, column: ContentColumn): Promise<RowCheck> {
  const fields: { field: MenuField; title: string; choices: ReadonlySet<string> | undefined }[] = []
  for (const { field, title } of toTitledFields(column))
    fields.push({ field: { ...field, isRequired: false }, title, choices: await readChoices(db, field) })
  return (values) => {
    for (const { field, title, choices } of fields) {
      const problem = fieldProblem(field, values[field.fieldName] ?? '', choices)
      // Some messages already begin with the field's name.
      if (problem) return problem.startsWith(field.fieldAlias || field.fieldName) ? problem : `“${title}”${problem}`
    }
    return null
  }
}

/** Imports each row as a draft; empty cells get the default values. Returns the refused rows. */
async function importRows(
  ctx: CallContext,
  column: ContentColumn,
  rows: readonly GoodRow<SheetColumns>[],
  check: RowCheck,
): Promise<Refusal[]> {
  const refused: Refusal[] = []
  const drafts: NewDraft[] = []
  const defaults = getDefaults(column)
  for (const { row, values: cells } of rows) {
    const pairs = Object.entries(cells).flatMap(([fieldName, fieldValue]) =>
      fieldName !== SORT_KEY && typeof fieldValue === 'string' && fieldValue !== '' ? [{ fieldName, fieldValue }] : [],
    )
    const values = mergeValues(column, defaults, pairs, true)
    const problem = check(values)
    const sort = Number(cells[SORT_KEY] ?? 0)
    if (problem) refused.push({ row, reason: problem })
    else drafts.push({ values, sort })
  }
  await writeDrafts(ctx, column, drafts, 'import')
  return refused
}

/** Content sheets; need the permissions 1120 and 1121 on the column. */
export const sheetRoutes = {
  'content.exportSheet': exportEntries,
  'content.importSheet': importEntries,
  'content.sheetTemplate': createTemplate,
}
