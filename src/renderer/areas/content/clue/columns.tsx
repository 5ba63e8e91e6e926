import { DeleteRegular, EyeRegular } from '@fluentui/react-icons'
import type { MenuField } from '#shared/contract/column.ts'
import type { ContentEntry } from '#shared/contract/content.ts'
import { entryText, entryTitle } from '#shared/domain/entry.ts'
import type { FieldWords } from '#renderer/features/entry/useFieldWords.ts'
import { Cover } from '#renderer/ui/viewers/Cover.tsx'
import { RowActions } from '#renderer/ui/table/RowActions.tsx'
import type { TableColumn } from '#renderer/ui/table/types.ts'

interface Actions {
  view: (entry: ContentEntry) => void
  remove: (entry: ContentEntry) => void
  /** Why the account may not delete; null when it may. */
  refusal: string | null
}

/** The name of an entry, read from the list fields. */
export const nameOf = (fields: readonly MenuField[], entry: ContentEntry): string => entryTitle(entry, entry.id, fields)

/** List fields of the column, submission time and actions (B·§2). */
export const columnsOf = (
  fields: readonly MenuField[],
  words: FieldWords,
  { view, remove, refusal }: Actions,
): TableColumn<ContentEntry>[] => [
  ...fields.map((field): TableColumn<ContentEntry> => ({
    key: field.fieldName,
    title: field.fieldAlias || field.fieldName,
    render: (entry) => {
      const text = entryText(entry, field.fieldName)
      return field.fieldType === 'Photo' ? <Cover accessPath={text} name={nameOf(fields, entry)} /> : words(field, text)
    },
  })),
  { key: 'createTime', title: '提交时间', width: '180px', render: ({ createTime }) => createTime },
  {
    key: 'actions',
    title: '操作',
    width: '104px',
    align: 'end',
    pin: 'end',
    render: (entry) => (
      <RowActions
        row={nameOf(fields, entry)}
        actions={[
          { title: '查看', icon: EyeRegular, run: () => view(entry) },
          { title: '删除', icon: DeleteRegular, refusal, run: () => remove(entry) },
        ]}
      />
    ),
  },
]
