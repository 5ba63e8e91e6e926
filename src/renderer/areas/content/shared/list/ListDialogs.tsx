import { Field, Text } from '@fluentui/react-components'
import { useMemo } from 'react'
import { z } from 'zod'
import type { ContentEntry } from '#shared/contract/content.ts'
import { forwardForm, REJECT_LIMIT, rejectForm } from '#shared/contract/contentEdit.ts'
import { EntryDialog } from '#renderer/areas/content/shared/entry/EntryDialog.tsx'
import { TimelineDialog } from '#renderer/areas/content/shared/entry/timeline/TimelineDialog.tsx'
import { EntryDetail } from '#renderer/areas/content/shared/entry/EntryDetail.tsx'
import { useWrite } from '#renderer/data/useWrite.ts'
import { FormDialog } from '#renderer/ui/form/FormDialog.tsx'
import { TextAreaField } from '#renderer/ui/fields/TextField.tsx'
import { ColumnTreeField } from '#renderer/features/columns/ColumnTreeField.tsx'
import { requiresApproval } from '#shared/contract/columnEdit.ts'
import { ScheduleCalendar } from '../schedule/calendar/ScheduleCalendar.tsx'
import { ScheduleDialog } from '../schedule/ScheduleDialog.tsx'
import { BinDialog } from './bins/BinDialog.tsx'
import { CopyDialog } from './copy/CopyDialog.tsx'
import { CrossCopyDialog } from './copy/CrossCopyDialog.tsx'
import type { OpenedDialog } from './openedDialog.ts'
import type { ListContext } from './listColumn.ts'
import { UnsavedDialog } from './unsaved/UnsavedDialog.tsx'
import { titleOf } from './columns.tsx'
import { createEntryColumnFilter } from './entryColumnFilter.ts'

interface Props {
  opened: OpenedDialog
  place: ListContext
  /** Replaces the dialog with another one. */
  open: (opened: OpenedDialog) => void
  onClose: () => void
}

/** Renders the open dialog of a content list. */
export function ListDialogs({ opened, place, open, onClose }: Props) {
  switch (opened.dialog) {
    case 'edit':
      return <EntryDialog classId={place.column.id} id={opened.id} onClose={onClose} />
    case 'view':
      return <EntryDetail classId={place.column.id} id={opened.id} onClose={onClose} />
    case 'bin':
      return <BinDialog kind={opened.kind} place={place} onClose={onClose} />
    case 'unsaved': {
      const edit = (id: number): void => open({ dialog: 'edit', id })
      return <UnsavedDialog place={place} forms={opened.forms} onEdit={edit} onClose={onClose} />
    }
    case 'copy':
      return <CopyDialog place={place} chosen={opened.chosen} onCopied={opened.done} onClose={onClose} />
    case 'crossCopy':
      return <CrossCopyDialog place={place} chosen={opened.chosen} onCopied={opened.done} onClose={onClose} />
    case 'schedule':
      return (
        <ScheduleDialog
          title={`定时：${opened.chosen.ids.length} 篇内容`}
          classId={place.column.id}
          ids={opened.chosen.ids}
          actions={['publish', 'unpublish']}
          asksForApproval={requiresApproval(place.column)}
          onDone={opened.done}
          onClose={onClose}
        />
      )
    case 'calendar':
      return <ScheduleCalendar siteId={place.column.siteId} onClose={onClose} />
    case 'timeline':
      return <TimelineDialog column={place.column} id={opened.id} title={opened.title} onClose={onClose} />
    case 'reject':
      return <RejectDialog place={place} entry={opened.entry} onClose={onClose} />
    case 'forward':
      return <ForwardDialog place={place} entry={opened.entry} onForwarded={opened.done} onClose={onClose} />
  }
}

interface RejectDialogProps {
  place: ListContext
  entry: ContentEntry
  onClose: () => void
}

/** Rejects an entry with a reason, which the author sees in the list (B·§2). */
function RejectDialog({ place: { column }, entry, onClose }: RejectDialogProps) {
  const { mutateAsync } = useWrite('content.reject')
  return (
    <FormDialog
      title={`驳回“${titleOf(column, entry)}”`}
      schema={rejectForm}
      values={{ classId: entry.classId, id: entry.id, reason: '' }}
      save={mutateAsync}
      onClose={onClose}
      saveText="驳回"
    >
      {(control) => (
        <TextAreaField
          control={control}
          name="reason"
          label="驳回原因"
          required
          rows={6}
          maxLength={REJECT_LIMIT}
          hint="驳回后内容变为未发布，作者可在列表中查看原因"
        />
      )}
    </FormDialog>
  )
}

const forwardSchema = forwardForm.extend({ toMenuId: z.number().min(1, '请选择目标栏目') })

interface ForwardDialogProps {
  place: ListContext
  entry: ContentEntry
  /** Called after the entry was moved. */
  onForwarded: () => void
  onClose: () => void
}

/** Moves an entry to another column (B·§2). */
function ForwardDialog({ place: { column, who }, entry, onForwarded, onClose }: ForwardDialogProps) {
  const { mutateAsync } = useWrite('content.forward', { onSuccess: onForwarded })
  const fits = useMemo(() => {
    const acceptsEntries = createEntryColumnFilter(who)
    return (each: Parameters<typeof acceptsEntries>[0]) => each.id !== column.id && acceptsEntries(each)
  }, [who, column.id])
  return (
    <FormDialog
      title={`转发“${titleOf(column, entry)}”`}
      schema={forwardSchema}
      values={{ classId: entry.classId, id: entry.id, toMenuId: 0 }}
      save={mutateAsync}
      onClose={onClose}
      saveText="转发"
    >
      {(control) => (
        <>
          <Field label="当前栏目">
            <Text>{column.title}</Text>
          </Field>
          <ColumnTreeField
            control={control}
            name="toMenuId"
            label="目标栏目"
            required
            siteId={column.siteId}
            fits={fits}
            hint="内容将移到目标栏目，只能选择列表栏目"
          />
        </>
      )}
    </FormDialog>
  )
}
