import { Button } from '@fluentui/react-components'
import {
  ArrowUndoRegular,
  BinRecycleRegular,
  DeleteRegular,
  DraftsRegular,
  SendRegular,
  TimelineRegular,
} from '@fluentui/react-icons'
import { useState } from 'react'
import type { ContentEntry } from '#shared/contract/content.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { EntryDialog } from '#renderer/areas/content/shared/entry/EntryDialog.tsx'
import { EntryDetail } from '#renderer/areas/content/shared/entry/EntryDetail.tsx'
import { TimelineDialog } from '#renderer/areas/content/shared/entry/timeline/TimelineDialog.tsx'
import { PanelDialog } from '#renderer/ui/dialogs/PanelDialog.tsx'
import { EmptyState } from '#renderer/ui/feedback/States.tsx'
import { BatchButton } from '#renderer/ui/list/BatchButton.tsx'
import { ListBody } from '#renderer/ui/list/ListBody.tsx'
import { useLocalList } from '#renderer/ui/list/useLocalList.ts'
import { useFieldWords } from '#renderer/features/entry/useFieldWords.ts'
import { fieldColumns, titleOf } from '../columns.tsx'
import { usePublicStateColumn } from '../usePublicPages.tsx'
import { NO_FILTERS, toPageInput } from '../filters.ts'
import { isAllowed, type ListContext } from '../listColumn.ts'
import { SearchBar } from '../search/SearchBar.tsx'
import { SensitiveDialog } from '#renderer/areas/content/shared/entry/sensitive/SensitiveDialog.tsx'
import { useTabOpen } from '#renderer/ui/page/useTabState.ts'
import { type ChosenEntries, toChosenEntry, toChosenEntries, useEntryActions, removeKeys } from '../useEntryActions.ts'
import { type BinKind, createBinColumns } from './binColumns.tsx'

interface Props {
  kind: BinKind
  place: ListContext
  onClose: () => void
}

const MAX_FIELDS = 4

/** The two bins of a column (B·§2: type 0 and type 1). */
const BINS = {
  recycle: {
    title: '回收站',
    empty: '回收站为空',
    emptyHelp: '在列表中删除的内容会移入回收站，可以还原。',
  },
  drafts: {
    title: '草稿箱',
    empty: '还没有草稿',
    emptyHelp: '“保存到草稿”和“取消发布”的内容会显示在“草稿箱”中',
  },
} as const

/** The recycle bin (type 0) and the drafts (type 1) of a column (B·§2). Deleting here is permanent. */
export function BinDialog({ kind, place, onClose }: Props) {
  const { column } = place
  const list = useLocalList(NO_FILTERS)
  const read = useRead(
    kind === 'recycle' ? 'content.recyclePage' : 'content.draftPage',
    toPageInput(column, list.input),
    { quiet: true, keepPrevious: true },
  )
  const fields = column.listField.slice(0, MAX_FIELDS)
  const rows = read.data?.content ?? []
  const words = useFieldWords(fields, column.siteId, rows)
  const deselect = (ids: readonly number[]): void => list.setSelected(removeKeys(list.selected, ids))
  // Entries that leave the bin are unselected.
  const unselect = (entry: ContentEntry) => (): void => deselect([entry.id])
  const actions = useEntryActions(column.id, deselect)
  const [opened, setOpened] = useState<{ what: 'edit' | 'view' | 'timeline'; id: number } | null>(null)
  useTabOpen('BinDialog', opened, setOpened)
  const texts = BINS[kind]
  const chosenOf = (ids: readonly number[]): ChosenEntries => toChosenEntries(column, rows, ids)
  const columns = [
    ...fieldColumns(fields, words, (entry) => setOpened({ what: 'view', id: entry.id })),
    ...usePublicStateColumn(column, rows),
    ...createBinColumns(kind, place, {
      restore: (entry) => void actions.restore(toChosenEntry(column, entry), unselect(entry)),
      publish: (entry) => void actions.publish(toChosenEntry(column, entry), unselect(entry)),
      edit: (entry) => setOpened({ what: 'edit', id: entry.id }),
      remove: (entry) => void actions.removeMany(toChosenEntry(column, entry), unselect(entry), true),
    }),
  ]
  const canClean = kind === 'recycle' && isAllowed(place, 'remove') && (read.data?.totalElements ?? 0) > 0
  const dialog = { classId: column.id, id: opened?.id ?? 0, onClose: () => setOpened(null) }

  const hasBatchActions =
    isAllowed(place, 'remove') || (isAllowed(place, 'edit') && (kind === 'recycle' || isAllowed(place, 'publish')))
  const batch = (keys: readonly number[], clear: () => void) => (
    <>
      {isAllowed(place, 'edit') && kind === 'recycle' && (
        <BatchButton
          keys={keys}
          title="批量还原"
          icon={ArrowUndoRegular}
          busy={actions.busy}
          onRun={(ids: readonly number[]) => void actions.restore(chosenOf(ids), clear)}
        />
      )}
      {isAllowed(place, 'edit') && isAllowed(place, 'publish') && kind === 'drafts' && (
        <BatchButton
          keys={keys}
          title="批量发布"
          icon={SendRegular}
          busy={actions.busy}
          onRun={(ids: readonly number[]) => void actions.publish(chosenOf(ids), clear)}
        />
      )}
      {isAllowed(place, 'remove') && (
        <BatchButton
          keys={keys}
          title="批量删除"
          icon={DeleteRegular}
          busy={actions.busy}
          onRun={(ids: readonly number[]) => void actions.removeMany(chosenOf(ids), clear, true)}
        />
      )}
    </>
  )

  return (
    <PanelDialog
      title={`${texts.title}：${column.title}`}
      size="large"
      onClose={onClose}
      footer={
        <>
          {kind === 'recycle' && (
            <Button icon={<TimelineRegular />} onClick={() => setOpened({ what: 'timeline', id: 0 })}>
              时间线
            </Button>
          )}
          {canClean && (
            <Button
              icon={<DeleteRegular />}
              disabledFocusable={actions.busy}
              onClick={() => void actions.clean(() => list.setSelected(new Set()))}
            >
              清空回收站
            </Button>
          )}
          <Button onClick={onClose}>关闭</Button>
        </>
      }
    >
      <ListBody
        label={texts.title}
        list={list}
        read={read}
        columns={columns}
        rowKey={(entry: ContentEntry) => entry.id}
        rowLabel={(entry) => titleOf(column, entry)}
        search="搜索全部文字"
        filters={<SearchBar column={column} list={list} />}
        {...(hasBatchActions ? { batch } : {})}
        empty={
          <EmptyState
            icon={kind === 'recycle' ? BinRecycleRegular : DraftsRegular}
            title={texts.empty}
            text={texts.emptyHelp}
          />
        }
      />
      {opened?.what === 'edit' && <EntryDialog {...dialog} />}
      {opened?.what === 'view' && <EntryDetail {...dialog} />}
      {opened?.what === 'timeline' && <TimelineDialog {...dialog} column={column} title="" />}
      {actions.sensitive.question && (
        <SensitiveDialog question={actions.sensitive.question} onClose={actions.sensitive.close} />
      )}
    </PanelDialog>
  )
}
