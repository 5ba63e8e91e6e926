import type { CallContext } from '#server/http/context.ts'
import type { Handler } from '#server/http/routes.ts'
import { cellText, isBlank, isCut, type RawRow } from '#server/sheets/cells.ts'
import { csvRows } from '#server/sheets/csv.ts'
import { openUploadedSheet } from '#server/sheets/importSheet.ts'
import { SHEET_LIMITS } from '#server/sheets/limits.ts'
import { rawRows } from '#server/sheets/rawRows.ts'
import { RECIPIENT_SHEET_MB, type RecipientSheet, WRONG_LISTED } from '#shared/contract/recipientSheet.ts'
import { RECIPIENT_RULES, type RecipientKind, splitRecipients, withRecipients } from '#shared/domain/recipients.ts'
import { AppError } from '#shared/errors/index.ts'

const SHOWN = 60

/** Reads the addresses of one column. Invalid cells are reported with their row. */
export const readRecipients: Handler<'recipientSheet.read'> = async (ctx, { xlsxPath, csv, kind, column }) => {
  const rows = csv === '' ? await rowsOf(ctx, xlsxPath) : csvRows(csv.replace(/^\ufeff/, ''), SHEET_LIMITS)
  const columns = columnsOf(rows, kind)
  const best = columns.toSorted((a, b) => b.fits - a.fits || a.index - b.index)[0]
  if (!best) throw new AppError('invalid', '表格的第一个工作表没有内容，请填写后重新上传')
  const chosen = columns.find(({ index }) => index === column) ?? best
  return { columns, column: chosen.index, ...addressesIn(rows, chosen.index, kind) }
}

async function rowsOf(ctx: CallContext, xlsxPath: string): Promise<RawRow[]> {
  const upload = await openUploadedSheet(ctx, xlsxPath, RECIPIENT_SHEET_MB)
  try {
    const rows: RawRow[] = []
    for await (const row of rawRows(upload.file, SHEET_LIMITS, ctx.signal)) rows.push(row)
    return rows
  } finally {
    await upload.close()
  }
}

/** The addresses of a cell, which may contain several. */
function entriesOf(row: RawRow, index: number, kind: RecipientKind): string[] {
  const cell = row.cells[index] ?? null
  if (isBlank(cell) || isCut(cell)) return []
  return splitRecipients(cellText(cell), kind)
}

const fitsAll = (entries: readonly string[], kind: RecipientKind): boolean =>
  entries.length > 0 && entries.every((entry) => RECIPIENT_RULES[kind].fits(entry))

function columnsOf(rows: readonly RawRow[], kind: RecipientKind): RecipientSheet['columns'] {
  const [top] = rows
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), 0)
  return Array.from({ length: width }, (_, index) => {
    const title = top && !fitsAll(entriesOf(top, index, kind), kind) ? cellText(top.cells[index] ?? null) : ''
    const fits = rows.filter((row) => fitsAll(entriesOf(row, index, kind), kind)).length
    const isEmpty = rows.every(({ cells }) => isBlank(cells[index] ?? null))
    return { index, title: title.slice(0, SHOWN) || `第 ${index + 1} 列`, fits, isEmpty }
  }).flatMap(({ isEmpty, ...column }) => (isEmpty ? [] : [column]))
}

function addressesIn(
  rows: readonly RawRow[],
  index: number,
  kind: RecipientKind,
): Pick<RecipientSheet, 'list' | 'wrong' | 'repeated' | 'first'> {
  const all: string[] = []
  const wrong: { row: number; value: string }[] = []
  for (const [at, row] of rows.entries()) {
    const cell = row.cells[index] ?? null
    if (isBlank(cell)) continue
    const entries = entriesOf(row, index, kind)
    if (fitsAll(entries, kind)) all.push(...entries)
    // Text in the first row is the column's title.
    else if (at > 0) wrong.push({ row: row.row, value: cellText(cell).slice(0, SHOWN) })
  }
  const { list, repeated } = withRecipients([], all)
  return { list, wrong: wrong.length, repeated: repeated.length, first: wrong.slice(0, WRONG_LISTED) }
}
