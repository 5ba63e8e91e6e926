import { type BackupRules, backupRules } from '#shared/contract/backup.ts'
import { WEEKDAYS } from '#shared/util/dates.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { NumberField } from '#renderer/ui/fields/NumberField.tsx'
import { RadioGroupField } from '#renderer/ui/fields/RadioGroupField.tsx'
import { SelectField } from '#renderer/ui/fields/SelectField.tsx'
import { SwitchField } from '#renderer/ui/fields/SwitchField.tsx'
import { TextField } from '#renderer/ui/fields/TextField.tsx'
import { FormDialog } from '#renderer/ui/form/FormDialog.tsx'

const EVERY = [
  { value: 'day', title: '每天' },
  { value: 'week', title: '每周' },
]
const DAYS = WEEKDAYS.map((title, value) => ({ value, title }))

/** The backup schedule and the number of backups to keep. */
export function RulesDialog({ rules, onClose }: { rules: BackupRules; onClose: () => void }) {
  const save = useWrite('backup.saveRules')
  return (
    <FormDialog title="备份设置" schema={backupRules} values={rules} save={save.mutateAsync} onClose={onClose}>
      {(control) => (
        <>
          <SwitchField control={control} name="isOn" label="定时备份" states={{ on: '开启', off: '关闭' }} />
          <RadioGroupField control={control} name="every" label="周期" options={EVERY} />
          <SelectField control={control} name="weekday" label="星期" options={DAYS} hint="每周备份时使用" />
          <TextField
            control={control}
            name="time"
            label="时间"
            required
            placeholder="03:00"
            hint="服务器所在时区的时和分，例如 03:00"
          />
          <NumberField
            control={control}
            name="keep"
            label="保留份数"
            required
            min={1}
            max={100}
            unit="份"
            hint="新备份完成后才删除最旧的备份"
          />
        </>
      )}
    </FormDialog>
  )
}
