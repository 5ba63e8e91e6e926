import { useState } from 'react'
import type { DraftState } from '#shared/contract/templateDraft.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { PanelDialog } from '#renderer/ui/dialogs/PanelDialog.tsx'
import { EmptyState, ErrorState, LoadingState } from '#renderer/ui/feedback/States.tsx'
import { Tabs } from '#renderer/ui/layout/Tabs.tsx'
import { SyncDialog } from '../workspaces/SyncDialog.tsx'
import { DraftChanges } from './DraftChanges.tsx'
import { MomentDialog } from './MomentDialog.tsx'
import { MomentList } from './MomentList.tsx'
import { Button, makeStyles, MessageBar, MessageBarActions, MessageBarBody, Spinner } from '@fluentui/react-components'
import { AimDialog } from '../workspaces/AimDialog.tsx'
import { DraftsRegular } from '@fluentui/react-icons'
import { useWrite } from '#renderer/data/useWrite.ts'

/** What a draft is, and the way to one. */
function NoDraft({ templateId }: { templateId: number }) {
  const create = useWrite('templateDraft.create')
  return (
    <EmptyState
      icon={DraftsRegular}
      title="这个模板还没有草稿"
      text="草稿是模板的一份副本：在草稿里怎么改，网站都不变，改好后一次发布到线上，也可以撤销发布。一个模板有一份草稿，大家一起用。"
      action={
        <Button
          appearance="primary"
          disabledFocusable={create.isPending}
          icon={create.isPending ? <Spinner size="tiny" aria-hidden /> : undefined}
          onClick={() => create.mutate({ id: templateId })}
        >
          建立草稿
        </Button>
      }
    />
  )
}

interface AimedWorkspace {
  id: string
  /** What it is synced with: the template's folder on the server, or that of its draft. */
  folder: string
}

const useStyles = makeStyles({
  still: { flexShrink: 0 },
})

interface AimBarProps {
  workspace: AimedWorkspace
  state: DraftState
  onDone: () => void
}

/** Says what a workspace is synced with, and turns it to the other. */
function AimBar({ workspace, state, onDone }: AimBarProps) {
  const styles = useStyles()
  const [turning, setTurning] = useState(false)
  const isLive = workspace.folder === state.folder
  const other = isLive
    ? { folder: state.draft?.folder ?? '', name: `${state.name}（草稿）` }
    : { folder: state.folder, name: state.name }
  return (
    <>
      <MessageBar className={styles.still} intent={isLive ? 'warning' : 'info'} layout="multiline">
        <MessageBarBody>
          {isLive
            ? '这个工作区同步的是线上模板：保存的修改会直接影响网站。'
            : '这个工作区同步的是草稿：发布之前，网站不会变。'}
        </MessageBarBody>
        <MessageBarActions>
          <Button onClick={() => setTurning(true)}>{isLive ? '改为同步草稿' : '改为同步线上模板'}</Button>
        </MessageBarActions>
      </MessageBar>
      {turning && (
        <AimDialog
          id={workspace.id}
          to={other}
          title={`改为同步“${other.name}”`}
          agree="同意并切换"
          onDone={onDone}
          onClose={() => setTurning(false)}
        />
      )}
    </>
  )
}

interface Props {
  /** Of the template or of its draft, on the server. */
  folder: string
  /** Its name, until the server has told it. */
  name: string
  /** The workspace from which it was opened: it may be turned to the draft, or back. */
  workspace?: AimedWorkspace
  /** Opens the files of the draft, where that can be done. */
  onFiles?: (draft: { folder: string; name: string }) => void
  onClose: () => void
}

const TABS = [
  { id: 'changes', title: '要发布的更改' },
  { id: 'moments', title: '历史' },
] as const
type TabId = (typeof TABS)[number]['id']

/** 草稿与发布: the draft of a template, what its publication does, and the states of before. */
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
      <MomentDialog
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
      {state?.draft && workspace && <AimBar workspace={workspace} state={state} onDone={onClose} />}
      {state && (
        <Tabs tabs={TABS} selected={tab} onSelect={setTab}>
          {tab === 'moments' && <MomentList templateId={state.templateId} onOpen={setMoment} />}
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
