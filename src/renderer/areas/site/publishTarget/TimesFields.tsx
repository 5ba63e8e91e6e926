import { makeStyles, tokens } from '@fluentui/react-components'
import { useWatch } from 'react-hook-form'
import type { PublishTarget } from '#shared/contract/publishTarget.ts'
import { HOUR_INTERVALS } from '#shared/contract/statics.ts'
import { RadioGroupField } from '#renderer/ui/fields/RadioGroupField.tsx'
import { SelectField } from '#renderer/ui/fields/SelectField.tsx'
import { TextField } from '#renderer/ui/fields/TextField.tsx'
import type { TargetControl } from './targetForm.ts'

const useStyles = makeStyles({
  pairs: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(240px, 1fr))',
    gap: `${tokens.spacingVerticalL} ${tokens.spacingHorizontalXL}`,
    alignItems: 'start',
  },
})

export const TIMES_LABELS = { every: '定时发布', time: '时间', hours: '间隔' }
export const NEW_TIMES = {
  every: 'none' as PublishTarget['every'],
  time: '03:00',
  hours: 6 as PublishTarget['hours'],
}

const EVERY = [
  { value: 'none', title: '关闭' },
  { value: 'day', title: '每天' },
  { value: 'hours', title: '每隔几小时' },
]
const HOURS = HOUR_INTERVALS.map((value) => ({ value, title: `${value} 小时` }))

/** When builds are deployed by themselves, as text; '' never. */
export function describeTimes({ isAuto, every, time, hours }: PublishTarget): string {
  const times = { none: '', day: `每天 ${time}`, hours: hours === 1 ? '每小时' : `每 ${hours} 小时` }[every]
  return [isAuto ? '每次生成' : '', times].filter((text) => text !== '').join('、')
}

/** The times at which the last build is deployed. */
export function TimesFields({ control }: { control: TargetControl }) {
  const styles = useStyles()
  const every = useWatch({ control, name: 'every' })
  return (
    <div className={styles.pairs}>
      <RadioGroupField
        control={control}
        name="every"
        label="定时发布"
        options={EVERY}
        hint="按时发布最近一次生成的页面，站点关闭时不发布"
      />
      {every === 'hours' && (
        <SelectField control={control} name="hours" label="间隔" options={HOURS} hint="从服务器所在时区的 0 点起算" />
      )}
      {every === 'day' && (
        <TextField
          control={control}
          name="time"
          label="时间"
          required
          placeholder="03:00"
          hint="服务器所在时区的时和分，例如 03:00"
        />
      )}
    </div>
  )
}
