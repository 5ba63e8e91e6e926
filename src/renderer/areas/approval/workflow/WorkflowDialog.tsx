import { type Workflow, workflowSave } from '#shared/contract/workflow.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { NumberField } from '#renderer/ui/fields/NumberField.tsx'
import { SwitchField } from '#renderer/ui/fields/SwitchField.tsx'
import { TextAreaField, TextField } from '#renderer/ui/fields/TextField.tsx'
import { FormDialog } from '#renderer/ui/form/FormDialog.tsx'
import { recordForm } from '#renderer/ui/form/recordForm.ts'

interface Props {
  /** null: adds a workflow. */
  workflow: Workflow | null
  siteId: number
  onClose: () => void
}

const LABELS = { title: '标题', remark: '备注', revocability: '允许撤回', dueDays: '办理期限' }

/** Edits a workflow: title and remark (B·§2), whether requests can be withdrawn, and the time limit of a node. */
export function WorkflowDialog({ workflow, siteId, onClose }: Props) {
  const save = useWrite('workflow.save')
  return (
    <FormDialog
      title={workflow ? '编辑流程' : '新增流程'}
      schema={workflowSave}
      {...recordForm({
        record: workflow,
        empty: { id: 0, siteId, title: '', remark: '', revocability: true, dueDays: 0 },
        labels: LABELS,
        find: 'workflow.findById',
        saveAsNew: save.mutateAsync,
      })}
      save={save.mutateAsync}
      onClose={onClose}
    >
      {(control) => (
        <>
          <TextField control={control} name="title" label="标题" required autoFocus maxLength={254} />
          <TextAreaField control={control} name="remark" label="备注" maxLength={254} />
          <SwitchField
            control={control}
            name="revocability"
            label="允许撤回"
            hint="申请人可以在审批结束前撤回；编辑正在审批的内容时，原申请自动撤回并重新提交。"
            states={{ on: '是', off: '否' }}
          />
          <NumberField
            control={control}
            name="dueDays"
            label="办理期限"
            min={0}
            max={365}
            empty={0}
            unit="天"
            hint="每个节点的办理天数，0 表示不限"
          />
        </>
      )}
    </FormDialog>
  )
}
