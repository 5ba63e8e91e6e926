import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  makeStyles,
  tokens,
} from '@fluentui/react-components'
import { ENTRY_FORM, SENSITIVE } from '#renderer/text/contentForm.ts'
import { useState } from 'react'
import { BACKDROP, DIALOG_WIDTHS } from '../dialogs/dialogSizes.ts'
import { PanelDialog } from '../dialogs/PanelDialog.tsx'
import { useMayLose } from '../dialogs/useMayLose.ts'
import { useOwnRefusals } from '../dialogs/useOwnRefusals.ts'
import { ErrorState, LoadingState } from '../feedback/States.tsx'
import { useToast } from '../feedback/useToast.ts'
import { useFocusReturn } from '../focus.ts'
import { useUnsaved } from '../unsaved.ts'
import type { EntryDraft } from './autosave/entryDraft.ts'
import { RestoreOffer } from './autosave/RestoreOffer.tsx'
import { SaveButtons } from './form/EntryActions.tsx'
import { EntryConflict } from './form/EntryConflict.tsx'
import { EntryFields } from './form/EntryFields.tsx'
import type { LoadedEntry } from './form/loadEntry.ts'
import { useEntryForm } from './form/useEntryForm.ts'
import { useOpenEntry } from './form/useOpenEntry.ts'
import { useSaveKey } from './form/useSaveKey.ts'
import { HistoryButton } from './history/HistoryButton.tsx'
import { PreviewButton } from './preview/PreviewButton.tsx'

const useStyles = makeStyles({
  surface: { width: DIALOG_WIDTHS.content, maxWidth: 'calc(100vw - 48px)' },
  body: { maxHeight: 'calc(100vh - 96px)' },
  fields: { paddingBlock: tokens.spacingVerticalS },
  title: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
})

interface Props {
  classId: number
  /** 0: a new entry. */
  id: number
  onClose: () => void
}

/** B·§2: adds or edits an entry of a list column, in a form built from the column's fields. */
export function EntryDialog(props: Props) {
  useFocusReturn()
  const [round, setRound] = useState(0)
  const key = `${props.classId} ${props.id} ${round}`
  return <Opening key={key} {...props} onReload={() => setRound((now) => now + 1)} />
}

function Opening({ classId, id, onClose, onReload }: Props & { onReload: () => void }) {
  const { open, error, retry, restore, later, discard } = useOpenEntry(classId, id)
  if (open?.decided) return <FormDialog loaded={open.loaded} draft={open.draft} onClose={onClose} onReload={onReload} />
  return (
    <PanelDialog
      title={open ? ENTRY_FORM.title(id === 0, open.loaded.column.title) : '内容'}
      size={open ? 'small' : 'medium'}
      firm
      onClose={onClose}
      footer={<Button onClick={onClose}>{ENTRY_FORM.cancel}</Button>}
    >
      {error && <ErrorState error={error} onRetry={retry} />}
      {!open && !error && <LoadingState label={ENTRY_FORM.loading} />}
      {open?.draft && (
        <RestoreOffer
          loaded={open.loaded}
          draft={open.draft}
          others={open.others}
          onRestore={restore}
          onLater={later}
          onDiscard={discard}
        />
      )}
    </PanelDialog>
  )
}

interface FormProps {
  loaded: LoadedEntry
  draft: EntryDraft | null
  onClose: () => void
  onReload: () => void
}

function FormDialog({ loaded, draft, onClose, onReload }: FormProps) {
  const styles = useStyles()
  const toast = useToast()
  const mayLose = useMayLose()
  useOwnRefusals()
  const title = ENTRY_FORM.title(loaded.id === 0, loaded.column.title)
  const form = useEntryForm({
    loaded,
    draft,
    onSaved: ({ data }, isBehind) => {
      // A draft with sensitive words in it stays open, so that they are seen where they stand.
      const times = data.isStatus ? 0 : data.sensitive.reduce((sum, hit) => sum + hit.times, 0)
      if (isBehind) toast.warning(ENTRY_FORM.typedLater)
      else if (times > 0) toast.warning(SENSITIVE.kept(times))
      else onClose()
    },
  })
  const onKeyDown = useSaveKey(form)
  useUnsaved(`dialog ${title}`, title, form.dirty)
  const mayLeave = (): Promise<boolean> => mayLose(form.dirty ? [`“${title}”中填写的内容`] : [])
  const close = async (): Promise<void> => {
    if (form.busy || !(await mayLeave())) return
    form.forget()
    onClose()
  }
  const restored = (): void => {
    form.forget()
    onReload()
  }
  return (
    <>
      <Dialog open modalType="modal" onOpenChange={(_event, { open }) => !open && void close()}>
        <DialogSurface className={styles.surface} backdrop={BACKDROP} onKeyDown={onKeyDown}>
          <DialogBody className={styles.body}>
            <DialogTitle
              className={styles.title}
              title={title}
              action={
                form.current.id === 0 ? null : (
                  <HistoryButton loaded={form.current} mayLeave={mayLeave} onRestored={restored} />
                )
              }
            >
              {title}
            </DialogTitle>
            <DialogContent className={styles.fields}>
              <EntryFields form={form} siteId={loaded.column.siteId} />
            </DialogContent>
            <DialogActions>
              <PreviewButton classId={loaded.classId} id={form.id} pairs={form.pairs} />
              <Button onClick={() => void close()}>{ENTRY_FORM.cancel}</Button>
              <SaveButtons loaded={form.current} busy={form.busy} submit={form.submit} />
            </DialogActions>
          </DialogBody>
        </DialogSurface>
      </Dialog>
      {form.conflict && <EntryConflict loaded={loaded} conflict={form.conflict} />}
    </>
  )
}
