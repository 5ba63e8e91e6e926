import { type Workflow, workflowSave } from '#shared/contract/workflow.ts'
import { call } from '#renderer/data/client.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { NumberField } from '#renderer/ui/fields/NumberField.tsx'
import { SwitchField } from '#renderer/ui/fields/SwitchField.tsx'
import { TextAreaField, TextField } from '#renderer/ui/fields/TextField.tsx'
import { FormDialog } from '#renderer/ui/form/FormDialog.tsx'
import { WORKFLOW } from '#renderer/areas/approval/text.ts'

interface Props {
  /** null: a new one. */
  workflow: Workflow | null
  siteId: number
  onClose: () => void
}

const { title, remark, revocability, dueDays } = WORKFLOW
const LABELS = { title, remark, revocability, dueDays }
const formOf = ({ id, siteId, version, ...rest }: Workflow) => ({
  id,
  siteId,
  version,
  title: rest.title,
  remark: rest.remark,
  revocability: rest.revocability,
  dueDays: rest.dueDays,
})
const load = async (id: number) => formOf((await call('workflow.findById', { id })).data)

/** B·§2: a workflow has a title and a remark; beyond it whether applications can be taken back, and how long a step has. */
export function WorkflowDialog({ workflow, siteId, onClose }: Props) {
  const save = useWrite('workflow.save')
  return (
    <FormDialog
      title={workflow ? WORKFLOW.editTitle : WORKFLOW.addTitle}
      schema={workflowSave}
      values={workflow ? formOf(workflow) : { id: 0, siteId, title: '', remark: '', revocability: true, dueDays: 0 }}
      save={save.mutateAsync}
      onClose={onClose}
      gone={
        workflow
          ? { id: workflow.id, saveAnew: (form) => save.mutateAsync({ ...form, id: 0, version: undefined }) }
          : undefined
      }
      {...(workflow ? { compare: { load: () => load(workflow.id), labels: LABELS } } : {})}
    >
      {(control) => (
        <>
          <TextField control={control} name="title" label={title} required autoFocus maxLength={254} />
          <TextAreaField control={control} name="remark" label={remark} maxLength={254} />
          <SwitchField
            control={control}
            name="revocability"
            label={revocability}
            hint={WORKFLOW.revocabilityHint}
            states={{ on: '是', off: '否' }}
          />
          <NumberField
            control={control}
            name="dueDays"
            label={dueDays}
            min={0}
            max={365}
            empty={0}
            unit="天"
            hint={WORKFLOW.dueHint}
          />
        </>
      )}
    </FormDialog>
  )
}
