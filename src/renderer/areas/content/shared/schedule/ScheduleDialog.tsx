import { Text } from '@fluentui/react-components'
import { z } from 'zod'
import { scheduleAction, type ScheduleAction } from '#shared/contract/contentSchedule.ts'
import { parseDateTime } from '#shared/util/dates.ts'
import { toAppError } from '#renderer/data/errors.ts'
import { suppressToast } from '#renderer/data/suppressedToasts.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { readHits } from '#renderer/areas/content/shared/entry/sensitive/hits.ts'
import { useConfirm } from '#renderer/ui/dialogs/useConfirm.ts'
import { DayField } from '#renderer/ui/fields/DayField.tsx'
import { RadioGroupField } from '#renderer/ui/fields/RadioGroupField.tsx'
import { FormDialog } from '#renderer/ui/form/FormDialog.tsx'
import { PLAN_ACTIONS } from './planLabels.ts'

const form = z.object({
  action: scheduleAction,
  at: z.string().superRefine((text, found) => {
    const at = parseDateTime(text)
    const message =
      text === ''
        ? '请选择时间'
        : at === null
          ? '时间格式应为 YYYY-MM-DD HH:mm:ss，例如 2026-03-01 09:30:00；时钟调整时跳过的时间不可选'
          : at <= Date.now()
            ? '时间已过，请选择以后的时间'
            : null
    if (message) found.addIssue({ code: 'custom', message })
  }),
})

interface Props {
  title: string
  classId: number
  ids: readonly number[]
  /** Offered actions; the first is the default. */
  actions: readonly [ScheduleAction, ...ScheduleAction[]]
  /** Current time as `yyyy-MM-dd HH:mm:ss`; '' for a new plan. */
  at?: string
  /** Whether the column requires approval before publishing. */
  asksForApproval: boolean
  onDone?: () => void
  onClose: () => void
}

/** Schedules publishing or unpublishing of entries. */
export function ScheduleDialog({ title, classId, ids, actions, at = '', asksForApproval, onDone, onClose }: Props) {
  const confirm = useConfirm()
  const { mutateAsync } = useWrite('contentSchedule.plan', onDone ? { onSuccess: onDone } : {})
  const save = async ({ action, at: text }: z.output<typeof form>) => {
    const input = { classId, idList: [...ids], action, at: parseDateTime(text) ?? 0 }
    try {
      return await mutateAsync({ ...input, acceptSensitive: false })
    } catch (error) {
      if (!readHits(error)) throw error
      suppressToast(toAppError(error))
      if (
        !(await confirm({
          title: '内容中有敏感词',
          text: '要定时发布的内容含有敏感词。可以返回修改，也可以仍然定时发布。',
          confirmText: '仍然定时发布',
          cancelText: '返回',
          danger: true,
        }))
      )
        return { code: 0 }
      return mutateAsync({ ...input, acceptSensitive: true })
    }
  }
  return (
    <FormDialog title={title} schema={form} values={{ action: actions[0], at }} save={save} onClose={onClose}>
      {(control) => (
        <>
          <RadioGroupField
            control={control}
            name="action"
            label="方式"
            options={actions.map((value) => ({ value, title: PLAN_ACTIONS[value] }))}
          />
          <DayField
            control={control}
            name="at"
            label="时间"
            required
            time
            hint="按本机时区填写。服务器停机期间错过的操作会在恢复后立即执行。"
          />
          {asksForApproval && (
            <Text size={200}>
              该栏目需要审批。设置后立即提交审批，全部同意后按时发布；到时尚未完成审批的，同意后立即发布。
            </Text>
          )}
        </>
      )}
    </FormDialog>
  )
}
