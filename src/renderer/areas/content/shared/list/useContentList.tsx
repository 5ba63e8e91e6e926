import { DocumentTextRegular } from '@fluentui/react-icons'
import { type KeyboardEvent, useMemo, useState } from 'react'
import type { ContentEntry } from '#shared/contract/content.ts'
import { ENTRY_LOCK_FEATURE, type EntryEditor } from '#shared/contract/entryLock.ts'
import type { PublicState } from '#shared/contract/publicState.ts'
import { COLUMN_TYPE, manageUrlOf, reviewUrlOf } from '#shared/domain/columnType.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { useCopyLink } from '#renderer/features/links/useCopyLink.ts'
import { usePreloadEditor } from '#renderer/features/richText/usePreloadEditor.ts'
import { EmptyState } from '#renderer/ui/feedback/States.tsx'
import type { ListState } from '#renderer/ui/list/useListState.ts'
import { BatchActions, hasBatchActions } from './BatchActions.tsx'
import { findEmptyFields, endColumns, fieldColumns, titleOf } from './columns.tsx'
import { type ContentFilters, toPageInput } from './filters.ts'
import { ListDialogs } from './ListDialogs.tsx'
import { ListToolbar } from './ListToolbar.tsx'
import type { OpenedDialog } from './openedDialog.ts'
import { type ListContext, isAllowed } from './listColumn.ts'
import type { RowCommands } from './commands.ts'
import { SearchBar } from './search/SearchBar.tsx'
import { SensitiveDialog } from '#renderer/areas/content/shared/entry/sensitive/SensitiveDialog.tsx'
import { useFieldWords } from '#renderer/features/entry/useFieldWords.ts'
import type { TableColumn } from '#renderer/ui/table/types.ts'
import { useLatest } from '#renderer/ui/table/useLatest.ts'
import { useTabOpen } from '#renderer/ui/page/useTabState.ts'
import { toChosenEntry, type EntryActions, useEntryActions, removeKeys } from './useEntryActions.ts'
import { RowButtons } from './RowButtons.tsx'
import { usePublicPages } from './usePublicPages.tsx'
import { useServerFeature } from '#renderer/data/useServerFeature.ts'

/** Poll interval for the current editors. */
const EDITORS_POLL_MS = 20_000

/** Current editors of the entries in the column, by entry id. */
function useEditors(classId: number): ReadonlyMap<number, EntryEditor> {
  const enabled = useServerFeature(ENTRY_LOCK_FEATURE)
  const { data } = useRead(
    'entryLock.list',
    { classId },
    { quiet: true, enabled, everyMs: EDITORS_POLL_MS, onFocus: true },
  )
  return useMemo(() => new Map((data ?? []).map((editor) => [editor.id, editor])), [data])
}

const NO_ROWS: readonly ContentEntry[] = []
const SIZES = [10, 20, 50, 100, 200, 500, 1000]
const keyOf = (entry: ContentEntry): number => entry.id

/** The parts of a content list, for a page and for a dialog: list, toolbar and dialogs. */
export function useContentList(place: ListContext, list: ListState<ContentFilters>) {
  const { column } = place
  const [opened, setOpened] = useState<OpenedDialog | null>(null)
  useTabOpen('useContentList', opened, setOpened)
  const read = useRead('content.page', toPageInput(column, list.input), { quiet: true, keepPrevious: true })
  usePreloadEditor(column.menuField.some(({ fieldType }) => fieldType === 'Editor'))
  const deselect = (ids: readonly number[]): void => list.setSelected(removeKeys(list.selected, ids))
  const unselect = (entry: ContentEntry) => (): void => deselect([entry.id])
  const actions = useEntryActions(column.id, deselect)
  const copyLink = useCopyLink()
  const rows = read.data?.content ?? NO_ROWS
  const pages = usePublicPages(column.id, rows)
  const commands: RowCommands = {
    view: (entry) => setOpened({ dialog: 'view', id: entry.id }),
    edit: (entry) => setOpened({ dialog: 'edit', id: entry.id }),
    remove: (entry) => void actions.remove(toChosenEntry(column, entry), unselect(entry)),
    copy: (entry) => setOpened({ dialog: 'copy', chosen: toChosenEntry(column, entry), done: noop }),
    crossCopy: (entry) => setOpened({ dialog: 'crossCopy', chosen: toChosenEntry(column, entry), done: noop }),
    timeline: (entry) => setOpened({ dialog: 'timeline', id: entry.id, title: titleOf(column, entry) }),
    ...pages.commands,
    copyLink: ({ id }) => void copyLink(`${screenPathOf(place)}?entry=${id}`, column.siteId),
    reject: (entry) => setOpened({ dialog: 'reject', entry }),
    forward: (entry) => setOpened({ dialog: 'forward', entry, done: unselect(entry) }),
  }
  const facts = { sort: actions.sort, commands, editors: useEditors(column.id), states: pages.states }
  const columns = useListColumns(place, rows, facts)
  const onOpen = isAllowed(place, 'edit') ? commands.edit : commands.view
  const onRowKey = (entry: ContentEntry, event: KeyboardEvent): void => {
    if (event.key === 'F2' && isAllowed(place, 'edit')) commands.edit(entry)
    if (event.key === 'Delete' && isAllowed(place, 'remove')) commands.remove(entry)
  }

  const batch = (keys: readonly number[], clear: () => void) => (
    <BatchActions
      place={place}
      actions={actions}
      keys={keys}
      rows={rows}
      onCopy={(dialog, chosen) => setOpened({ dialog, chosen, done: clear })}
      clear={clear}
    />
  )

  /** Opens an entry, or a new one for 0. An open dialog stays, because it may have unsaved changes. */
  const openEntry = (id: number): void =>
    setOpened((now) => now ?? { dialog: id === 0 || isAllowed(place, 'edit') ? 'edit' : 'view', id })

  return {
    openEntry,
    body: {
      list,
      read,
      columns,
      rowKey: keyOf,
      rowLabel: (entry: ContentEntry) => titleOf(column, entry),
      search: '搜索全部文字',
      filters: <SearchBar withStatus column={column} list={list} />,
      ...(hasBatchActions(place) ? { batch } : {}),
      onOpen,
      onRowKey,
      sizes: SIZES,
      empty: (
        <EmptyState
          icon={DocumentTextRegular}
          title="还没有内容"
          text={isAllowed(place, 'add') ? '点击“新增”添加内容' : '新增的内容会显示在列表中'}
        />
      ),
    },
    toolbar: <ListToolbar place={place} list={list} isBusy={opened !== null} open={setOpened} />,
    dialogs: (
      <>
        {opened && <ListDialogs opened={opened} place={place} open={setOpened} onClose={() => setOpened(null)} />}
        {actions.sensitive.question && (
          <SensitiveDialog question={actions.sensitive.question} onClose={actions.sensitive.close} />
        )}
      </>
    ),
  }
}

const noop = (): void => undefined

const screenPathOf = ({ review, column }: ListContext): string =>
  review ? reviewUrlOf(column.id) : manageUrlOf(COLUMN_TYPE.list, column.id)

/** Whether a row has any action. */
const hasRowActions = (place: ListContext): boolean =>
  isAllowed(place, 'edit') || isAllowed(place, 'remove') || (place.review && isAllowed(place, 'publish'))

interface ColumnInputs {
  sort: EntryActions['sort']
  commands: RowCommands
  editors: ReadonlyMap<number, EntryEditor>
  /** null: the server does not tell. */
  states: ReadonlyMap<number, PublicState> | null
}

/** The columns of a content list; stable while rows are selected, so that rows do not render again. */
function useListColumns(
  place: ListContext,
  rows: readonly ContentEntry[],
  { sort, commands, editors, states }: ColumnInputs,
): TableColumn<ContentEntry>[] {
  const { column } = place
  const words = useFieldWords(column.listField, column.siteId, rows)
  const run = useLatest((what: keyof RowCommands, entry: ContentEntry) => commands[what](entry))
  const empty = findEmptyFields(column.listField, rows).join()
  return useMemo(() => {
    const stableCommands: RowCommands = {
      view: (entry) => run('view', entry),
      edit: (entry) => run('edit', entry),
      remove: (entry) => run('remove', entry),
      copy: (entry) => run('copy', entry),
      crossCopy: (entry) => run('crossCopy', entry),
      timeline: (entry) => run('timeline', entry),
      openPage: (entry) => run('openPage', entry),
      copyUrl: (entry) => run('copyUrl', entry),
      copyLink: (entry) => run('copyLink', entry),
      reject: (entry) => run('reject', entry),
      forward: (entry) => run('forward', entry),
    }
    const buttons: TableColumn<ContentEntry> = {
      key: 'actions',
      title: '操作',
      width: '116px',
      pin: 'end',
      render: (entry) => (
        <RowButtons entry={entry} hasPage={!!states?.get(entry.id)?.url} place={place} commands={stableCommands} />
      ),
    }
    return [
      ...fieldColumns(column.listField, words, stableCommands.view, new Set(empty.split(',')), editors),
      ...endColumns(place, sort, states),
      ...(hasRowActions(place) ? [buttons] : []),
    ]
  }, [place, column, words, sort, run, empty, editors, states])
}
