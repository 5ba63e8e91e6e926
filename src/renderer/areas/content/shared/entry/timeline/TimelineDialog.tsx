import { Button, makeStyles, Text, tokens } from '@fluentui/react-components'
import { useState } from 'react'
import type { EntryEvent } from '#shared/contract/content.ts'
import { ENTRY_EVENT_KINDS, ENTRY_EVENTS, type EntryEventKind } from '#shared/domain/entryEvents.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { ApprovalDialog } from '#renderer/features/approval/ApprovalDialog.tsx'
import { SheetButtons } from '#renderer/features/sheets/SheetButtons.tsx'
import { PanelDialog } from '#renderer/ui/dialogs/PanelDialog.tsx'
import { EmptyState, ErrorState, LoadingState } from '#renderer/ui/feedback/States.tsx'
import { DateRange } from '#renderer/ui/fields/DateRange.tsx'
import { ManyChoice } from '#renderer/ui/fields/ManyChoice.tsx'
import { SearchBox } from '#renderer/ui/fields/SearchBox.tsx'
import { Toolbar } from '#renderer/ui/layout/Page.tsx'
import { Pager } from '#renderer/ui/table/Pager.tsx'
import { usePaging } from '#renderer/ui/table/usePaging.ts'
import { type LoadedEntry, toLoadedEntry } from '../form/loadEntry.ts'
import { RevisionChanges } from '../revision/RevisionChanges.tsx'
import { EventList } from './EventList.tsx'

const useStyles = makeStyles({
  root: {
    flex: '1 1 auto',
    minHeight: 0,
    display: 'grid',
    gridTemplateColumns: 'minmax(300px, 460px) minmax(0, 1fr)',
    gap: tokens.spacingHorizontalL,
  },
  side: { display: 'flex', flexDirection: 'column', minHeight: 0, overflowY: 'auto' },
  muted: { color: tokens.colorNeutralForeground3 },
})

const KINDS = ENTRY_EVENT_KINDS.map((id) => ({ id, title: ENTRY_EVENTS[id] }))
const NO_RANGE = { start: '', end: '' }

interface Props {
  column: { id: number; siteId: number; title: string }
  /** 0: the timeline of all entries of the column, including deleted ones. */
  id: number
  /** Title of the entry. */
  title: string
  onClose: () => void
}

/** The timeline of an entry or a column, newest first, with filters and an export. */
export function TimelineDialog({ column, id, title, onClose }: Props) {
  const styles = useStyles()
  const [kinds, setKinds] = useState<EntryEventKind[]>([])
  const [author, setAuthor] = useState('')
  const [range, setRange] = useState(NO_RANGE)
  const [chosen, setChosen] = useState<EntryEvent | null>(null)
  const [approval, setApproval] = useState(0)
  const paging = usePaging(20)
  const { page, size } = paging.input
  const filters = { classId: column.id, id, kinds, author, startDate: range.start, endDate: range.end }
  const read = useRead('content.timeline', { ...filters, page, size }, { quiet: true, keepPrevious: true })
  const total = read.data?.totalElements ?? 0
  const rows = read.data?.content ?? []
  const filter =
    <T,>(set: (value: T) => void) =>
    (value: T): void => {
      set(value)
      setChosen(null)
      paging.setPage(1)
    }
  return (
    <PanelDialog
      title={id === 0 ? `时间线：栏目“${column.title}”` : `时间线：${title}`}
      size="large"
      onClose={onClose}
      footer={<Button onClick={onClose}>关闭</Button>}
    >
      <Toolbar>
        <ManyChoice label="操作" all="全部操作" options={KINDS} value={kinds} onChange={filter(setKinds)} />
        <SearchBox value={author} placeholder="搜索操作人" onSearch={filter(setAuthor)} />
        <DateRange label="日期" value={range} onChange={filter(setRange)} />
        <SheetButtons
          what="时间线"
          at={{ siteId: column.siteId, menuId: column.id }}
          exports={{ operation: 'content.timelineSheet', input: filters }}
        />
      </Toolbar>
      {read.error && <ErrorState error={read.error} onRetry={() => void read.refetch()} />}
      {read.isPending && <LoadingState />}
      {read.data && rows.length === 0 && <EmptyState title="还没有操作记录" />}
      {rows.length > 0 && (
        <div className={styles.root}>
          <div className={styles.side}>
            <EventList
              rows={rows}
              chosen={chosen?.id ?? 0}
              named={id === 0}
              onChoose={setChosen}
              onViewApproval={setApproval}
            />
          </div>
          <div className={styles.side}>
            {chosen ? (
              <EventChanges key={chosen.id} classId={column.id} event={chosen} />
            ) : (
              <Text className={styles.muted}>选择左侧有改动的记录，查看改动内容</Text>
            )}
          </div>
        </div>
      )}
      {total > size && <Pager paging={paging} total={total} />}
      {approval !== 0 && <ApprovalDialog of={{ instanceId: approval }} readOnly onClose={() => setApproval(0)} />}
    </PanelDialog>
  )
}

/** The changes of the revision that an event belongs to. */
function EventChanges({ classId, event }: { classId: number; event: EntryEvent }) {
  const { contentId: id, revisionId, beforeId } = event
  const read = useRead('content.form', { classId, id }, { quiet: true })
  if (read.error) return <ErrorState error={read.error} onRetry={() => void read.refetch()} />
  if (!read.data) return <LoadingState />
  const loaded: LoadedEntry = toLoadedEntry(classId, id, read.data)
  return <RevisionChanges loaded={loaded} revisionId={revisionId} beforeId={beforeId} />
}
