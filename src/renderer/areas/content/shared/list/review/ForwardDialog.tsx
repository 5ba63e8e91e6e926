import { Field, Text } from '@fluentui/react-components'
import { useMemo } from 'react'
import { z } from 'zod'
import type { ContentEntry } from '#shared/contract/content.ts'
import { forwardForm } from '#shared/contract/contentEdit.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { FormDialog } from '#renderer/ui/form/FormDialog.tsx'
import { ColumnTreeField } from '#renderer/features/columns/ColumnTreeField.tsx'
import { titleOf } from '../columns.tsx'
import type { Place } from '../listColumn.ts'
import { takesEntries } from '../takesEntries.ts'

const target = forwardForm.extend({ toMenuId: z.number().min(1, '请选择目标栏目') })

interface Props {
  place: Place
  entry: ContentEntry
  /** After it went. */
  onForwarded: () => void
  onClose: () => void
}

/** B·§2: the column that the entry is in, and the one that it goes to. */
export function ForwardDialog({ place: { column, who }, entry, onForwarded, onClose }: Props) {
  const { mutateAsync } = useWrite('content.forward', { onSuccess: onForwarded })
  const fits = useMemo(() => {
    const takes = takesEntries(who)
    return (each: Parameters<typeof takes>[0]) => each.id !== column.id && takes(each)
  }, [who, column.id])
  return (
    <FormDialog
      title={`转发“${titleOf(column, entry)}”`}
      schema={target}
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
            hint="内容会移到目标栏目；只能选择列表栏目。"
          />
        </>
      )}
    </FormDialog>
  )
}
