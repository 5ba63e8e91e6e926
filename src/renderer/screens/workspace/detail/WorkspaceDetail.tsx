import { makeStyles, Tab, TabList, tokens } from '@fluentui/react-components'
import { useState } from 'react'
import { useRead } from '#renderer/data/useRead.ts'
import { ErrorState, LoadingState } from '#renderer/kit/feedback/States.tsx'
import { ConflictList } from '../conflict/ConflictList.tsx'
import { FileStates } from './FileStates.tsx'
import { HaltBanner } from './HaltBanner.tsx'
import { LogTable } from './LogTable.tsx'
import { Summary } from './Summary.tsx'
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

/** One workspace: state, safety stop, files, conflicts, log and trash. */
export function WorkspaceDetail({ id }: { id: string }) {
  const styles = useStyles()
  const [tab, setTab] = useState('files')
  const { data, error, refetch } = useRead('workspaces.detail', { id }, { quiet: true })
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <LoadingState />
  const { workspace, files, log } = data
  const conflicts = files.filter((file) => file.state === 'conflict')
  return (
    <div className={styles.root}>
      <Summary workspace={workspace} />
      {workspace.halt && <HaltBanner id={id} halt={workspace.halt} />}
      <TabList selectedValue={tab} onTabSelect={(_event, { value }) => setTab(String(value))}>
        <Tab value="files">文件 {workspace.files}</Tab>
        <Tab value="conflicts">冲突 {conflicts.length}</Tab>
        <Tab value="log">日志</Tab>
        <Tab value="trash">回收站</Tab>
      </TabList>
      <div className={styles.panel} role="tabpanel" aria-label={TITLES[tab]}>
        {tab === 'files' && <FileStates files={files} />}
        {tab === 'conflicts' && <ConflictList id={id} conflicts={conflicts} />}
        {tab === 'log' && <LogTable log={log} />}
        {tab === 'trash' && <TrashTable id={id} />}
      </div>
    </div>
  )
}

const TITLES: Record<string, string> = { files: '文件', conflicts: '冲突', log: '日志', trash: '回收站' }
