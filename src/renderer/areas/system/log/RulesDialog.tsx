import { logRules } from '#shared/contract/log.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { NumberField } from '#renderer/ui/fields/NumberField.tsx'
import { FormDialog } from '#renderer/ui/form/FormDialog.tsx'
import { LOG } from './text.ts'

/** How long the log is kept; super administrators alone. */
export function RulesDialog({ onClose }: { onClose: () => void }) {
  const { data } = useRead('log.rules', {})
  const save = useWrite('log.saveRules')
  if (!data) return null
  return (
    <FormDialog title={LOG.rulesTitle} schema={logRules} values={data} save={save.mutateAsync} onClose={onClose}>
      {(control) => <NumberField control={control} name="keepDays" label={LOG.keepDays} hint={LOG.keepHint} required />}
    </FormDialog>
  )
}
