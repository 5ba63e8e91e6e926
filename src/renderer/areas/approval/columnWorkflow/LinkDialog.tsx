import { Field, Text } from '@fluentui/react-components'
import { z } from 'zod'
import type { Column } from '#shared/contract/column.ts'
import { readWorkflowLink } from '#shared/contract/columnEdit.ts'
import { formatDateTime } from '#shared/util/dates.ts'
import { call } from '#renderer/data/client.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { LoadingDialog } from '#renderer/ui/dialogs/LoadingDialog.tsx'
import { SelectField } from '#renderer/ui/fields/SelectField.tsx'
import { FormDialog } from '#renderer/ui/form/FormDialog.tsx'
import { useLoaded } from '#renderer/ui/form/useLoaded.ts'

/** Maximum number of workflows in the dropdown. */
const MAX_WORKFLOWS = 1000

interface LinkData {
  workFlowId: number
  version: number | undefined
  workflows: { id: number; title: string; nodes: number; revocability: boolean }[]
}

async function loadLinkData({ id, siteId }: Column): Promise<LinkData> {
  const [column, list] = await Promise.all([
    call('column.findByPost', { id }),
    call('workflow.list', { siteId, page: 1, size: MAX_WORKFLOWS }),
  ])
  const linkedId = readWorkflowLink(column.data.relationWorkFlow)?.workFlowId ?? 0
  const workflows = list.data.content
  // A deleted workflow is not in the list, so no workflow is selected.
  const workFlowId = workflows.some((each) => each.id === linkedId) ? linkedId : 0
  return { workFlowId, version: column.data.version, workflows }
}

interface Props {
  column: Column
  onClose: () => void
}

/** Chooses and enables the workflow of a column (B·§2, B·§4); 60 % wide (C·§9). */
export function LinkDialog({ column, onClose }: Props) {
  const { data, error, retry } = useLoaded(() => loadLinkData(column))
  if (data) return <LoadedLinkDialog column={column} loaded={data} onClose={onClose} />
  return <LoadingDialog title="关联流程" size="small" onClose={onClose} error={error} onRetry={retry} />
}

const form = z.object({
  workFlowId: z.number().min(1, '请选择审批流程'),
  version: z.number().optional(),
})

function LoadedLinkDialog({ column, loaded, onClose }: Props & { loaded: LinkData }) {
  const save = useWrite('column.saveWorkFlow')
  const { workflows, workFlowId, version } = loaded
  const options = [
    { value: 0, title: '请选择' },
    ...workflows.map(({ id, title, nodes }) => ({
      value: id,
      title: nodes === 0 ? `${title}（没有审批节点）` : title,
      disabled: nodes === 0,
    })),
  ]
  const saveLink = (values: z.output<typeof form>) => {
    const chosen = workflows.find(({ id }) => id === values.workFlowId)
    const relationWorkFlow = JSON.stringify({
      workFlowId: values.workFlowId,
      workFlowName: chosen?.title ?? '',
      bindDateTime: formatDateTime(Date.now()),
      status: 1,
      revocability: chosen?.revocability ?? false,
    })
    return save.mutateAsync({ id: column.id, relationWorkFlow, version: values.version })
  }
  return (
    <FormDialog
      title="关联流程"
      schema={form}
      values={{ workFlowId, version }}
      save={saveLink}
      onClose={onClose}
      compare={{
        load: async () => {
          const current = await loadLinkData(column)
          return { workFlowId: current.workFlowId, version: current.version }
        },
        labels: { workFlowId: '审批流程' },
        show: (_field, id) => workflows.find((each) => each.id === id)?.title ?? '',
      }}
    >
      {(control) => (
        <>
          <Field label="栏目">
            <Text>{column.title}</Text>
          </Field>
          <SelectField
            control={control}
            name="workFlowId"
            label="审批流程"
            required
            options={options}
            hint={
              workflows.some(({ nodes }) => nodes > 0)
                ? undefined
                : '该站点还没有可用的审批流程，请先在“审批流程”中新增，并在“流程设置”中添加节点'
            }
          />
        </>
      )}
    </FormDialog>
  )
}
