import { makeStyles, MessageBar, MessageBarBody, Text, tokens } from '@fluentui/react-components'
import { useCallback, useMemo, useRef } from 'react'
import { type Control, useWatch } from 'react-hook-form'
import type { Workflow } from '#shared/contract/workflow.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { LoadingDialog } from '#renderer/ui/dialogs/LoadingDialog.tsx'
import { FormDialog } from '#renderer/ui/form/FormDialog.tsx'
import { useLoaded } from '#renderer/ui/form/useLoaded.ts'
import { type FlowForm, flowForm, type FlowNode, type LoadedFlow, loadFlow, toSave } from './flowForm.ts'
import { NodeList } from './NodeList.tsx'
import { isSuper } from '#shared/domain/permissions.ts'
import { useAuthority } from '#renderer/data/useAuthority.ts'
import { groupItems } from '#renderer/features/people/picker/groupItems.ts'
import type { Choice } from '#renderer/ui/fields/choices.ts'

/** B·§6: the roles for a node, those below the user's own group; super administrators may choose their own, too. */
function useRoleChoices(also: ReadonlyMap<number, string>): Choice<number>[] {
  const who = useAuthority()
  const own = who.groupId
  const { data } = useRead('role.page', { parentId: own, page: 1, size: 1000 }, { enabled: own > 0 })
  const all = isSuper(who)
  return useMemo(() => {
    const items = groupItems(data?.content ?? [])
    const choices: Choice<number>[] = items.map(({ id, title, level }) => ({ value: id, title, level }))
    if (all) choices.unshift({ value: own, title: '超级管理员' })
    const known = new Set(choices.map(({ value }) => value))
    const others = [...also].filter(([id]) => !known.has(id))
    return [...choices, ...others.map(([value, title]) => ({ value, title, disabled: true }))]
  }, [data, own, all, also])
}

interface Props {
  workflow: Workflow
  onClose: () => void
}

/** B·§2 流程设置: the steps of a workflow between 提交 and 结束. */
export function FlowDialog({ workflow, onClose }: Props) {
  const { data, error, retry } = useLoaded(() => loadFlow(workflow))
  if (data) return <LoadedFlowDialog workflow={workflow} flow={data} onClose={onClose} />
  return <LoadingDialog title={titleOf(workflow)} size="small" onClose={onClose} error={error} onRetry={retry} />
}

const titleOf = ({ title }: Workflow): string => `流程设置“${title}”`

const useStyles = makeStyles({ note: { color: tokens.colorNeutralForeground3 } })

function LoadedFlowDialog({ workflow, flow, onClose }: Props & { flow: LoadedFlow }) {
  const styles = useStyles()
  const save = useWrite('workflowNode.batchSave')
  const roles = useRoleChoices(flow.roles)
  const nameOf = useCallback((id: number) => roles.find(({ value }) => value === id)?.title ?? '', [roles])
  // Ids of the server's nodes: a node that is kept here after somebody else deleted it is saved as a new one.
  const known = useRef(new Set(flow.form.nodes.map(({ id }) => id)))
  const compare = {
    load: async () => {
      const { form } = await loadFlow(workflow)
      known.current = new Set(form.nodes.map(({ id }) => id))
      return form
    },
    labels: { nodes: '审批节点' },
    show: (_field: string, nodes: unknown) => inWords(nodes as readonly FlowNode[], nameOf),
  }
  return (
    <FormDialog
      title={titleOf(workflow)}
      schema={flowForm}
      values={flow.form}
      save={(form) => save.mutateAsync(toSave(workflow, form, known.current, nameOf))}
      onClose={onClose}
      compare={compare}
    >
      {(control) => (
        <>
          <NodeList control={control} roles={roles} />
          <UnableRoles control={control} nameOf={nameOf} />
          <Text size={200} className={styles.note}>
            时限为 0 时按流程的办理期限（天）。时间过去四分之三时提醒一次审批人，超过后在列表中标出。
          </Text>
          {workflow.columns.length > 0 && (
            <Text size={200} className={styles.note}>
              修改后对新提交的申请生效，正在审批的内容按提交时的流程继续。
            </Text>
          )}
        </>
      )}
    </FormDialog>
  )
}

/** Names the chosen roles of which nobody could approve: a node of theirs would wait for a super administrator. */
function UnableRoles({ control, nameOf }: { control: Control<FlowForm>; nameOf: (id: number) => string }) {
  const { data: able } = useRead('workflow.approverRoles', {}, { quiet: true })
  const nodes = useWatch({ control, name: 'nodes' })
  const unable = able ? nodes.flatMap(({ roleIds }) => roleIds).filter((id) => !able.includes(id)) : []
  if (unable.length === 0) return null
  return (
    <MessageBar intent="warning" layout="multiline">
      <MessageBarBody>{`“${unable.map(nameOf).join('、')}”没有可以审批的账号。请在“用户组”中开通“待审批列表”，并确认组里有启用的账号。`}</MessageBarBody>
    </MessageBar>
  )
}

const inWords = (nodes: readonly FlowNode[], nameOf: (id: number) => string): string =>
  nodes
    .map(({ title, roleIds, dueHours }, at) => {
      const time = dueHours > 0 ? `，${dueHours} 小时` : ''
      return `${at + 1}. ${title}：${roleIds.map(nameOf).join('、')}${time}`
    })
    .join('\n')
