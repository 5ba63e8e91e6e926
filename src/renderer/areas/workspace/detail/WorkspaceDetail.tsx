import { makeStyles, tokens } from '@fluentui/react-components'
import { useState } from 'react'
import { useRead } from '#renderer/data/useRead.ts'
import { ErrorState, LoadingState } from '#renderer/ui/feedback/States.tsx'
import { Tabs } from '#renderer/ui/layout/Tabs.tsx'
import { CheckPanel } from './CheckPanel.tsx'
import { ConflictDialog } from '../conflict/ConflictDialog.tsx'
import { ConflictList } from '../conflict/ConflictList.tsx'
import type { FilterId } from './filters.ts'
import { FileStates } from './FileStates.tsx'
import { SafetyStopBanner } from './SafetyStopBanner.tsx'
import { HistoryTable } from './HistoryTable.tsx'
import { LogTable } from './LogTable.tsx'
import { RenamedBanner } from './RenamedBanner.tsx'
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

/** One workspace: state, safety stop, files, conflicts, history, log and trash. */
export function WorkspaceDetail({ id, tab, onTab }: Props) {
  const styles = useStyles()
  const [filter, setFilter] = useState<FilterId>('all')
  const [resolving, setResolving] = useState<string | null>(null)
  const { data, error, refetch } = useRead('workspaces.detail', { id }, { quiet: true })
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState />
  const { workspace, files } = data
  const conflicts = files.filter((file) => file.state === 'conflict')
  const tabs = [
    { id: 'files', title: `文件 ${workspace.files}` },
    { id: 'conflicts', title: `冲突 ${conflicts.length}` },
    { id: 'history', title: '历史' },
    { id: 'check', title: '模板检查' },
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
      {workspace.renamedTo && <RenamedBanner workspace={workspace} renamedTo={workspace.renamedTo} />}
      {workspace.halt && <SafetyStopBanner workspace={workspace} halt={workspace.halt} />}
      <Tabs tabs={tabs} selected={tab} onSelect={onTab} panelClass={styles.panel}>
        {tab === 'files' && <FileStates files={files} filter={filter} onFilter={setFilter} />}
        {tab === 'conflicts' && <ConflictList conflicts={conflicts} onResolve={setResolving} />}
        {tab === 'history' && <HistoryTable id={id} />}
        {tab === 'check' && <CheckPanel id={id} />}
        {tab === 'log' && <LogTable id={id} />}
        {tab === 'trash' && <TrashTable id={id} />}
      </Tabs>
      {resolving !== null && <ConflictDialog id={id} path={resolving} onClose={() => setResolving(null)} />}
    </div>
  )
}
