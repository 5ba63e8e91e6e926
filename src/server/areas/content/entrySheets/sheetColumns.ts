import { escapeHtml } from '#server/html/escape.ts'
import {
  withOtherTitles,
  required,
  integerColumn,
  type SheetColumn,
  type SheetColumns,
  dateColumn,
  listColumn,
  textColumn,
} from '#server/sheets/columns.ts'
import { MAX_CELL_CHARACTERS } from '#server/sheets/limits.ts'
import { formatWords } from '#server/sheets/wordList.ts'
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
export const EXPORT_ONLY = [STATUS, CREATED]

const MULTI_CHOICE: ReadonlySet<number> = new Set([2, 4])
const MAX_SORT = 999_999_999

/** A field with its sheet title: its alias, followed by its name where two titles would be equal. */
interface TitledField {
  field: MenuField
  title: string
}

export function toTitledFields({ fields }: Pick<ContentColumn, 'fields'>): TitledField[] {
  const usedTitles = new Set([STATUS, SORT, CREATED])
  return fields.map((field) => {
    const alias = field.fieldAlias.trim() || field.fieldName
    const title = usedTitles.has(toComparableTitle(alias)) ? `${alias}(${field.fieldName})` : alias
    usedTitles.add(toComparableTitle(title))
    return { field, title }
  })
}
/** The form in which sheet readers compare titles. */
const toComparableTitle = (title: string): string =>
  title
    .normalize('NFKC')
    .replace(/[\s*:]/g, '')
    .toLowerCase()

/**
 * The columns of an export: fields in stored form, so that the sheet can be imported again, then the common columns.
 */
export const createExportColumns = (column: ContentColumn): WriteColumn<Entry>[] => [
  ...toTitledFields(column).map(({ field, title }) => ({
    title,
    width: field.fieldType === 'Editor' || field.fieldType === 'MultiLine' ? 60 : 24,
    value: ({ values }: Entry) => toCellText(field, values[field.fieldName] ?? ''),
  })),
  { title: STATUS, value: ({ row }) => (row.isStatus === 1 ? '已发布' : '未发布') },
  { title: SORT, kind: 'number', value: ({ row }) => row.sort },
  { title: CREATED, value: ({ row }) => formatDateTime(row.createTime) },
]

const isMultiChoice = (field: MenuField): boolean => MULTI_CHOICE.has(dictionaryOf(field)?.type ?? 0)

/** Choices are stored with commas, but may contain the usual separators of a cell, so the comma is kept. */
const toCellText = (field: MenuField, text: string): string =>
  isMultiChoice(field) ? formatWords(text.split(','), ',') : text

/** The field that names an entry; a row without it is refused. */
export const findNamingField = ({ fields }: Pick<ContentColumn, 'fields'>): MenuField | undefined =>
  fields.find(({ fieldName }) => fieldName === 'title') ?? fields.find(({ fieldType }) => fieldType === 'SingleLine')

/** Key of the sort column; not a valid field name (fieldForm). */
export const SORT_KEY = '*sort'

/** The columns of an import by field name, without fields that a new entry does not take. */
export function readColumns(column: ContentColumn): SheetColumns {
  const naming = findNamingField(column)
  const titles = new Set([
    ...toTitledFields(column).map(({ title }) => toComparableTitle(title)),
    ...[SORT, ...EXPORT_ONLY].map(toComparableTitle),
  ])
  const read = toTitledFields(column)
    .filter(({ field }) => field.isAdd)
    .map(({ field, title }): [string, SheetColumn<unknown>] => {
      const cells = acceptFieldName(createCellReader(field, title), field, titles)
      return [field.fieldName, field === naming ? required(cells) : cells]
    })
  return { ...Object.fromEntries(read), [SORT_KEY]: integerColumn(SORT, { min: 0, max: MAX_SORT }) }
}

/** Accepts the field's name as a title too, unless another column has that title. */
function acceptFieldName(cells: SheetColumn<string>, { fieldName }: MenuField, titles: ReadonlySet<string>) {
  return titles.has(toComparableTitle(fieldName)) ? cells : withOtherTitles(cells, fieldName)
}

/** The sheet column that reads a field's cells. */
export function createCellReader(field: MenuField, title: string): SheetColumn<string> {
  const { fieldType } = field
  if (fieldType === 'Date') return dateColumn(title)
  if (fieldType === 'DateTime')
    return mapColumn(dateColumn(title), (day) => (day.length === 10 ? `${day} 00:00:00` : day))
  if (isMultiChoice(field)) return mapColumn(listColumn(title), (words) => words.join(','))
  // MAX_CELL_CHARACTERS limits a cell; the field's own limit is checked with its other rules.
  const text = textColumn(title, MAX_CELL_CHARACTERS)
  return fieldType === 'Editor' ? mapColumn(text, toRichText) : text
}

const mapColumn = <T>(column: SheetColumn<T>, change: (value: T) => string): SheetColumn<string> => ({
  ...column,
  parse: (cell) => {
    const parsed = column.parse(cell)
    return 'value' in parsed ? { value: change(parsed.value) } : parsed
  },
})

const TAG = /<\/?[a-z][^<>]*>/i

/** Turns lines of plain text into paragraphs; text with tags is rich text already. */
const toRichText = (text: string): string =>
  !text.includes('\n') || TAG.test(text)
    ? text
    : text
        .split('\n')
        .map((line) => (line.trim() === '' ? '' : `<p>${escapeHtml(line)}</p>`))
        .join('')
