import { useState } from 'react'
import type { DraftState } from '#shared/contract/templateDraft.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { PanelDialog } from '#renderer/ui/dialogs/PanelDialog.tsx'
import { ErrorState, LoadingState } from '#renderer/ui/feedback/States.tsx'
import { Tabs } from '#renderer/ui/layout/Tabs.tsx'
import { SyncDialog } from '../workspaces/SyncDialog.tsx'
import { AimBar, type AimedWorkspace } from './AimBar.tsx'
import { DraftChanges } from './DraftChanges.tsx'
import { MomentDialog } from './MomentDialog.tsx'
import { MomentList } from './MomentList.tsx'
import { NoDraft } from './NoDraft.tsx'
import { DRAFT } from './text.ts'

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
    <PanelDialog title={DRAFT.title(state?.name ?? name)} size="large" onClose={onClose}>
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
