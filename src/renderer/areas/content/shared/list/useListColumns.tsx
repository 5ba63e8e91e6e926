import { useMemo } from 'react'
import type { ContentEntry } from '#shared/contract/content.ts'
import { useFieldWords } from '#renderer/areas/content/shared/entry/values/useFieldWords.ts'
import type { TableColumn } from '#renderer/ui/table/types.ts'
import { useLatest } from '#renderer/ui/table/useLatest.ts'
import { emptyIn, endColumns, fieldColumns } from './columns.tsx'
import { may, type Place } from './listColumn.ts'
import type { RowCommands } from './row/commands.ts'
import { RowButtons } from './row/RowButtons.tsx'
import type { EntryActions } from './useEntryActions.ts'

/** Is there anything to be done with a row? */
const acts = (place: Place): boolean =>
  may(place, 'edit') || may(place, 'remove') || (place.review && may(place, 'publish'))

/** The columns of a content list. They stay the same while rows are chosen, so that a hundred rows are not drawn again. */
export function useListColumns(
  place: Place,
  rows: readonly ContentEntry[],
  sort: EntryActions['sort'],
  commands: RowCommands,
): TableColumn<ContentEntry>[] {
  const { column } = place
  const words = useFieldWords(column.listField, column.siteId, rows)
  const run = useLatest((what: keyof RowCommands, entry: ContentEntry) => commands[what](entry))
  const empty = emptyIn(column.listField, rows).join()
  return useMemo(() => {
    const lasting: RowCommands = {
      view: (entry) => run('view', entry),
      edit: (entry) => run('edit', entry),
      remove: (entry) => run('remove', entry),
      copy: (entry) => run('copy', entry),
      reject: (entry) => run('reject', entry),
      forward: (entry) => run('forward', entry),
    }
    const buttons: TableColumn<ContentEntry> = {
      key: 'actions',
      title: '操作',
      width: '116px',
      pin: 'end',
      render: (entry) => <RowButtons entry={entry} place={place} commands={lasting} />,
    }
    return [
      ...fieldColumns(column.listField, words, lasting.view, new Set(empty.split(','))),
      ...endColumns(place, sort),
      ...(acts(place) ? [buttons] : []),
    ]
  }, [place, column, words, sort, run, empty])
}
