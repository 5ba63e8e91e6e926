import { Button, DialogActions, DialogBody, DialogContent, DialogTitle } from '@fluentui/react-components'
import { useRef } from 'react'
import { useOwnRefusals } from '#renderer/ui/dialogs/useOwnRefusals.ts'
import { EmptyState, ErrorState, LoadingState } from '#renderer/ui/feedback/States.tsx'
import { AUTOSAVE, ENTRY_FORM } from '#renderer/areas/content/shared/entry/text.ts'
import { RestoreOffer } from '../autosave/RestoreOffer.tsx'
import type { OpeningEntry } from '../form/useOpenEntry.ts'
import { useBodyStyles, useFirstFocus } from './parts.ts'

interface Props {
  opening: OpeningEntry
  isNew: boolean
  onClose: () => void
}

/** What an entry's dialog shows before the form: the reading, why it failed, and what was typed and not saved. */
export function OpeningBody({ opening: { open, error, retry, restore, later, discard }, isNew, onClose }: Props) {
  const styles = useBodyStyles()
  const content = useRef<HTMLDivElement>(null)
  useOwnRefusals()
  useFirstFocus(content, error ? 'error' : (open?.draft?.place.writer ?? (open ? 'gone' : 'loading')))
  const title = open ? ENTRY_FORM.title(isNew, open.loaded.column.title) : '内容'
  return (
    <DialogBody className={styles.body}>
      <DialogTitle className={styles.title} title={title}>
        {title}
      </DialogTitle>
      <DialogContent ref={content}>
        {error && <ErrorState error={error} onRetry={retry} />}
        {!open && !error && <LoadingState label={ENTRY_FORM.loading} />}
        {open?.draft && (
          <RestoreOffer open={open} draft={open.draft} onRestore={restore} onLater={later} onDiscard={discard} />
        )}
        {open && !open.draft && <EmptyState title={AUTOSAVE.goneTitle} />}
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose}>{ENTRY_FORM.cancel}</Button>
      </DialogActions>
    </DialogBody>
  )
}
