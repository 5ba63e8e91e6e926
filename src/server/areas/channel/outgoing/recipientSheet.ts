import type { CallContext } from '#server/http/context.ts'
import type { Handler } from '#server/http/routes.ts'
import { formatCell, isBlank, isTruncated, type RawRow } from '#server/sheets/cells.ts'
import { parseCsvRows } from '#server/sheets/csv.ts'
import { openUploadedSheet } from '#server/sheets/importSheet.ts'
import { SHEET_LIMITS } from '#server/sheets/limits.ts'
import { readRawRows } from '#server/sheets/rawRows.ts'
import { MAX_RECIPIENT_SHEET_MB, type RecipientSheet, MAX_LISTED_ERRORS } from '#shared/contract/recipientSheet.ts'
import { RECIPIENT_RULES, type RecipientKind, splitRecipients, addRecipients } from '#shared/domain/recipients.ts'
import { AppError } from '#shared/errors/index.ts'

const MAX_SHOWN_LENGTH = 60

/** Reads the addresses of one column. Invalid cells are reported with their row. */
export const readRecipients: Handler<'recipientSheet.read'> = async (ctx, { xlsxPath, csv, kind, column }) => {
  const rows = csv === '' ? await readRows(ctx, xlsxPath) : parseCsvRows(csv.replace(/^\ufeff/, ''), SHEET_LIMITS)
  const columns = describeColumns(rows, kind)
  const best = columns.toSorted((a, b) => b.fits - a.fits || a.index - b.index)[0]
  if (!best) throw new AppError('invalid', '表格的第一个工作表没有内容，请填写后重新上传')
  const chosen = columns.find(({ index }) => index === column) ?? best
  return { columns, column: chosen.index, ...collectAddresses(rows, chosen.index, kind) }
}

async function readRows(ctx: CallContext, xlsxPath: string): Promise<RawRow[]> {
  const upload = await openUploadedSheet(ctx, xlsxPath, MAX_RECIPIENT_SHEET_MB)
  try {
    const rows: RawRow[] = []
    for await (const row of readRawRows(upload.file, SHEET_LIMITS, ctx.signal)) rows.push(row)
    return rows
  } finally {
    await upload.close()
  }
}

/** The addresses of a cell, which may contain several. */
function splitCell(row: RawRow, index: number, kind: RecipientKind): string[] {
  const cell = row.cells[index] ?? null
  if (isBlank(cell) || isTruncated(cell)) return []
  return splitRecipients(formatCell(cell), kind)
}

const areAllValid = (entries: readonly string[], kind: RecipientKind): boolean =>
  entries.length > 0 && entries.every((entry) => RECIPIENT_RULES[kind].isValid(entry))

function describeColumns(rows: readonly RawRow[], kind: RecipientKind): RecipientSheet['columns'] {
  const [top] = rows
  const width = rows.reduce((most, { cells }) => Math.max(most, cells.length), 0)
  return Array.from({ length: width }, (_, index) => {
    const title = top && !areAllValid(splitCell(top, index, kind), kind) ? formatCell(top.cells[index] ?? null) : ''
    const fits = rows.filter((row) => areAllValid(splitCell(row, index, kind), kind)).length
    const isEmpty = rows.every(({ cells }) => isBlank(cells[index] ?? null))
    return { index, title: title.slice(0, MAX_SHOWN_LENGTH) || `第 ${index + 1} 列`, fits, isEmpty }
  }).flatMap(({ isEmpty, ...column }) => (isEmpty ? [] : [column]))
}

function collectAddresses(
  rows: readonly RawRow[],
  index: number,
  kind: RecipientKind,
): Pick<RecipientSheet, 'list' | 'wrong' | 'repeated' | 'first'> {
  const all: string[] = []
  const wrong: { row: number; value: string }[] = []
  for (const [at, row] of rows.entries()) {
    const cell = row.cells[index] ?? null
    if (isBlank(cell)) continue
    const entries = splitCell(row, index, kind)
    if (areAllValid(entries, kind)) all.push(...entries)
    // Text in the first row is the column's title.
    else if (at > 0) wrong.push({ row: row.row, value: formatCell(cell).slice(0, MAX_SHOWN_LENGTH) })
  }
  const { list, repeated } = addRecipients([], all)
  return { list, wrong: wrong.length, repeated: repeated.length, first: wrong.slice(0, MAX_LISTED_ERRORS) }
}
