import { makeStyles } from '@fluentui/react-components'
import type { Column } from '#shared/contract/column.ts'
import { useSession } from '#renderer/data/useSession.ts'
import { columnRefusal } from '#shared/domain/columnAccess.ts'
import { PanelDialog } from '#renderer/ui/dialogs/PanelDialog.tsx'
import { useConfirmDiscard } from '#renderer/ui/dialogs/useConfirmDiscard.ts'
import { ErrorState, LoadingState } from '#renderer/ui/feedback/States.tsx'
import { ConflictDialog } from '#renderer/ui/form/ConflictDialog.tsx'
import { useLoaded } from '#renderer/ui/form/useLoaded.ts'
import { useUnsaved } from '#renderer/ui/page/unsaved.ts'
import { useDraft } from './draft/useDraft.ts'
import { Footer } from './Footer.tsx'
import { readFields, type SavedFields } from './save/readFields.ts'
import { useSaveFields } from './save/useSaveFields.ts'
import { FieldEditor } from './FieldEditor.tsx'

interface Props {
  column: Column
  onClose: () => void
}

/** The fields of one column. */
export function OneColumn({ column, onClose }: Props) {
  const confirmDiscard = useConfirmDiscard()
  const { data, error, retry } = useLoaded(() => readFields(column.id))
  const close = async (): Promise<void> => {
    if (await confirmDiscard()) onClose()
  }
  const onCancel = (): void => void close()
  return (
    <PanelDialog size="large" firm title={<DialogTitle text={`设置字段：${column.title}`} />} onClose={onCancel}>
      {data ? (
        <Editing column={column} saved={data} onSaved={onClose} onCancel={onCancel} />
      ) : error ? (
        <ErrorState error={error} onRetry={retry} />
      ) : (
        <LoadingState label="正在读取字段…" />
      )}
    </PanelDialog>
  )
}

interface EditingProps {
  column: Column
  saved: SavedFields
  onSaved: () => void
  onCancel: () => void
}

function Editing({ column, saved, onSaved, onCancel }: EditingProps) {
  const session = useSession()
  // '' (no reason yet) while the session is still loading.
  const refusal = session ? columnRefusal(session, column, 'edit') : ''
  const draft = useDraft(saved.menuFieldDTOList)
  const { busy, wrong, save, conflict } = useSaveFields({ column, saved, draft, onSaved })
  useUnsaved(`fields ${column.id}`, `栏目“${column.title}”的字段设置`, draft.dirty)
  return (
    <>
      <FieldEditor draft={draft} siteId={column.siteId} readOnly={refusal !== null} wrong={wrong} />
      <Footer
        note={refusal ?? (draft.dirty ? '有未保存的修改' : '')}
        {...(refusal === null ? { save: { text: '保存', busy, run: () => save() } } : {})}
        onCancel={onCancel}
      />
      {conflict && <ConflictDialog conflict={conflict} />}
    </>
  )
}

const useDialogTitleStyles = makeStyles({
  root: { display: 'block', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
})

/** A title that is cut to one line. */
function DialogTitle({ text }: { text: string }) {
  const styles = useDialogTitleStyles()
  return (
    <span className={styles.root} title={text}>
      {text}
    </span>
  )
}
