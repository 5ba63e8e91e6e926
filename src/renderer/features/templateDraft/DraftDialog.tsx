import { useState } from 'react'
import type { DraftState } from '#shared/contract/templateDraft.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { PanelDialog } from '#renderer/ui/dialogs/PanelDialog.tsx'
import { EmptyState, ErrorState, LoadingState } from '#renderer/ui/feedback/States.tsx'
import { Tabs } from '#renderer/ui/layout/Tabs.tsx'
import { SyncDialog } from '../workspaces/SyncDialog.tsx'
import { DraftChanges } from './DraftChanges.tsx'
import { RestorePointDialog } from './RestorePointDialog.tsx'
import { RestorePointList } from './RestorePointList.tsx'
import { Button, makeStyles, MessageBar, MessageBarActions, MessageBarBody, Spinner } from '@fluentui/react-components'
import { TargetDialog } from '../workspaces/TargetDialog.tsx'
import { DraftsRegular } from '@fluentui/react-icons'
import { useWrite } from '#renderer/data/useWrite.ts'

/** Explains drafts and offers to create one. */
function NoDraft({ templateId }: { templateId: number }) {
  const create = useWrite('templateDraft.create')
  return (
    <EmptyState
      icon={DraftsRegular}
      title="该模板还没有草稿"
      text="草稿是模板的副本：修改草稿不影响网站，修改完成后一次发布到线上，也可以撤销发布。每个模板有一份草稿，由所有人共用。"
      action={
        <Button
          appearance="primary"
          disabledFocusable={create.isPending}
          icon={create.isPending ? <Spinner size="tiny" aria-hidden /> : undefined}
          onClick={() => create.mutate({ id: templateId })}
        >
          新建草稿
        </Button>
      }
    />
  )
}

interface TargetedWorkspace {
  id: string
  /** The server folder that it syncs with: that of the template or of its draft. */
  folder: string
}

const useStyles = makeStyles({
  still: { flexShrink: 0 },
})

interface TargetBarProps {
  workspace: TargetedWorkspace
  state: DraftState
  onDone: () => void
}

/** Tells what a workspace syncs with, and switches it to the other folder. */
function TargetBar({ workspace, state, onDone }: TargetBarProps) {
  const styles = useStyles()
  const [switching, setSwitching] = useState(false)
  const isLive = workspace.folder === state.folder
  const other = isLive
    ? { folder: state.draft?.folder ?? '', name: `${state.name}（草稿）` }
    : { folder: state.folder, name: state.name }
  return (
    <>
      <MessageBar className={styles.still} intent={isLive ? 'warning' : 'info'} layout="multiline">
        <MessageBarBody>
          {isLive ? '该工作区同步线上模板：保存的修改会直接影响网站。' : '该工作区同步草稿：发布之前，网站不受影响。'}
        </MessageBarBody>
        <MessageBarActions>
          <Button onClick={() => setSwitching(true)}>{isLive ? '改为同步草稿' : '改为同步线上模板'}</Button>
        </MessageBarActions>
      </MessageBar>
      {switching && (
        <TargetDialog
          id={workspace.id}
          to={other}
          title={`改为同步“${other.name}”`}
          agree="同意并切换"
          onDone={onDone}
          onClose={() => setSwitching(false)}
        />
      )}
    </>
  )
}

interface Props {
  /** The server folder of the template or of its draft. */
  folder: string
  /** Its name, shown until the server's answer arrives. */
  name: string
  /** The workspace from which the dialog was opened; it can be switched to the draft or back. */
  workspace?: TargetedWorkspace
  /** Opens the files of the draft; absent where that is not possible. */
  onFiles?: (draft: { folder: string; name: string }) => void
  onClose: () => void
}

const TABS = [
  { id: 'changes', title: '要发布的更改' },
  { id: 'moments', title: '历史' },
] as const
type TabId = (typeof TABS)[number]['id']

/** 草稿与发布: the draft of a template, what its publication does, and its history. */
export function DraftDialog({ folder, name, workspace, onFiles, onClose }: Props) {
  const [tab, setTab] = useState<TabId>('changes')
  const [moment, setMoment] = useState<number | null>(null)
  const [syncing, setSyncing] = useState(false)
  const read = useRead('templateDraft.find', { folder }, { quiet: true, onFocus: true })
  const state = read.data
  if (syncing && state?.draft)
    return <SyncDialog template={draftOf(state, state.draft.folder)} onClose={() => setSyncing(false)} />
  if (moment !== null && state)
    return (
      <RestorePointDialog
        id={moment}
        onClose={() => setMoment(null)}
        onDone={() => {
          setMoment(null)
          setTab('changes')
        }}
      />
    )
  return (
    <PanelDialog title={`草稿与发布 · ${state?.name ?? name}`} size="large" onClose={onClose}>
      {!state &&
        (read.error ? <ErrorState error={read.error} onRetry={() => void read.refetch()} /> : <LoadingState />)}
      {state?.draft && workspace && <TargetBar workspace={workspace} state={state} onDone={onClose} />}
      {state && (
        <Tabs tabs={TABS} selected={tab} onSelect={setTab}>
          {tab === 'moments' && <RestorePointList templateId={state.templateId} onOpen={setMoment} />}
          {tab === 'changes' && !state.draft && <NoDraft templateId={state.templateId} />}
          {tab === 'changes' && state.draft && (
            <DraftChanges
              templateId={state.templateId}
              draft={state.draft}
              {...(workspace ? {} : { onSync: () => setSyncing(true) })}
              {...(onFiles && state.draft ? { onFiles: () => onFiles(draftOf(state, state.draft?.folder ?? '')) } : {})}
              onPublished={() => setTab('moments')}
            />
          )}
        </Tabs>
      )}
    </PanelDialog>
  )
}

const draftOf = ({ name }: DraftState, folder: string) => ({ folder, name: `${name}（草稿）` })
