import { Button } from '@fluentui/react-components'
import { DeleteRegular, ImageMultipleRegular } from '@fluentui/react-icons'
import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useState } from 'react'
import type { LibraryItem } from '#shared/contract/attachment.ts'
import { UPLOAD_RULES, type UploadKind } from '#shared/contract/upload.ts'
import { createObservable } from '#shared/util/observable.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { useSession } from '#renderer/data/useSession.ts'
import { KIND_LABELS } from '#renderer/features/media/kindLabels.ts'
import { EmptyState } from '#renderer/ui/feedback/States.tsx'
import { useCopy } from '#renderer/ui/feedback/useCopy.ts'
import { DateRange } from '#renderer/ui/fields/DateRange.tsx'
import { BatchButton } from '#renderer/ui/list/BatchButton.tsx'
import { ListBody } from '#renderer/ui/list/ListBody.tsx'
import { useListState } from '#renderer/ui/list/useListState.ts'
import type { DataTableProps } from '#renderer/ui/table/types.ts'
import { useTabOpen } from '#renderer/ui/page/useTabState.ts'
import type { ItemActions } from './actions.ts'
import { addressOf } from './address.ts'
import { columnsOf } from './columns.tsx'
import { Grid } from './Grid.tsx'
import { ItemCard } from './ItemCard.tsx'
import { LibraryDialogs, type OpenDialog } from './LibraryDialogs.tsx'
import { useLibraryView } from './ViewChoice.tsx'

interface Props {
  kind: UploadKind
  /** Opens the file dialog. */
  onUpload: () => void
  /** Reports whether a dialog covers the list. */
  onCoveredChange: (covered: boolean) => void
}

/** The files of one kind, with search, dates, both views and actions. The address holds the state of each kind. */
export function LibraryList({ kind, onUpload, onCoveredChange }: Props) {
  // B·§9: ten items per page.
  const list = useListState({ size: 10, filters: { startTime: '', endTime: '' }, name: kind })
  const read = useRead('attachment.page', { ...list.input, materialType: kind }, { quiet: true, keepPrevious: true })
  const [opened, setOpened] = useState<OpenDialog | null>(null)
  useTabOpen('LibraryList', opened, setOpened)
  const baseUrl = useSession()?.connection?.baseUrl ?? ''
  const view = useLibraryView()
  const copy = useCopy()
  const items = read.data?.content
  const { startTime: start, endTime: end } = list.filters

  useEffect(() => {
    onCoveredChange(opened !== null)
  }, [opened, onCoveredChange])

  // An observable, read when a drag begins: a selection renders no card again.
  const [chosen] = useState(() => createObservable<readonly LibraryItem[]>([]))
  useEffect(() => {
    chosen.set(items?.filter(({ id }) => list.selected.has(id)) ?? [])
  }, [chosen, items, list.selected])
  const actions = useMemo<ItemActions>(
    () => ({
      preview: (item) => setOpened({ dialog: 'preview', id: item.id }),
      details: (item) => setOpened({ dialog: 'details', item }),
      copyAddress: ({ accessPath }) => void copy('地址', addressOf(baseUrl, accessPath)),
      replace: (item) => setOpened({ dialog: 'replace', item }),
      remove: (item) => setOpened({ dialog: 'remove', ids: [item.id], name: item.oldName }),
      listDragged(item) {
        const others = chosen.get().filter(({ id }) => id !== item.id)
        return others.length < chosen.get().length ? [item, ...others] : [item]
      },
    }),
    [baseUrl, copy, chosen],
  )
  const columns = useMemo(() => columnsOf(kind, actions), [kind, actions])
  const removeMany = (ids: readonly number[]): void => {
    const only = ids.length === 1 ? items?.find(({ id }) => id === ids[0]) : undefined
    setOpened({ dialog: 'remove', ids, name: only?.oldName ?? '' })
  }
  const onRowKey = (item: LibraryItem, event: KeyboardEvent): void => {
    if (event.key === 'Delete') {
      if (list.selected.has(item.id)) removeMany([...list.selected] as number[])
      else actions.remove(item)
    } else if (event.key.toLowerCase() === 'a' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault()
      list.setSelected(new Set([...list.selected, ...(items ?? []).map(({ id }) => id)]))
    }
  }

  const grid = (rows: DataTableProps<LibraryItem>): ReactNode => (
    <Grid {...rows}>{(item) => <ItemCard item={item} actions={actions} />}</Grid>
  )

  return (
    <>
      <ListBody
        label={`资源库的${KIND_LABELS[kind]}`}
        list={list}
        read={read}
        columns={columns}
        rowKey={(item) => item.id}
        rowLabel={(item) => item.oldName}
        search="搜索文件名"
        filters={
          <DateRange
            label="上传日期"
            value={{ start, end }}
            onChange={(dates) => list.setFilters({ startTime: dates.start, endTime: dates.end })}
          />
        }
        batch={(ids) => <BatchButton keys={ids} title="删除" icon={DeleteRegular} onRun={removeMany} />}
        empty={<EmptyLibrary kind={kind} onUpload={onUpload} />}
        onOpen={actions.preview}
        onRowKey={onRowKey}
        {...(view === 'grid' ? { renderRows: grid } : {})}
      />
      {opened && (
        <LibraryDialogs
          opened={opened}
          items={items ?? []}
          baseUrl={baseUrl}
          actions={actions}
          onMove={(id) => setOpened({ dialog: 'preview', id })}
          onRemoved={() => list.setSelected(new Set())}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  )
}

function EmptyLibrary({ kind, onUpload }: { kind: UploadKind; onUpload: () => void }) {
  const { extensions, limitMb } = UPLOAD_RULES[kind]
  return (
    <EmptyState
      icon={ImageMultipleRegular}
      title={`资源库还没有${KIND_LABELS[kind]}`}
      text={`支持 ${extensions.join('、')}，单个文件不超过 ${limitMb} MB。可以点击“上传”、将文件拖到此处，或直接粘贴。`}
      action={<Button onClick={onUpload}>选择{KIND_LABELS[kind]}</Button>}
    />
  )
}
