import { Button, DialogActions, DialogBody, DialogContent, DialogTitle, mergeClasses } from '@fluentui/react-components'
import { ArrowMaximizeRegular, ArrowMinimizeRegular } from '@fluentui/react-icons'
import { type Ref, useImperativeHandle, useRef } from 'react'
import { EditorActions } from '#renderer/features/richText/editorActions.ts'
import { MoveButton } from '#renderer/ui/dialogs/MoveButton.tsx'
import { useConfirmDiscard } from '#renderer/ui/dialogs/useConfirmDiscard.ts'
import { useDialogNotices } from '#renderer/ui/dialogs/useDialogNotices.ts'
import { useToast } from '#renderer/ui/feedback/useToast.ts'
import { useUnsaved } from '#renderer/ui/page/unsaved.ts'
import { ScheduleBar } from '#renderer/areas/content/shared/schedule/ScheduleBar.tsx'
import { useScheduling } from '#renderer/areas/content/shared/schedule/useScheduling.tsx'
import { AutosaveNotice } from '#renderer/features/drafts/AutosaveNotice.tsx'
import type { EntryDraft } from './entryDraft.ts'
import { CopyLinksBar } from '../copies/CopyLinksBar.tsx'
import { ApprovalBar } from './ApprovalBar.tsx'
import { SaveButtons, useSaveKey } from './EntryActions.tsx'
import { EntryConflict } from './EntryConflict.tsx'
import { EntryFields } from './EntryFields.tsx'
import type { LoadedEntry } from './loadEntry.ts'
import { UNSAVED_CHANGES_AFTER_SAVE, useEntryForm } from './useEntryForm.ts'
import { PublicStateBar } from '#renderer/areas/content/shared/publicState/PublicStateBar.tsx'
import { LockBar } from '../entryLock/LockBar.tsx'
import { ReadFields } from '../entryLock/ReadFields.tsx'
import { useEntryLock } from '../entryLock/useEntryLock.ts'
import { HistoryButton } from '../revision/HistoryButton.tsx'
import { EntryNotes } from './EntryNotes.tsx'
import { PreviewButton } from './PreviewButton.tsx'
import { countOccurrencesInDraft } from '../sensitive/hits.ts'
import { TimelineButton } from '../timeline/TimelineButton.tsx'
import { Rejection } from '../Rejection.tsx'
import { type EntryFormHandle, useBodyStyles, useFirstFocus } from './parts.ts'
import { useWideForm } from './useWideForm.ts'

interface Props {
  ref: Ref<EntryFormHandle>
  loaded: LoadedEntry
  draft: EntryDraft | null
  onClose: () => void
  onReload: () => void
}

/** The form of an entry in its dialog. */
export function EntryFormBody({ ref, loaded, draft, onClose, onReload }: Props) {
  const styles = useBodyStyles()
  const toast = useToast()
  const { wide, setWide } = useWideForm()
  const confirmDiscard = useConfirmDiscard()
  const content = useRef<HTMLDivElement>(null)
  useDialogNotices()
  const title = `${loaded.id === 0 ? '新增' : '编辑'}：${loaded.column.title}`
  const form = useEntryForm({
    loaded,
    draft,
    onSaved: ({ data }, { isBehind }) => {
      // A draft with sensitive words stays open, so that the words are marked in the text.
      const hitCount = countOccurrencesInDraft(data)
      if (isBehind) toast.warning(UNSAVED_CHANGES_AFTER_SAVE)
      else if (scheduling.afterSave()) return
      else if (hitCount > 0) toast.warning(`已保存到草稿，其中有 ${hitCount} 处敏感词，发布前请修改`)
      else onClose()
    },
  })
  const { classId } = loaded
  const scheduling = useScheduling(form)
  const lock = useEntryLock({ classId, id: form.current.id, version: form.current.version, onLost: form.keep })
  const onKeyDown = useSaveKey(form, lock.isReadOnly)
  useUnsaved(`dialog ${title}`, title, form.dirty && !lock.isReadOnly)
  useFirstFocus(content, 'form')
  const confirmLeave = (): Promise<boolean> => confirmDiscard(form.isChanged() ? [`“${title}”中填写的内容`] : [])
  const close = async (): Promise<void> => {
    // After a takeover by another user, unsaved changes stay as a draft.
    if (lock.isReadOnly) return onClose()
    if (form.busy || !(await confirmLeave())) return
    void form.forget()
    onClose()
  }
  useImperativeHandle(ref, () => ({ onKeyDown, close: () => void close() }))
  const reloadForm = (): void => {
    void form.forget().then(onReload)
  }
  const preview = <PreviewButton classId={loaded.classId} id={form.id} pairs={form.pairs} />
  const saving = lock.isReadOnly ? null : <SaveButtons loaded={form.current} busy={form.busy} submit={form.submit} />
  // The editor's full screen covers the form's buttons, so its toolbar shows them too.
  const tools = (
    <>
      {preview}
      {saving}
    </>
  )
  return (
    <>
      <DialogBody className={mergeClasses(styles.body, wide && styles.wideBody)}>
        <DialogTitle
          className={styles.title}
          title={title}
          action={
            <div className={styles.tools}>
              {form.current.id !== 0 && !lock.isReadOnly && (
                <>
                  <TimelineButton loaded={loaded} />
                  <HistoryButton loaded={form.current} mayLeave={confirmLeave} onRestored={reloadForm} />
                </>
              )}
              <MoveButton />
              <Button
                appearance="subtle"
                icon={wide ? <ArrowMinimizeRegular /> : <ArrowMaximizeRegular />}
                aria-pressed={wide}
                onClick={() => setWide(!wide)}
              >
                {wide ? '收起' : '展开'}
              </Button>
            </div>
          }
        >
          {title}
        </DialogTitle>
        <DialogContent ref={content} className={styles.fields}>
          <LockBar lock={lock} onReload={onReload} />
          <AutosaveNotice trouble={form.trouble} />
          <PublicStateBar classId={classId} id={form.current.id} siteId={loaded.column.siteId} />
          {!form.current.isPublished && <Rejection entry={loaded.entry} />}
          {lock.isReadOnly ? (
            <ReadFields form={form} siteId={loaded.column.siteId} />
          ) : (
            <>
              <ApprovalBar loaded={form.current} form={form} mayLeave={confirmLeave} onWithdrawn={reloadForm} />
              <ScheduleBar classId={classId} id={form.current.id} />
              <CopyLinksBar loaded={loaded} mayLeave={confirmLeave} onChanged={reloadForm} />
              <EditorActions value={tools}>
                <EntryNotes contentId={form.current.id}>
                  <EntryFields form={form} siteId={loaded.column.siteId} wide={wide} />
                </EntryNotes>
              </EditorActions>
            </>
          )}
        </DialogContent>
        <DialogActions>
          {preview}
          <Button onClick={() => void close()}>取消</Button>
          {!lock.isReadOnly && scheduling.button}
          {saving}
        </DialogActions>
      </DialogBody>
      {scheduling.dialog}
      {form.conflict && <EntryConflict loaded={loaded} conflict={form.conflict} />}
    </>
  )
}
