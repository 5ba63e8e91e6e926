import { type Workflow, workflowSave } from '#shared/contract/workflow.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { NumberField } from '#renderer/ui/fields/NumberField.tsx'
import { SwitchField } from '#renderer/ui/fields/SwitchField.tsx'
import { TextAreaField, TextField } from '#renderer/ui/fields/TextField.tsx'
import { FormDialog } from '#renderer/ui/form/FormDialog.tsx'
import { recordForm } from '#renderer/ui/form/recordForm.ts'
import { WORKFLOW } from '#renderer/areas/approval/text.ts'

interface Props {
  /** null: a new one. */
  workflow: Workflow | null
  siteId: number
  onClose: () => void
}

const LABELS = { title: WORKFLOW.title, remark: WORKFLOW.remark, revocability: WORKFLOW.revocability, dueDays: WORKFLOW.dueDays }

/** B·§2: a workflow has a title and a remark; beyond it whether applications can be taken back, and how long a step has. */
export function WorkflowDialog({ workflow, siteId, onClose }: Props) {
  const save = useWrite('workflow.save')
  return (
    <FormDialog
      title={workflow ? WORKFLOW.editTitle : WORKFLOW.addTitle}
      schema={workflowSave}
      {...recordForm({
        record: workflow,
        empty: { id: 0, siteId, title: '', remark: '', revocability: true, dueDays: 0 },
        labels: LABELS,
        find: 'workflow.findById',
        saveAnew: save.mutateAsync,
      })}
      save={save.mutateAsync}
      onClose={onClose}
    >
      {(control) => (
        <>
          <TextField control={control} name="title" label={WORKFLOW.title} required autoFocus maxLength={254} />
          <TextAreaField control={control} name="remark" label={WORKFLOW.remark} maxLength={254} />
          <SwitchField
            control={control}
            name="revocability"
            label={WORKFLOW.revocability}
            hint={WORKFLOW.revocabilityHint}
            states={{ on: '是', off: '否' }}
          />
          <NumberField
            control={control}
            name="dueDays"
            label={WORKFLOW.dueDays}
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
