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
import { ACTIONS, SCHEDULE } from './text.ts'

const form = z.object({
  action: scheduleAction,
  at: z.string().superRefine((text, found) => {
    const at = momentOf(text)
    const message =
      text === '' ? SCHEDULE.required : at === null ? SCHEDULE.noTime : at <= Date.now() ? SCHEDULE.past : null
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
      if (!(await confirm(SCHEDULE.words))) return { code: 0 }
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
            label={SCHEDULE.action}
            options={actions.map((value) => ({ value, title: ACTIONS[value] }))}
          />
          <DayField control={control} name="at" label={SCHEDULE.at} required time hint={SCHEDULE.hint} />
          {asksForApproval && <Text size={200}>{SCHEDULE.workflowHint}</Text>}
        </>
      )}
    </FormDialog>
  )
}
