import { setImmediate as turn } from 'node:timers/promises'
import type { CallContext } from '#server/http/context.ts'
import { type Handler, OwnTransactions } from '#server/http/routes.ts'
import { BATCH_ROWS } from '#server/sheets/batches.ts'
import type { SheetColumns } from '#server/sheets/columns.ts'
import { exportSheet, templateSheet } from '#server/sheets/exportSheet.ts'
import { importSheet, type Refusal } from '#server/sheets/importSheet.ts'
import type { GoodRow } from '#server/sheets/readSheet.ts'
import { CONTENT_SHEET_LIMIT_MB } from '#shared/contract/contentEdit.ts'
import type { MenuField } from '#shared/contract/column.ts'
import { fieldProblem } from '#shared/domain/contentFields.ts'
import { AppError } from '#shared/errors/index.ts'
import { inParts } from '#shared/util/lists.ts'
import { findColumn, shareFieldsLock } from '#server/areas/column/column/index.ts'
import {
  choicesFor,
  columnFor,
  type ContentColumn,
  defaultsOf,
  type Entry,
  idsOfAll,
  merged,
  type NewDraft,
  searchFor,
  wantedOf,
  withBodiesInParts,
  withIds,
  writeDrafts,
} from '../entry/index.ts'
import { NOT_READ, readColumns, SORT_KEY, titledFields, writtenColumns } from './sheetColumns.ts'

/** Exports the filtered list, oldest first, without recycled entries. */
const exported: Handler<'content.exportSheet'> = async (ctx, { classId, siteId, ...filters }) => {
  const column = await columnFor(ctx, classId, siteId)
  const wanted = wantedOf(filters, { isRecycled: 0 })
  const search = searchFor(ctx.db, column, wanted)
  const ids = await idsOfAll(ctx.db, column, wanted, search, ctx.signal)
  const rows = entriesOf(ctx.db, column, ids)
  return exportSheet(ctx, { name: column.title, columns: writtenColumns(column), rows, total: async () => ids.length })
}

/** Reads entries in batches; entries removed meanwhile are left out. */
async function* entriesOf(db: CallContext['db'], column: ContentColumn, ids: readonly number[]): AsyncGenerator<Entry> {
  for (const part of inParts(ids, BATCH_ROWS)) {
    const entries = db.selectFrom('content').selectAll().where(withIds(db, part)).orderBy('id')
    const found = (await entries.execute()).filter((row) => row.classId === column.id && row.isRecycled === 0)
    yield* withBodiesInParts(db, found)
    await turn()
  }
}

const imported = new OwnTransactions<'content.importSheet'>(async (ctx, { xlsxPath, classId, unknownColumns }) => {
  const column = await listFor(ctx, classId)
  const columns = readColumns(column)
  const check = await checkOf(ctx, column)
  return importSheet(ctx, {
    xlsxPath,
    columns,
    limitMb: CONTENT_SHEET_LIMIT_MB,
    mode: 'good',
    unknownColumns,
    known: NOT_READ,
    take: async (db, rows) => {
      await requireSameFields(db, column)
      return take({ ...ctx, db }, column, rows, check)
    },
  })
})

const template: Handler<'content.sheetTemplate'> = async (ctx, { classId }) => {
  const column = await listFor(ctx, classId)
  return templateSheet(ctx, `${column.title}导入模板`, readColumns(column))
}

async function listFor(ctx: CallContext, classId: number): Promise<ContentColumn> {
  const column = await columnFor(ctx, classId)
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

type Check = (values: Readonly<Record<string, string>>) => string | null

/** Creates the check of a row; its message names the column. Drafts may lack required values. */
async function checkOf({ db }: CallContext, column: ContentColumn): Promise<Check> {
  const fields: { field: MenuField; title: string; choices: ReadonlySet<string> | undefined }[] = []
  for (const { field, title } of titledFields(column))
    fields.push({ field: { ...field, isRequired: false }, title, choices: await choicesFor(db, field) })
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
async function take(
  ctx: CallContext,
  column: ContentColumn,
  rows: readonly GoodRow<SheetColumns>[],
  check: Check,
): Promise<Refusal[]> {
  const left: Refusal[] = []
  const drafts: NewDraft[] = []
  const defaults = defaultsOf(column)
  for (const { row, values: cells } of rows) {
    const pairs = Object.entries(cells).flatMap(([fieldName, fieldValue]) =>
      fieldName !== SORT_KEY && typeof fieldValue === 'string' && fieldValue !== '' ? [{ fieldName, fieldValue }] : [],
    )
    const values = merged(column, defaults, pairs, true)
    const problem = check(values)
    const sort = Number(cells[SORT_KEY] ?? 0)
    if (problem) left.push({ row, reason: problem })
    else drafts.push({ values, sort })
  }
  await writeDrafts(ctx, column, drafts, 'import')
  return left
}

/** Content sheets; need the permissions 1120 and 1121 on the column. */
export const sheetRoutes = {
  'content.exportSheet': exported,
  'content.importSheet': imported,
  'content.sheetTemplate': template,
}
