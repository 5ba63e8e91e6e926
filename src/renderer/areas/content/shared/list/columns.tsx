import type { MenuField } from '#shared/contract/column.ts'
import type { ContentEntry } from '#shared/contract/content.ts'
import { entryText, entryTitle } from '#shared/domain/entry.ts'
import { Cover } from '#renderer/ui/viewers/Cover.tsx'
import { SortInput } from '#renderer/ui/table/SortInput.tsx'
import type { TableColumn } from '#renderer/ui/table/types.ts'
import { PassStatus } from './cells/PassStatus.tsx'
import { PromotionTags } from './cells/PromotionTags.tsx'
import { TitleLink } from './cells/TitleLink.tsx'
import type { FieldWords } from '#renderer/areas/content/shared/entry/values/useFieldWords.ts'
import { type ListColumn, may, type Place } from './listColumn.ts'

type Columns = TableColumn<ContentEntry>[]

/** What an entry of the column is called. */
export const titleOf = ({ listField }: Pick<ListColumn, 'listField'>, entry: ContentEntry): string =>
  entryTitle(entry, entry.id, listField)

const WIDTHS: Partial<Record<MenuField['fieldType'], string>> = {
  Photo: '84px',
  Date: '112px',
  DateTime: '168px',
  BatchPhoto: '96px',
  BatchVideo: '96px',
  BatchFile: '96px',
}
/** Of a field that is a text: the title gets what is left. */
const TEXT_WIDTH = '136px'
/** Of a field that no row has a text in: as wide as its heading. */
const EMPTY_WIDTH = '88px'
/** With more fields the table is wider than the window, and nothing would be left, px. */
const FEW = 4
const TITLE_LEAST = 260

/** The field that names an entry in the list: `title`, else the first that is a text. */
export const namingField = (fields: readonly MenuField[]): MenuField | undefined =>
  fields.find(({ fieldName }) => fieldName === 'title') ??
  fields.find(({ fieldType }) => fieldType === 'SingleLine' || fieldType === 'MultiLine')

/** B·§2: the columns of the list fields, with the flags beside the title. */
export function fieldColumns(
  fields: readonly MenuField[],
  words: FieldWords,
  open: (entry: ContentEntry) => void,
  empty: ReadonlySet<string> = new Set(),
): Columns {
  const naming = namingField(fields)
  const rest = fields.filter((field) => field !== naming)
  const title: TableColumn<ContentEntry> = {
    key: naming?.fieldName ?? 'title',
    title: naming?.fieldAlias || '标题',
    ...(fields.length > FEW ? { least: TITLE_LEAST } : {}),
    pin: 'start',
    render: (entry) => (
      <TitleLink
        title={(naming && words(naming, entryText(entry, naming.fieldName))) || entryTitle(entry, entry.id, fields)}
        onOpen={() => open(entry)}
      >
        <PromotionTags entry={entry} />
      </TitleLink>
    ),
  }
  // The title stands where its field does; first when no field names the entry.
  const before = naming ? fields.indexOf(naming) : 0
  return rest.map((field) => fieldColumn(field, words, fields, empty)).toSpliced(before, 0, title)
}

/** Fields that none of the rows has a value in, by their names. */
export const emptyIn = (fields: readonly MenuField[], rows: readonly ContentEntry[]): string[] =>
  rows.length === 0
    ? []
    : fields.map(({ fieldName }) => fieldName).filter((name) => rows.every((row) => isNothing(entryText(row, name))))
const isNothing = (text: string): boolean => text === '' || text === '[]'

function fieldColumn(
  field: MenuField,
  words: FieldWords,
  fields: readonly MenuField[],
  empty: ReadonlySet<string>,
): TableColumn<ContentEntry> {
  const { fieldName, fieldAlias, fieldType } = field
  return {
    key: fieldName,
    title: fieldAlias || fieldName,
    width: empty.has(fieldName) ? EMPTY_WIDTH : (WIDTHS[fieldType] ?? TEXT_WIDTH),
    render: (entry) => {
      const text = entryText(entry, fieldName)
      return fieldType === 'Photo' ? (
        <Cover accessPath={text} name={entryTitle(entry, entry.id, fields)} />
      ) : (
        words(field, text)
      )
    },
  }
}

/** What stands behind the fields: creation time, status (1122), sort value. */
export function endColumns(place: Place, sort: (entry: ContentEntry, sort: number) => Promise<unknown>): Columns {
  const status: Columns = [
    { key: 'status', title: '状态', width: '88px', render: (entry) => <PassStatus entry={entry} /> },
  ]
  return [
    {
      key: 'createTime',
      title: '创建时间',
      width: '112px',
      render: (entry) => <span title={entry.createTime}>{entry.createTime.slice(0, 'yyyy-MM-dd'.length)}</span>,
    },
    ...(may(place, 'status') ? status : []),
    {
      key: 'sort',
      title: '排序',
      width: '88px',
      render: (entry) => (
        <SortInput
          label={`排序 ${titleOf(place.column, entry)}`}
          value={entry.sort}
          disabled={!may(place, 'sort')}
          save={(value) => sort(entry, value)}
        />
      ),
    },
  ]
}
