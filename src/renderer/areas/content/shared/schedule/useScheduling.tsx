import { Button } from '@fluentui/react-components'
import { CalendarClockRegular } from '@fluentui/react-icons'
import { useRef, useState } from 'react'
import { requiresApproval } from '#shared/contract/columnEdit.ts'
import { SCHEDULE_FEATURE } from '#shared/contract/contentSchedule.ts'
import { contentRefusal } from '#shared/domain/contentAccess.ts'
import { useAuthority } from '#renderer/data/useAuthority.ts'
import { useServerFeature } from '#renderer/data/useServerFeature.ts'
import { useToast } from '#renderer/ui/feedback/useToast.ts'
import type { EntryForm } from '../entry/form/useEntryForm.ts'
import { ScheduleDialog } from './ScheduleDialog.tsx'

type Form = Pick<EntryForm, 'current' | 'busy' | 'submit' | 'isChanged' | 'id'>

/**
 * The button that schedules an entry. A draft with unsaved changes is saved first; `afterSave` then opens the dialog and
 * returns whether the form must stay open.
 */
export function useScheduling({ current, busy, submit, isChanged, id }: Form) {
  const isSupported = useServerFeature(SCHEDULE_FEATURE)
  const who = useAuthority()
  const toast = useToast()
  const [isOpen, setOpen] = useState(false)
  const isDialogPending = useRef(false)
  const { column, classId, isPublished } = current
  const needsApproval = requiresApproval(column)
  const canSchedule = contentRefusal(who, column, needsApproval && !isPublished ? 'edit' : 'publish') === null
  const startScheduling = (): void => {
    if (id() !== 0 && !isChanged()) return setOpen(true)
    // Saving a draft over a published entry would unpublish it.
    if (isPublished) return toast.warning('有未保存的修改，请先保存再设置定时')
    isDialogPending.current = true
    submit('draft')
  }
  return {
    afterSave(): boolean {
      const shouldOpen = isDialogPending.current
      isDialogPending.current = false
      if (shouldOpen) setOpen(true)
      return shouldOpen
    },
    button:
      isSupported && canSchedule ? (
        <Button icon={<CalendarClockRegular />} disabledFocusable={busy} onClick={startScheduling}>
          定时
        </Button>
      ) : null,
    dialog: isOpen && (
      <ScheduleDialog
        title="定时"
        classId={classId}
        ids={[id()]}
        actions={isPublished && current.approval?.state !== 'waiting' ? ['unpublish'] : ['publish', 'unpublish']}
        asksForApproval={needsApproval && !isPublished}
        onClose={() => setOpen(false)}
      />
    ),
  }
}
