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
import { SUCCESS } from '#shared/errors/envelope.ts'
import { ENTRY_FORM } from '#renderer/text/contentForm.ts'
import { BACKDROP, DIALOG_WIDTHS } from '../dialogs/dialogSizes.ts'
import { PanelDialog } from '../dialogs/PanelDialog.tsx'
import { useMayLose } from '../dialogs/useMayLose.ts'
import { useOwnRefusals } from '../dialogs/useOwnRefusals.ts'
import { ErrorState, LoadingState } from '../feedback/States.tsx'
import { useFocusReturn } from '../focus.ts'
import { ConflictDialog } from '../form/ConflictDialog.tsx'
import { useLoaded } from '../form/useLoaded.ts'
import { useUnsaved } from '../unsaved.ts'
import { EntryFields } from './form/EntryFields.tsx'
import { SaveButtons } from './form/EntryActions.tsx'
import { type LoadedEntry, loadEntry } from './form/loadEntry.ts'
import { useEntryForm } from './form/useEntryForm.ts'

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
  return <Opening key={`${props.classId} ${props.id}`} {...props} />
}

function Opening({ classId, id, onClose }: Props) {
  useFocusReturn()
  const { data, error, retry } = useLoaded(() => loadEntry(classId, id))
  if (data) return <FormDialog loaded={data} onClose={onClose} />
  return (
    <PanelDialog title="内容" size="medium" firm onClose={onClose} footer={<Button onClick={onClose}>取消</Button>}>
      {error ? <ErrorState error={error} onRetry={retry} /> : <LoadingState label={ENTRY_FORM.loading} />}
    </PanelDialog>
  )
}

function FormDialog({ loaded, onClose }: { loaded: LoadedEntry; onClose: () => void }) {
  const styles = useStyles()
  const mayLose = useMayLose()
  useOwnRefusals()
  const title = ENTRY_FORM.title(loaded.id === 0, loaded.column.title)
  const form = useEntryForm(loaded, (saved) => {
    if (saved.code === SUCCESS) onClose()
  })
  useUnsaved(`dialog ${title}`, title, form.dirty)
  const close = async (): Promise<void> => {
    if (!form.busy && (await mayLose(form.dirty ? [`“${title}”中填写的内容`] : []))) onClose()
  }
  return (
    <>
      <Dialog open modalType="modal" onOpenChange={(_event, { open }) => !open && void close()}>
        <DialogSurface className={styles.surface} backdrop={BACKDROP}>
          <DialogBody className={styles.body}>
            <DialogTitle className={styles.title} title={title}>
              {title}
            </DialogTitle>
            <DialogContent className={styles.fields}>
              <EntryFields control={form.control} fields={form.fields} siteId={loaded.column.siteId} />
            </DialogContent>
            <DialogActions>
              <Button onClick={() => void close()}>{ENTRY_FORM.cancel}</Button>
              <SaveButtons loaded={loaded} busy={form.busy} submit={form.submit} />
            </DialogActions>
          </DialogBody>
        </DialogSurface>
      </Dialog>
      {form.conflict && <ConflictDialog conflict={form.conflict} />}
    </>
  )
}
