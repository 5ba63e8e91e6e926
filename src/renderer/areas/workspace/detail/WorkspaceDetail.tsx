import { Badge, makeStyles, tokens } from '@fluentui/react-components'
import { useState } from 'react'
import type { OutputOf } from '#shared/contract/registry.ts'
import { formatDateTime } from '#shared/util/dates.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { EmptyState, ErrorState, LoadingState } from '#renderer/ui/feedback/States.tsx'
import { Tabs } from '#renderer/ui/layout/Tabs.tsx'
import { DataTable } from '#renderer/ui/table/DataTable.tsx'
import type { TableColumn } from '#renderer/ui/table/types.ts'
import { ConflictDialog } from '../conflict/ConflictDialog.tsx'
import { ConflictList } from '../conflict/ConflictList.tsx'
import type { FilterId } from './filters.ts'
import { FileStates } from './FileStates.tsx'
import { HaltBanner } from './HaltBanner.tsx'
import { Summary } from './Summary.tsx'
import type { TabId } from './tabs.ts'
import { TrashTable } from './TrashTable.tsx'

const useStyles = makeStyles({
  root: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, minHeight: 0, minWidth: 0 },
  panel: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalS,
    flex: '1 1 auto',
    minHeight: '240px',
  },
})

interface Props {
  id: string
  tab: TabId
  onTab: (tab: TabId) => void
}

/** One workspace: state, safety stop, files, conflicts, log and trash. */
export function WorkspaceDetail({ id, tab, onTab }: Props) {
  const styles = useStyles()
  const [filter, setFilter] = useState<FilterId>('all')
  const [resolving, setResolving] = useState<string | null>(null)
  const { data, error, refetch } = useRead('workspaces.detail', { id }, { quiet: true })
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState />
  const { workspace, files, log } = data
  const conflicts = files.filter((file) => file.state === 'conflict')
  const tabs = [
    { id: 'files', title: `文件 ${workspace.files}` },
    { id: 'conflicts', title: `冲突 ${conflicts.length}` },
    { id: 'log', title: '日志' },
    { id: 'trash', title: '回收站' },
  ] as const
  const attention = {
    resolve: () => {
      onTab('conflicts')
      if (conflicts.length === 1) setResolving(conflicts[0]?.path ?? null)
    },
    showFailed: () => {
      setFilter('attention')
      onTab('files')
    },
  }
  return (
    <div className={styles.root}>
      <Summary workspace={workspace} attention={attention} />
      {workspace.halt && <HaltBanner workspace={workspace} halt={workspace.halt} />}
      <Tabs tabs={tabs} selected={tab} onSelect={onTab} panelClass={styles.panel}>
        {tab === 'files' && <FileStates files={files} filter={filter} onFilter={setFilter} />}
        {tab === 'conflicts' && <ConflictList conflicts={conflicts} onResolve={setResolving} />}
        {tab === 'log' && <LogTable log={log} />}
        {tab === 'trash' && <TrashTable id={id} />}
      </Tabs>
      {resolving !== null && <ConflictDialog id={id} path={resolving} onClose={() => setResolving(null)} />}
    </div>
  )
}

type Log = OutputOf<'workspaces.detail'>['log']
type Line = Log[number] & { id: number }

const LEVEL = {
  info: { title: '信息', color: 'informative' },
  warning: { title: '注意', color: 'warning' },
  error: { title: '错误', color: 'danger' },
} as const

const COLUMNS: TableColumn<Line>[] = [
  { key: 'at', title: '时间', width: '176px', render: (row) => formatDateTime(Date.parse(row.at)) },
  {
    key: 'level',
    title: '级别',
    width: '76px',
    render: ({ level }) => (
      <Badge appearance="tint" color={LEVEL[level].color}>
        {LEVEL[level].title}
      </Badge>
    ),
  },
  { key: 'text', title: '内容', render: (row) => row.text },
  { key: 'path', title: '文件', width: '26%', render: (row) => row.path },
]

/** What the sync did, newest first. */
function LogTable({ log }: { log: Log }) {
  const lines = log.map((line, id) => ({ ...line, id })).sort((a, b) => b.at.localeCompare(a.at) || b.id - a.id)
  return (
    <DataTable
      label="同步日志"
      columns={COLUMNS}
      rows={lines}
      rowKey={(row) => row.id}
      empty={<EmptyState title="还没有记录" />}
    />
  )
}
