import { Text } from '@fluentui/react-components'
import { z } from 'zod'
import { scheduleAction, type ScheduleAction } from '#shared/contract/contentSchedule.ts'
import { momentOf } from '#shared/util/dates.ts'
import { asAppError } from '#renderer/data/errors.ts'
import { suppressToast } from '#renderer/data/suppressedToasts.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { hitsOf } from '#renderer/areas/content/shared/entry/sensitive/hits.ts'
import { useConfirm } from '#renderer/ui/dialogs/useConfirm.ts'
import { DayField } from '#renderer/ui/fields/DayField.tsx'
import { RadioGroupField } from '#renderer/ui/fields/RadioGroupField.tsx'
import { FormDialog } from '#renderer/ui/form/FormDialog.tsx'
import { PLAN_ACTIONS } from './planLabels.ts'

const form = z.object({
  action: scheduleAction,
  at: z.string().superRefine((text, found) => {
    const at = momentOf(text)
    const message =
      text === ''
        ? '请选择时间'
        : at === null
          ? '请按 2026-03-01 09:30:00 的样子填写时间；时钟调整时跳过的时间不能选'
          : at <= Date.now()
            ? '时间已经过去，请选择以后的时间'
            : null
    if (message) found.addIssue({ code: 'custom', message })
  }),
})

interface Props {
  /** What it is about. */
  title: string
  classId: number
  ids: readonly number[]
  /** What can be chosen; the first one is at first. */
  actions: readonly [ScheduleAction, ...ScheduleAction[]]
  /** `yyyy-MM-dd HH:mm:ss` of what is changed; '' for a new date. */
  at?: string
  /** The column asks for agreement before it publishes. */
  asksForApproval: boolean
  onDone?: () => void
  onClose: () => void
}

/** Asks when entries are to be published, or taken off. */
export function ScheduleDialog({ title, classId, ids, actions, at = '', asksForApproval, onDone, onClose }: Props) {
  const confirm = useConfirm()
  const { mutateAsync } = useWrite('contentSchedule.plan', onDone ? { onSuccess: onDone } : {})
  const save = async ({ action, at: text }: z.output<typeof form>) => {
    const input = { classId, idList: [...ids], action, at: momentOf(text) ?? 0 }
    try {
      return await mutateAsync({ ...input, acceptSensitive: false })
    } catch (error) {
      if (!hitsOf(error)) throw error
      suppressToast(asAppError(error))
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
            hint="按这台电脑的时区填写；服务器停机时错过的，会在恢复后立即执行。"
          />
          {asksForApproval && (
            <Text size={200}>
              这个栏目需要审批：设置后立即提交审批，全部同意后按时发布；到时还没有审批完的，同意后立即发布。
            </Text>
          )}
        </>
      )}
    </FormDialog>
  )
}
