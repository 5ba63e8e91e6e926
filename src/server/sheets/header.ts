import { AppError } from '#shared/errors/index.ts'
import { cellText, type RawRow, type SheetCell } from './cells.ts'
import type { SheetColumns } from './columns.ts'

/** Above the titles may stand a heading or a hint. */
export const TITLE_ROWS = 10

/** Where each column stands; -1: nowhere. */
export type ColumnIndexes = Readonly<Record<string, number>>

/** Titles are found whatever their width, spaces, and marks of what must be filled. */
const plain = (cell: SheetCell | string): string =>
  cellText(cell)
    .normalize('NFKC')
    .replace(/[\s*:]/g, '')
    .toLowerCase()

const indexesIn = (row: RawRow, columns: SheetColumns): ColumnIndexes => {
  const titles = row.cells.map(plain)
  // A column's own title is looked for before its other names.
  const indexOf = ({ title, also = [] }: Titled): number =>
    [title, ...also].map((each) => titles.indexOf(plain(each))).find((at) => at >= 0) ?? -1
  return Object.fromEntries(Object.entries(columns).map(([name, column]) => [name, indexOf(column)]))
}

type Titled = Pick<SheetColumns[string], 'title' | 'also'>
const titlesOf = ({ title, also = [] }: Titled): Set<string> => new Set([title, ...also].map(plain))

/**
 * Titles of the row that mean none of the columns, as they stand there.
 * @param known those that an export writes and an import does without
 */
export function unknownTitles(row: RawRow, columns: SheetColumns, known: readonly string[] = []): string[] {
  const meant = new Set([...known.map(plain), ...Object.values(columns).flatMap((column) => [...titlesOf(column)])])
  return row.cells.filter((cell) => plain(cell) !== '' && !meant.has(plain(cell))).map(cellText)
}

const missingIn = (columnIndexes: ColumnIndexes, columns: SheetColumns): string[] =>
  Object.entries(columns).flatMap(([name, column]) =>
    column.needed && columnIndexes[name] === -1 ? [column.title] : [],
  )

/** Is this the row of titles? */
export const hasTitles = (row: RawRow, columns: SheetColumns): boolean =>
  missingIn(indexesIn(row, columns), columns).length === 0 && titlesIn(row, columns) > 0

const titlesIn = (row: RawRow, columns: SheetColumns): number =>
  Object.values(indexesIn(row, columns)).filter((index) => index >= 0).length

/**
 * The columns' places in the row of titles.
 * @throws AppError `invalid` when a needed one is missing, or one stands there twice.
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

/** Said of the row that has the most titles, when none has all. */
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
