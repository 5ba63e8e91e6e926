import { Button, makeStyles, Switch, Text, tokens } from '@fluentui/react-components'
import { useState } from 'react'
import { type Control, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { HOUR_STEPS, type StaticPlan, staticPlan } from '#shared/contract/statics.ts'
import { WEEKDAYS } from '#shared/util/dates.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { CheckboxGroupField } from '#renderer/ui/fields/CheckboxGroupField.tsx'
import { RadioGroupField } from '#renderer/ui/fields/RadioGroupField.tsx'
import { SelectField } from '#renderer/ui/fields/SelectField.tsx'
import { TextField } from '#renderer/ui/fields/TextField.tsx'
import { FormDialog } from '#renderer/ui/form/FormDialog.tsx'
import { planText, STATIC_PAGES, WEEK } from './text.ts'

const useStyles = makeStyles({
  root: { display: 'flex', alignItems: 'center', flexWrap: 'wrap' },
  text: { color: tokens.colorNeutralForeground2 },
})

interface Props {
  siteId: number
  plan: StaticPlan
  /** '' while it is switched off. */
  nextDate: string
}

/** Whether the site builds itself at set times, at which, and when next. */
export function BuildPlan({ siteId, plan, nextDate }: Props) {
  const styles = useStyles()
  const [editing, setEditing] = useState(false)
  const save = useWrite('statics.saveSchedule')
  const isOn = nextDate !== ''
  const choose = (checked: boolean): void => {
    if (checked) setEditing(true)
    else save.mutate({ id: siteId, isOn: false, ...plan })
  }
  return (
    <div className={styles.root}>
      <Switch
        label={STATIC_PAGES.planned}
        checked={save.isPending ? save.variables.isOn === true : isOn}
        disabled={save.isPending}
        onChange={(_event, { checked }) => choose(checked)}
      />
      {isOn && (
        <>
          <Text className={styles.text}>{`${planText(plan)}，下次 ${nextDate.slice(0, 16)}`}</Text>
          <Button appearance="transparent" size="small" onClick={() => setEditing(true)}>
            修改
          </Button>
        </>
      )}
      {editing && (
        <FormDialog
          title={STATIC_PAGES.planned}
          schema={staticPlan}
          values={plan}
          save={(values) => save.mutateAsync({ id: siteId, isOn: true, ...values })}
          onClose={() => setEditing(false)}
        >
          {(control) => <PlanFields control={control} />}
        </FormDialog>
      )}
    </div>
  )
}

const EVERY = [
  { value: 'day', title: '每天' },
  { value: 'week', title: '每周' },
  { value: 'hours', title: '每隔几小时' },
]
const DAYS = WEEK.map((value) => ({ value, title: WEEKDAYS[value] }))
const HOURS = HOUR_STEPS.map((value) => ({ value, title: `${value} 小时` }))

/** Only what the chosen period asks for. */
function PlanFields({ control }: { control: Control<z.input<typeof staticPlan>, unknown, StaticPlan> }) {
  const every = useWatch({ control, name: 'every' })
  return (
    <>
      <RadioGroupField control={control} name="every" label="周期" options={EVERY} hint={STATIC_PAGES.planHint} />
      {every === 'week' && (
        <CheckboxGroupField control={control} name="weekdays" label="星期" required options={DAYS} />
      )}
      {every === 'hours' ? (
        <SelectField control={control} name="hours" label="间隔" options={HOURS} hint={STATIC_PAGES.hoursHint} />
      ) : (
        <TextField
          control={control}
          name="time"
          label="时间"
          required
          placeholder="03:00"
          hint={STATIC_PAGES.timeHint}
        />
      )}
    </>
  )
}
