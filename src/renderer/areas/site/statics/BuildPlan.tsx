import { Button, makeStyles, Switch, Text, tokens } from '@fluentui/react-components'
import { useState } from 'react'
import { type Control, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { HOUR_INTERVALS, type StaticPlan, staticPlan } from '#shared/contract/statics.ts'
import { WEEKDAYS } from '#shared/util/dates.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { CheckboxGroupField } from '#renderer/ui/fields/CheckboxGroupField.tsx'
import { RadioGroupField } from '#renderer/ui/fields/RadioGroupField.tsx'
import { SelectField } from '#renderer/ui/fields/SelectField.tsx'
import { TextField } from '#renderer/ui/fields/TextField.tsx'
import { FormDialog } from '#renderer/ui/form/FormDialog.tsx'

const useStyles = makeStyles({
  root: { display: 'flex', alignItems: 'center', flexWrap: 'wrap' },
  text: { color: tokens.colorNeutralForeground2 },
})

interface Props {
  siteId: number
  plan: StaticPlan
  /** Time of the next build; '' while scheduled builds are off. */
  nextDate: string
}

/** The schedule of the site's builds, as text. */
function describePlan({ every, time, weekdays, hours }: StaticPlan): string {
  if (every === 'hours') return hours === 1 ? '每小时' : `每 ${hours} 小时`
  if (every === 'day' || weekdays.length === WEEKDAYS.length) return `每天 ${time}`
  const days = WEEK.filter((day) => weekdays.includes(day)).map((day) => (WEEKDAYS[day] ?? '').slice(2))
  return `每周${days.join('、')} ${time}`
}

/** The days of a week by their numbers, Monday first. */
const WEEK = [1, 2, 3, 4, 5, 6, 0] as const

/** The switch for scheduled builds, with the schedule and the time of the next build. */
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
        label="定时生成"
        checked={save.isPending ? save.variables.isOn === true : isOn}
        disabled={save.isPending}
        onChange={(_event, { checked }) => choose(checked)}
      />
      {isOn && (
        <>
          <Text className={styles.text}>{`${describePlan(plan)}，下次 ${nextDate.slice(0, 16)}`}</Text>
          <Button appearance="transparent" size="small" onClick={() => setEditing(true)}>
            修改
          </Button>
        </>
      )}
      {editing && (
        <FormDialog
          title="定时生成"
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
const HOURS = HOUR_INTERVALS.map((value) => ({ value, title: `${value} 小时` }))

/** The fields of the chosen period. */
function PlanFields({ control }: { control: Control<z.input<typeof staticPlan>, unknown, StaticPlan> }) {
  const every = useWatch({ control, name: 'every' })
  return (
    <>
      <RadioGroupField
        control={control}
        name="every"
        label="周期"
        options={EVERY}
        hint="按时生成整个站点中有变化的页面；站点关闭时不生成，错过的时间不补充生成。"
      />
      {every === 'week' && (
        <CheckboxGroupField control={control} name="weekdays" label="星期" required options={DAYS} />
      )}
      {every === 'hours' ? (
        <SelectField control={control} name="hours" label="间隔" options={HOURS} hint="从服务器所在时区的 0 点起算" />
      ) : (
        <TextField
          control={control}
          name="time"
          label="时间"
          required
          placeholder="03:00"
          hint="服务器所在时区的时和分，例如 03:00"
        />
      )}
    </>
  )
}
