import { makeStyles, MessageBar, MessageBarBody, Text, tokens } from '@fluentui/react-components'
import { useState } from 'react'
import { EditorActions } from '#renderer/features/richText/editorActions.ts'
import { useConfirmDiscard } from '#renderer/ui/dialogs/useConfirmDiscard.ts'
import { EmptyState, ErrorState, LoadingState } from '#renderer/ui/feedback/States.tsx'
import { useToast } from '#renderer/ui/feedback/useToast.ts'
import { usePageFormStyles } from '#renderer/ui/form/usePageFormStyles.ts'
import { Page, PageHeader } from '#renderer/ui/layout/Page.tsx'
import { useUnsaved } from '#renderer/ui/page/unsaved.ts'
import { ScheduleBar } from '#renderer/areas/content/shared/schedule/ScheduleBar.tsx'
import { useScheduling } from '#renderer/areas/content/shared/schedule/useScheduling.tsx'
import { AutosaveNotice } from '#renderer/features/drafts/AutosaveNotice.tsx'
import type { EntryDraft } from './form/entryDraft.ts'
import { RestoreOffer } from './form/RestoreOffer.tsx'
import { CopyLinksBar } from './copies/CopyLinksBar.tsx'
import { ApprovalBar } from './form/ApprovalBar.tsx'
import { SaveButtons, useSaveKey, useSaveRefusals } from './form/EntryActions.tsx'
import { EntryConflict } from './form/EntryConflict.tsx'
import { EntryFields } from './form/EntryFields.tsx'
import type { LoadedEntry } from './form/loadEntry.ts'
import { UNSAVED_CHANGES_AFTER_SAVE, useEntryForm } from './form/useEntryForm.ts'
import { useOpenEntry } from './form/useOpenEntry.ts'
import { PublicStateBar } from '../publicState/PublicStateBar.tsx'
import { LockBar } from './entryLock/LockBar.tsx'
import { ReadFields } from './entryLock/ReadFields.tsx'
import { useEntryLock } from './entryLock/useEntryLock.ts'
import { HistoryButton } from './revision/HistoryButton.tsx'
import { EntryNotes } from './form/EntryNotes.tsx'
import { PreviewButton } from './form/PreviewButton.tsx'
import { countOccurrencesInDraft } from './sensitive/hits.ts'
import { TimelineButton } from './timeline/TimelineButton.tsx'
import { Rejection } from './Rejection.tsx'

const useStyles = makeStyles({
  fields: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    gap: tokens.spacingVerticalL,
    padding: tokens.spacingHorizontalXL,
    maxWidth: '1120px',
  },
})

interface Props {
  classId: number
  /** 0: a new entry. */
  id: number
}

/** The form of an entry as a page, for single-article columns. */
export function EntryPage({ classId, id }: Props) {
  const [opened, setOpened] = useState({ id, round: 0 })
  const reload = (written: number): void => setOpened(({ round }) => ({ id: written, round: round + 1 }))
  return <EntryLoader key={opened.round} classId={classId} id={opened.id} onReload={reload} />
}

interface ReloadProps {
  /** Reloads the form with the entry of this id. */
  onReload: (id: number) => void
}

function EntryLoader({ classId, id, onReload }: Props & ReloadProps) {
  const { open, error, retry, restore, later, discard } = useOpenEntry(classId, id, 'column')
  if (error) return <ErrorState error={error} onRetry={retry} />
  if (!open) return <LoadingState label="正在读取内容…" />
  const { loaded, draft, decided } = open
  if (decided) return <FormPage loaded={loaded} draft={draft} onReload={onReload} />
  return (
    <Page>
      <PageHeader title={loaded.column.title} />
      {draft ? (
        <RestoreOffer {...{ open, draft }} onRestore={restore} onLater={later} onDiscard={discard} />
      ) : (
        <EmptyState title="该内容已被删除" />
      )}
    </Page>
  )
}

interface FormProps extends ReloadProps {
  loaded: LoadedEntry
  draft: EntryDraft | null
}

function FormPage({ loaded, draft, onReload }: FormProps) {
  const styles = useStyles()
  const page = usePageFormStyles()
  const toast = useToast()
  const confirmDiscard = useConfirmDiscard('还原')
  const { title } = loaded.column
  const form = useEntryForm({
    loaded,
    draft,
    onSaved: ({ data }, { isBehind, forgotten }) => {
      if (isBehind) return toast.warning(UNSAVED_CHANGES_AFTER_SAVE)
      if (scheduling.afterSave()) return
      const hitCount = countOccurrencesInDraft(data)
      if (hitCount > 0) toast.warning(`已保存到草稿，其中有 ${hitCount} 处敏感词，发布前请修改`)
      // Reloads to show the history of a new entry, or an approval request that has started or ended.
      const needsReload = loaded.id === 0 || loaded.approval !== null || data.approval !== 'none'
      if (needsReload && hitCount === 0) void forgotten.then(() => onReload(data.id))
    },
  })
  const scheduling = useScheduling(form)
  const refusals = useSaveRefusals(form.current)
  // The account can neither save a draft nor publish, so the form is read-only.
  const refusal = refusals.draft !== null && refusals.publish !== null ? refusals.draft : null
  const lock = useEntryLock({
    classId: loaded.classId,
    id: form.current.id,
    version: form.current.version,
    maySave: refusal === null,
    onLost: form.keep,
  })
  const isReadOnly = lock.isReadOnly || refusal !== null
  useUnsaved(`form ${title}`, title, form.dirty && !isReadOnly)
  const confirmLeave = (): Promise<boolean> => confirmDiscard(form.isChanged() ? [title] : [])
  const reloadForm = (): void => {
    void form.forget().then(() => onReload(form.id()))
  }
  const onKeyDown = useSaveKey(form, isReadOnly)
  const tools = (
    <>
      {!isReadOnly && <SaveButtons loaded={form.current} busy={form.busy} submit={form.submit} />}
      <PreviewButton classId={loaded.classId} id={form.id} pairs={form.pairs} />
    </>
  )
  return (
    <Page>
      <PageHeader
        title={title}
        actions={
          form.current.id === 0 || lock.isReadOnly ? null : (
            <>
              <TimelineButton loaded={loaded} />
              <HistoryButton loaded={form.current} mayLeave={confirmLeave} onRestored={reloadForm} />
            </>
          )
        }
      />
      <div className={page.form} role="form" aria-label={title} onKeyDown={onKeyDown}>
        <div className={styles.fields}>
          {refusal !== null && (
            <MessageBar>
              <MessageBarBody>{`${refusal}，只能查看。`}</MessageBarBody>
            </MessageBar>
          )}
          <LockBar lock={lock} onReload={() => onReload(form.id())} />
          <AutosaveNotice trouble={form.trouble} />
          <PublicStateBar classId={loaded.classId} id={form.current.id} siteId={loaded.column.siteId} />
          {!form.current.isPublished && <Rejection entry={loaded.entry} />}
          {isReadOnly ? (
            <ReadFields form={form} siteId={loaded.column.siteId} />
          ) : (
            <>
              <ApprovalBar loaded={form.current} form={form} mayLeave={confirmLeave} onWithdrawn={reloadForm} />
              <ScheduleBar classId={loaded.classId} id={form.current.id} />
              <CopyLinksBar loaded={loaded} mayLeave={confirmLeave} onChanged={reloadForm} />
              <EditorActions value={tools}>
                <EntryNotes contentId={form.current.id}>
                  <EntryFields form={form} siteId={loaded.column.siteId} />
                </EntryNotes>
              </EditorActions>
            </>
          )}
        </div>
        <div className={page.bar}>
          {tools}
          {!isReadOnly && scheduling.button}
          {form.dirty && !isReadOnly && <Text className={page.muted}>有未保存的修改</Text>}
        </div>
      </div>
      {scheduling.dialog}
      {form.conflict && <EntryConflict loaded={loaded} conflict={form.conflict} />}
    </Page>
  )
}
