import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  makeStyles,
  mergeClasses,
} from '@fluentui/react-components'
import { type KeyboardEvent, type RefObject, useRef, useState } from 'react'
import { BACKDROP, DIALOG_WIDTHS } from '#renderer/ui/dialogs/dialogSizes.ts'
import { useFocusReturn } from '#renderer/ui/focus/focus.ts'
import { useDialogNotices } from '#renderer/ui/dialogs/useDialogNotices.ts'
import { EmptyState, ErrorState, LoadingState } from '#renderer/ui/feedback/States.tsx'
import { EntryFormBody } from './form/EntryFormBody.tsx'
import { type EntryFormHandle, useBodyStyles, useFirstFocus } from './form/parts.ts'
import { useWideForm } from './form/useWideForm.ts'
import { type OpeningEntry, useOpenEntry } from './form/useOpenEntry.ts'
import { RestoreOffer } from './form/RestoreOffer.tsx'

const useStyles = makeStyles({
  surface: { width: DIALOG_WIDTHS.content, maxWidth: 'calc(100vw - 48px)' },
  // Fills the window: title and text with the other fields beside them.
  wide: { width: '100vw', maxWidth: '100vw', height: '100vh', maxHeight: '100vh', borderRadius: 0 },
})

interface Props {
  classId: number
  /** 0: a new entry. */
  id: number
  onClose: () => void
}

/**
 * Adds or edits an entry of a list column, in a form built from the column's fields (B·§2). One dialog shows loading,
 * errors and the form in turn, so that it does not flicker.
 */
export function EntryDialog({ classId, id, onClose }: Props) {
  const styles = useStyles()
  useFocusReturn()
  const { wide } = useWideForm()
  const [reloadCount, setReloadCount] = useState(0)
  const body = useRef<EntryFormHandle>(null)
  const onKeyDown = (event: KeyboardEvent): void => body.current?.onKeyDown(event)
  return (
    <Dialog
      open
      modalType="modal"
      onOpenChange={(_event, { open, type }) => {
        if (open) return
        // While the form loads, the second click of a double click hits the backdrop and must not close the dialog.
        if (body.current) body.current.close()
        else if (type !== 'backdropClick') onClose()
      }}
    >
      <DialogSurface
        className={mergeClasses(styles.surface, wide && styles.wide)}
        backdrop={BACKDROP}
        onKeyDown={onKeyDown}
      >
        <EntryLoader
          key={`${classId} ${id} ${reloadCount}`}
          {...{ classId, id, onClose, body }}
          onReload={() => setReloadCount((now) => now + 1)}
        />
      </DialogSurface>
    </Dialog>
  )
}

interface EntryLoaderProps extends Props {
  body: RefObject<EntryFormHandle | null>
  onReload: () => void
}

function EntryLoader({ classId, id, onClose, onReload, body }: EntryLoaderProps) {
  const opening = useOpenEntry(classId, id)
  const { open } = opening
  return open?.decided ? (
    <EntryFormBody ref={body} loaded={open.loaded} draft={open.draft} onClose={onClose} onReload={onReload} />
  ) : (
    <OpeningBody opening={opening} isNew={id === 0} onClose={onClose} />
  )
}

interface OpeningBodyProps {
  opening: OpeningEntry
  isNew: boolean
  onClose: () => void
}

/** Content of the dialog before the form: loading, error, and the offer to restore an unsaved draft. */
function OpeningBody({ opening: { open, error, retry, restore, later, discard }, isNew, onClose }: OpeningBodyProps) {
  const styles = useBodyStyles()
  const content = useRef<HTMLDivElement>(null)
  useDialogNotices()
  useFirstFocus(content, error ? 'error' : (open?.draft?.place.writer ?? (open ? 'gone' : 'loading')))
  const title = open ? `${isNew ? '新增' : '编辑'}：${open.loaded.column.title}` : '内容'
  return (
    <DialogBody className={styles.body}>
      <DialogTitle className={styles.title} title={title}>
        {title}
      </DialogTitle>
      <DialogContent ref={content}>
        {error && <ErrorState error={error} onRetry={retry} />}
        {!open && !error && <LoadingState label="正在读取内容…" />}
        {open?.draft && (
          <RestoreOffer open={open} draft={open.draft} onRestore={restore} onLater={later} onDiscard={discard} />
        )}
        {open && !open.draft && <EmptyState title="该内容已被删除" />}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>取消</Button>
      </DialogActions>
    </DialogBody>
  )
}
