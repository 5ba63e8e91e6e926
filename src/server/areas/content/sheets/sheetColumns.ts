import { escapeHtml } from '#server/html/escape.ts'
import {
  alsoTitled,
  needed,
  integerColumn,
  type SheetColumn,
  type SheetColumns,
  dateColumn,
  listColumn,
  textColumn,
} from '#server/sheets/columns.ts'
import { CELL_CHARACTERS } from '#server/sheets/limits.ts'
import { wordsText } from '#server/sheets/wordList.ts'
import type { WriteColumn } from '#server/sheets/writeSheet.ts'
import type { MenuField } from '#shared/contract/column.ts'
import { dictionaryOf } from '#shared/domain/contentFields.ts'
import { formatDateTime } from '#shared/util/dates.ts'
import type { ContentColumn, Entry } from '../entry/index.ts'

/** Titles of columns for every entry. An import reads only the sort, because it creates new drafts. */
const STATUS = '状态'
const SORT = '排序'
const CREATED = '创建时间'
/** Columns that an export writes and an import ignores. */
export const NOT_READ = [STATUS, CREATED]

const MULTI_CHOICE: ReadonlySet<number> = new Set([2, 4])
const LIMIT = 999_999_999

/** A field with its sheet title: its alias, followed by its name where two titles would be equal. */
interface TitledField {
  field: MenuField
  title: string
}

export function titledFields({ fields }: Pick<ContentColumn, 'fields'>): TitledField[] {
  const taken = new Set([STATUS, SORT, CREATED])
  return fields.map((field) => {
    const alias = field.fieldAlias.trim() || field.fieldName
    const title = taken.has(plain(alias)) ? `${alias}(${field.fieldName})` : alias
    taken.add(plain(title))
    return { field, title }
  })
}
/** The form in which sheet readers compare titles. */
const plain = (title: string): string =>
  title
    .normalize('NFKC')
    .replace(/[\s*:]/g, '')
    .toLowerCase()

/**
 * The columns of an export: fields in stored form, so that the sheet can be imported again, then the common columns.
 */
export const writtenColumns = (column: ContentColumn): WriteColumn<Entry>[] => [
  ...titledFields(column).map(({ field, title }) => ({
    title,
    width: field.fieldType === 'Editor' || field.fieldType === 'MultiLine' ? 60 : 24,
    value: ({ values }: Entry) => writtenText(field, values[field.fieldName] ?? ''),
  })),
  { title: STATUS, value: ({ row }) => (row.isStatus === 1 ? '已发布' : '未发布') },
  { title: SORT, kind: 'number', value: ({ row }) => row.sort },
  { title: CREATED, value: ({ row }) => formatDateTime(row.createTime) },
]

const isMultiChoice = (field: MenuField): boolean => MULTI_CHOICE.has(dictionaryOf(field)?.type ?? 0)

/** Choices are stored with commas, but may contain the usual separators of a cell, so the comma is kept. */
const writtenText = (field: MenuField, text: string): string =>
  isMultiChoice(field) ? wordsText(text.split(','), ',') : text

/** The field that names an entry; a row without it is refused. */
export const namingField = ({ fields }: Pick<ContentColumn, 'fields'>): MenuField | undefined =>
  fields.find(({ fieldName }) => fieldName === 'title') ?? fields.find(({ fieldType }) => fieldType === 'SingleLine')

/** Key of the sort column; not a valid field name (fieldForm). */
export const SORT_KEY = '*sort'

/** The columns of an import by field name, without fields that a new entry does not take. */
export function readColumns(column: ContentColumn): SheetColumns {
  const naming = namingField(column)
  const titles = new Set([...titledFields(column).map(({ title }) => plain(title)), ...[SORT, ...NOT_READ].map(plain)])
  const read = titledFields(column)
    .filter(({ field }) => field.isAdd)
    .map(({ field, title }): [string, SheetColumn<unknown>] => {
      const cells = namedToo(cellsOf(field, title), field, titles)
      return [field.fieldName, field === naming ? needed(cells) : cells]
    })
  return { ...Object.fromEntries(read), [SORT_KEY]: integerColumn(SORT, { min: 0, max: LIMIT }) }
}

/** Accepts the field's name as a title too, unless another column has that title. */
function namedToo(cells: SheetColumn<string>, { fieldName }: MenuField, titles: ReadonlySet<string>) {
  return titles.has(plain(fieldName)) ? cells : alsoTitled(cells, fieldName)
}

/** The sheet column that reads a field's cells. */
export function cellsOf(field: MenuField, title: string): SheetColumn<string> {
  const { fieldType } = field
  if (fieldType === 'Date') return dateColumn(title)
  if (fieldType === 'DateTime') return mapped(dateColumn(title), (day) => (day.length === 10 ? `${day} 00:00:00` : day))
  if (isMultiChoice(field)) return mapped(listColumn(title), (words) => words.join(','))
  // CELL_CHARACTERS limits a cell; the field's own limit is checked with its other rules.
  const text = textColumn(title, CELL_CHARACTERS)
  return fieldType === 'Editor' ? mapped(text, richText) : text
}

const mapped = <T>(column: SheetColumn<T>, change: (value: T) => string): SheetColumn<string> => ({
  ...column,
  parse: (cell) => {
    const parsed = column.parse(cell)
    return 'value' in parsed ? { value: change(parsed.value) } : parsed
  },
})

const TAG = /<\/?[a-z][^<>]*>/i

/** Turns lines of plain text into paragraphs; text with tags is rich text already. */
const richText = (text: string): string =>
  !text.includes('\n') || TAG.test(text)
    ? text
    : text
        .split('\n')
        .map((line) => (line.trim() === '' ? '' : `<p>${escapeHtml(line)}</p>`))
        .join('')
