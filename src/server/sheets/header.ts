import { AppError } from '#shared/errors/index.ts'
import { formatCell, type RawRow, type SheetCell } from './cells.ts'
import type { SheetColumns } from './columns.ts'

/** The titles may be in one of the first rows, below a heading or a hint. */
export const TITLE_ROWS = 10

/** Index of each column in the sheet; -1: missing. */
export type ColumnIndexes = Readonly<Record<string, number>>

/** Normalizes a title: without width, spaces and marks of required columns. */
const normalizeTitle = (cell: SheetCell | string): string =>
  formatCell(cell)
    .normalize('NFKC')
    .replace(/[\s*:]/g, '')
    .toLowerCase()

const findIndexes = (row: RawRow, columns: SheetColumns): ColumnIndexes => {
  const titles = row.cells.map(normalizeTitle)
  // A column's own title has priority over its alternative titles.
  const indexOf = ({ title, otherTitles = [] }: Titled): number =>
    [title, ...otherTitles].map((each) => titles.indexOf(normalizeTitle(each))).find((at) => at >= 0) ?? -1
  return Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, indexOf(column)]))
}

type Titled = Pick<SheetColumns[string], 'title' | 'otherTitles'>
const titlesOf = ({ title, otherTitles = [] }: Titled): Set<string> =>
  new Set([title, ...otherTitles].map(normalizeTitle))

/**
 * Titles of the row that match no column.
 * @param known titles that an export writes and an import ignores
 */
export function findUnknownTitles(row: RawRow, columns: SheetColumns, known: readonly string[] = []): string[] {
  const meant = new Set([
    ...known.map(normalizeTitle),
    ...Object.values(columns).flatMap((column) => [...titlesOf(column)]),
  ])
  return row.cells.filter((cell) => normalizeTitle(cell) !== '' && !meant.has(normalizeTitle(cell))).map(formatCell)
}

const findMissing = (columnIndexes: ColumnIndexes, columns: SheetColumns): string[] =>
  Object.entries(columns).flatMap(([name, column]) =>
    column.isRequired && columnIndexes[name] === -1 ? [column.title] : [],
  )

/** Whether this is the row of titles. */
export const hasTitles = (row: RawRow, columns: SheetColumns): boolean =>
  findMissing(findIndexes(row, columns), columns).length === 0 && countTitles(row, columns) > 0

const countTitles = (row: RawRow, columns: SheetColumns): number =>
  Object.values(findIndexes(row, columns)).filter((index) => index >= 0).length

/**
 * Finds the columns in the row of titles.
 * @throws AppError `invalid` when a required column is missing or a column occurs twice
 */
export function findColumns(row: RawRow, columns: SheetColumns): ColumnIndexes {
  const columnIndexes = findIndexes(row, columns)
  const missing = findMissing(columnIndexes, columns)
  if (missing.length > 0) throw missingColumnsError(missing)
  const titles = row.cells.map(normalizeTitle)
  for (const column of Object.values(columns)) {
    const meant = titlesOf(column)
    const same = row.cells.filter((_cell, at) => meant.has(titles[at] ?? '')).map(formatCell)
    if (same.length < 2) continue
    const [first, second] = same
    const twice = first === second ? `有两个“${first}”列` : `的“${first}”和“${second}”是同一列`
    throw new AppError('invalid', `第 ${row.row} 行${twice}，请删除一个后重新上传`)
  }
  return columnIndexes
}

/** The error when no row has all titles, about the row with the most titles. */
export function noTitlesError(rows: readonly RawRow[], columns: SheetColumns): AppError {
  const best = rows.toSorted((a, b) => countTitles(b, columns) - countTitles(a, columns))[0]
  if (!best) return new AppError('invalid', '表格的第一个工作表没有内容，请填写后重新上传')
  const missing = findMissing(findIndexes(best, columns), columns)
  return missingColumnsError(missing.length > 0 ? missing : Object.values(columns).map(({ title }) => title))
}

const missingColumnsError = (titles: readonly string[]): AppError =>
  new AppError(
    'invalid',
    `表格缺少${titles.map((title) => `“${title}”`).join('、')}列，请下载模板，按模板的标题填写后重新上传`,
  )
