import { logRules } from '#shared/contract/log.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { NumberField } from '#renderer/ui/fields/NumberField.tsx'
import { FormDialog } from '#renderer/ui/form/FormDialog.tsx'

/** Retention of the log; for super administrators only. */
export function RulesDialog({ onClose }: { onClose: () => void }) {
  const { data } = useRead('log.rules', {})
  const save = useWrite('log.saveRules')
  if (!data) return null
  return (
    <FormDialog title="操作日志设置" schema={logRules} values={data} save={save.mutateAsync} onClose={onClose}>
      {(control) => (
        <NumberField
          control={control}
          name="keepDays"
          label="日志保留天数"
          hint="更早的记录会自动删除；不少于 180 天"
          required
        />
      )}
    </FormDialog>
  )
}
