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

/** Titles of what every entry has. Of these an import reads the sort alone: what it makes are new drafts. */
const STATUS = '状态'
const SORT = '排序'
const CREATED = '创建时间'
/** What an export writes and an import does without: new drafts have their own. */
export const NOT_READ = [STATUS, CREATED]

const MULTI_CHOICE: ReadonlySet<number> = new Set([2, 4])
const LIMIT = 999_999_999

/** A field with its title in sheets: its alias, with the name behind it where two would be the same. */
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
/** As readers of sheets compare titles. */
const plain = (title: string): string =>
  title
    .normalize('NFKC')
    .replace(/[\s*:]/g, '')
    .toLowerCase()

/** The columns of an export: the fields as they are kept, so that they can be imported again, and what every entry has. */
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

/** Several choices, kept with commas between them, may themselves hold what else stands between words in a cell. */
const writtenText = (field: MenuField, text: string): string =>
  isMultiChoice(field) ? wordsText(text.split(','), ',') : text

/** The field that names an entry: without it a row says nothing. */
export const namingField = ({ fields }: Pick<ContentColumn, 'fields'>): MenuField | undefined =>
  fields.find(({ fieldName }) => fieldName === 'title') ?? fields.find(({ fieldType }) => fieldType === 'SingleLine')

/** What no field is called (fieldForm). */
export const SORT_KEY = '*sort'

/** The columns of an import, by field name; those that a new entry does not take are left out. */
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

/** A field is found by its name as well, unless another column is called that. */
function namedToo(cells: SheetColumn<string>, { fieldName }: MenuField, titles: ReadonlySet<string>) {
  return titles.has(plain(fieldName)) ? cells : alsoTitled(cells, fieldName)
}

/** How the cells of a column are read that stand for a field. */
export function cellsOf(field: MenuField, title: string): SheetColumn<string> {
  const { fieldType } = field
  if (fieldType === 'Date') return dateColumn(title)
  if (fieldType === 'DateTime') return mapped(dateColumn(title), (day) => (day.length === 10 ? `${day} 00:00:00` : day))
  if (isMultiChoice(field)) return mapped(listColumn(title), (words) => words.join(','))
  // CELL_CHARACTERS is the sheet's limit; the field's own one is checked with its other rules.
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

/** Lines of plain text become paragraphs; what has tags is rich text already. */
const richText = (text: string): string =>
  !text.includes('\n') || TAG.test(text)
    ? text
    : text
        .split('\n')
        .map((line) => (line.trim() === '' ? '' : `<p>${escapeHtml(line)}</p>`))
        .join('')
