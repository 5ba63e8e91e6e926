import { Button, MessageBar, MessageBarActions, MessageBarBody } from '@fluentui/react-components'
import { useState } from 'react'
import { call } from '#renderer/data/client.ts'
import { showError } from '#renderer/data/errors.ts'
import { ApprovalDialog } from '#renderer/features/approval/ApprovalDialog.tsx'
import { useWithdraw } from '#renderer/features/approval/useWithdraw.ts'
import { toForm } from '#renderer/features/entry/values.ts'
import { APPROVAL_BAR } from '#renderer/areas/content/shared/entry/text.ts'
import type { LoadedEntry } from './loadEntry.ts'
import type { EntryForm } from './useEntryForm.ts'

interface Props {
  loaded: LoadedEntry
  form: Pick<EntryForm, 'form' | 'fields'>
  mayLeave: () => Promise<boolean>
  /** It was taken back: the form is out of date. */
  onWithdrawn: () => void
}

/** Above the form of an entry that waits for approval, or whose last edit was refused while it stayed public. */
export function ApprovalBar({ loaded, form, mayLeave, onWithdrawn }: Props) {
  const { approval, isPublished } = loaded
  const [open, setOpen] = useState(false)
  const withdraw = useWithdraw()
  // A refused draft has the refused values in the form, and the entry itself says who refused it and why.
  if (!approval || (approval.state === 'refused' && !isPublished)) return null
  const isWaiting = approval.state === 'waiting'
  const takeBack = async (): Promise<void> => {
    if ((await mayLeave()) && (await withdraw(approval))) onWithdrawn()
  }
  return (
    <>
      <MessageBar intent={isWaiting ? 'info' : 'error'} layout="multiline">
        <MessageBarBody>
          {isWaiting ? APPROVAL_BAR.waiting(approval, isPublished) : APPROVAL_BAR.refused(approval)}
        </MessageBarBody>
        <MessageBarActions>
          <Button size="small" onClick={() => setOpen(true)}>
            {APPROVAL_BAR.look}
          </Button>
          {approval.mayWithdraw && (
            <Button size="small" onClick={() => void takeBack()}>
              {APPROVAL_BAR.withdraw}
            </Button>
          )}
          {!isWaiting && (
            <Button size="small" onClick={() => void takeRefused(approval.instanceId, form)}>
              {APPROVAL_BAR.load}
            </Button>
          )}
        </MessageBarActions>
      </MessageBar>
      {open && <ApprovalDialog of={{ instanceId: approval.instanceId }} readOnly onClose={() => setOpen(false)} />}
    </>
  )
}

/** Puts the values that were refused into the fields, as if they had been typed. */
async function takeRefused(instanceId: number, { form, fields }: Props['form']): Promise<void> {
  try {
    const { data } = await call('approval.detail', { instanceId })
    const refused = new Map(data.fields.map(({ fieldName, after }) => [fieldName, after]))
    for (const field of fields) {
      const text = refused.get(field.fieldName)
      if (text !== undefined) form.setValue(field.fieldName, toForm(field, text), { shouldDirty: true })
    }
  } catch (error) {
    showError(error)
  }
}
