import { AppError } from '#shared/errors/index.ts'
import { cellText, type RawRow, type SheetCell } from './cells.ts'
import type { SheetColumns } from './columns.ts'

/** The titles may be in one of the first rows, below a heading or a hint. */
export const TITLE_ROWS = 10

/** Index of each column in the sheet; -1: missing. */
export type ColumnIndexes = Readonly<Record<string, number>>

/** Normalizes a title: without width, spaces and marks of required columns. */
const plain = (cell: SheetCell | string): string =>
  cellText(cell)
    .normalize('NFKC')
    .replace(/[\s*:]/g, '')
    .toLowerCase()

const indexesIn = (row: RawRow, columns: SheetColumns): ColumnIndexes => {
  const titles = row.cells.map(plain)
  // A column's own title has priority over its alternative titles.
  const indexOf = ({ title, also = [] }: Titled): number =>
    [title, ...also].map((each) => titles.indexOf(plain(each))).find((at) => at >= 0) ?? -1
  return Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, indexOf(column)]))
}

type Titled = Pick<SheetColumns[string], 'title' | 'also'>
const titlesOf = ({ title, also = [] }: Titled): Set<string> => new Set([title, ...also].map(plain))

/**
 * Titles of the row that match no column.
 * @param known titles that an export writes and an import ignores
 */
export function unknownTitles(row: RawRow, columns: SheetColumns, known: readonly string[] = []): string[] {
  const meant = new Set([...known.map(plain), ...Object.values(columns).flatMap((column) => [...titlesOf(column)])])
  return row.cells.filter((cell) => plain(cell) !== '' && !meant.has(plain(cell))).map(cellText)
}

const missingIn = (columnIndexes: ColumnIndexes, columns: SheetColumns): string[] =>
  Object.entries(columns).flatMap(([name, column]) =>
    column.needed && columnIndexes[name] === -1 ? [column.title] : [],
  )

/** Whether this is the row of titles. */
export const hasTitles = (row: RawRow, columns: SheetColumns): boolean =>
  missingIn(indexesIn(row, columns), columns).length === 0 && titlesIn(row, columns) > 0

const titlesIn = (row: RawRow, columns: SheetColumns): number =>
  Object.values(indexesIn(row, columns)).filter((index) => index >= 0).length

/**
 * Finds the columns in the row of titles.
 * @throws AppError `invalid` when a required column is missing or a column occurs twice
 */
export function findColumns(row: RawRow, columns: SheetColumns): ColumnIndexes {
  const columnIndexes = indexesIn(row, columns)
  const missing = missingIn(columnIndexes, columns)
  if (missing.length > 0) throw missingColumns(missing)
  const titles = row.cells.map(plain)
  for (const column of Object.values(columns)) {
    const meant = titlesOf(column)
    const same = row.cells.filter((_cell, at) => meant.has(titles[at] ?? '')).map(cellText)
    if (same.length < 2) continue
    const [first, second] = same
    const twice = first === second ? `有两个“${first}”列` : `的“${first}”和“${second}”是同一列`
    throw new AppError('invalid', `第 ${row.row} 行${twice}，请删除一个后重新上传`)
  }
  return columnIndexes
}

/** The error when no row has all titles, about the row with the most titles. */
export function noTitles(rows: readonly RawRow[], columns: SheetColumns): AppError {
  const best = rows.toSorted((a, b) => titlesIn(b, columns) - titlesIn(a, columns))[0]
  if (!best) return new AppError('invalid', '表格的第一个工作表没有内容，请填写后重新上传')
  const missing = missingIn(indexesIn(best, columns), columns)
  return missingColumns(missing.length > 0 ? missing : Object.values(columns).map(({ title }) => title))
}

const missingColumns = (titles: readonly string[]): AppError =>
  new AppError(
    'invalid',
    `表格缺少${titles.map((title) => `“${title}”`).join('、')}列，请下载模板，按模板的标题填写后重新上传`,
  )
