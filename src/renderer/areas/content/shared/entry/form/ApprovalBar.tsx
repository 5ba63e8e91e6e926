import { Button, MessageBar, MessageBarActions, MessageBarBody } from '@fluentui/react-components'
import { useState } from 'react'
import type { EntryApproval } from '#shared/contract/approval.ts'
import { call } from '#renderer/data/client.ts'
import { showError } from '#renderer/data/errors.ts'
import { ApprovalDialog } from '#renderer/features/approval/ApprovalDialog.tsx'
import { useWithdraw } from '#renderer/features/approval/useWithdraw.ts'
import { toForm } from '#renderer/features/entry/values.ts'
import type { LoadedEntry } from './loadEntry.ts'
import type { EntryForm } from './useEntryForm.ts'

interface Props {
  loaded: LoadedEntry
  form: Pick<EntryForm, 'form' | 'fields'>
  mayLeave: () => Promise<boolean>
  /** Called after the request was withdrawn; the form is outdated then. */
  onWithdrawn: () => void
}

const describeWaiting = (
  { applicant, createDate, nodeTitle, revocability }: EntryApproval,
  isPublished: boolean,
): string =>
  [
    `${applicant} 于 ${createDate} 提交审批，正在等待“${nodeTitle}”。`,
    isPublished ? '网站上仍显示已发布的内容，以下为等待审批的修改。' : '',
    revocability ? '再次保存将撤回该申请；保存并发布将重新提交审批。' : '审批流程不允许撤回，审批结束前无法保存。',
  ].join('')

const describeRefused = ({ endedBy, endRemark, finishDate }: EntryApproval): string =>
  `最近一次修改未通过审批，网站上仍显示原内容。审批人：${endedBy || '未知'}，${finishDate}。审批内容：${endRemark || '未填写'}`

/** Shown above the form of an entry that waits for approval, or of a published entry whose last edit was refused. */
export function ApprovalBar({ loaded, form, mayLeave, onWithdrawn }: Props) {
  const { approval, isPublished } = loaded
  const [open, setOpen] = useState(false)
  const withdraw = useWithdraw()
  // The form of a refused draft already has the refused values, and shows who refused it and why.
  if (!approval || (approval.state === 'refused' && !isPublished)) return null
  const isWaiting = approval.state === 'waiting'
  const withdrawAndReload = async (): Promise<void> => {
    if ((await mayLeave()) && (await withdraw(approval))) onWithdrawn()
  }
  return (
    <>
      <MessageBar intent={isWaiting ? 'info' : 'error'} layout="multiline">
        <MessageBarBody>
          {isWaiting ? describeWaiting(approval, isPublished) : describeRefused(approval)}
        </MessageBarBody>
        <MessageBarActions>
          <Button size="small" onClick={() => setOpen(true)}>
            查看审批
          </Button>
          {approval.mayWithdraw && (
            <Button size="small" onClick={() => void withdrawAndReload()}>
              撤回
            </Button>
          )}
          {!isWaiting && (
            <Button size="small" onClick={() => void loadRefusedValues(approval.instanceId, form)}>
              载入被拒绝的修改
            </Button>
          )}
        </MessageBarActions>
      </MessageBar>
      {open && <ApprovalDialog of={{ instanceId: approval.instanceId }} readOnly onClose={() => setOpen(false)} />}
    </>
  )
}

/** Copies the refused values into the fields, as unsaved changes. */
async function loadRefusedValues(instanceId: number, { form, fields }: Props['form']): Promise<void> {
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
