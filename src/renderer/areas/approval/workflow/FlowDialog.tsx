import { makeStyles, MessageBar, MessageBarBody, Text, tokens } from '@fluentui/react-components'
import { useCallback, useMemo, useRef } from 'react'
import { type Control, useWatch } from 'react-hook-form'
import type { Workflow } from '#shared/contract/workflow.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { useWrite } from '#renderer/data/useWrite.ts'
import { LoadingDialog } from '#renderer/ui/dialogs/LoadingDialog.tsx'
import { FormDialog } from '#renderer/ui/form/FormDialog.tsx'
import { useLoaded } from '#renderer/ui/form/useLoaded.ts'
import { type FlowForm, flowForm, type FlowNode, type LoadedFlow, loadFlow, toSaveInput } from './flowForm.ts'
import { NodeList } from './NodeList.tsx'
import { isSuper } from '#shared/domain/permissions.ts'
import { useAuthority } from '#renderer/data/useAuthority.ts'
import { groupItems } from '#renderer/features/people/picker/groupItems.ts'
import type { Choice } from '#renderer/ui/fields/choices.ts'

/**
 * Roles that can approve a node: the groups below the user's own group (B·§6). Super administrators may also choose their own.
 * @param assignedRoles roles that the nodes already have; roles outside the user's reach stay visible, but disabled
 */
function useRoleChoices(assignedRoles: ReadonlyMap<number, string>): Choice<number>[] {
  const who = useAuthority()
  const ownGroupId = who.groupId
  const { data } = useRead('role.page', { parentId: ownGroupId, page: 1, size: 1000 }, { enabled: ownGroupId > 0 })
  const isAdmin = isSuper(who)
  return useMemo(() => {
    const items = groupItems(data?.content ?? [])
    const choices: Choice<number>[] = items.map(({ id, title, level }) => ({ value: id, title, level }))
    if (isAdmin) choices.unshift({ value: ownGroupId, title: '超级管理员' })
    const known = new Set(choices.map(({ value }) => value))
    const others = [...assignedRoles].filter(([id]) => !known.has(id))
    return [...choices, ...others.map(([value, title]) => ({ value, title, disabled: true }))]
  }, [data, ownGroupId, isAdmin, assignedRoles])
}

interface Props {
  workflow: Workflow
  onClose: () => void
}

/** 流程设置: the approval nodes of a workflow between 提交 and 结束 (B·§2). */
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
  // Ids of the nodes on the server. A node that another user deleted meanwhile is saved as a new node.
  const serverNodeIds = useRef(new Set(flow.form.nodes.map(({ id }) => id)))
  const compare = {
    load: async () => {
      const { form } = await loadFlow(workflow)
      serverNodeIds.current = new Set(form.nodes.map(({ id }) => id))
      return form
    },
    labels: { nodes: '审批节点' },
    show: (_field: string, nodes: unknown) => formatNodes(nodes as readonly FlowNode[], nameOf),
  }
  return (
    <FormDialog
      title={titleOf(workflow)}
      schema={flowForm}
      values={flow.form}
      save={(form) => save.mutateAsync(toSaveInput(workflow, form, serverNodeIds.current, nameOf))}
      onClose={onClose}
      compare={compare}
    >
      {(control) => (
        <>
          <NodeList control={control} roles={roles} />
          <RolesWithoutApprovers control={control} nameOf={nameOf} />
          <Text size={200} className={styles.note}>
            办理时限为 0 时，采用流程的办理期限（天）。用时达到四分之三时提醒审批人一次，超期后在列表中标记。
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

/** Warns of chosen roles without an account that can approve: only a super administrator could finish their nodes. */
function RolesWithoutApprovers({ control, nameOf }: { control: Control<FlowForm>; nameOf: (id: number) => string }) {
  const { data: approverRoles } = useRead('workflow.approverRoles', {}, { quiet: true })
  const nodes = useWatch({ control, name: 'nodes' })
  const affectedRoles = approverRoles
    ? nodes.flatMap(({ roleIds }) => roleIds).filter((id) => !approverRoles.includes(id))
    : []
  if (affectedRoles.length === 0) return null
  return (
    <MessageBar intent="warning" layout="multiline">
      <MessageBarBody>{`用户组“${affectedRoles.map(nameOf).join('、')}”中没有可以审批的账号。请在“用户组”中授予“待审批列表”权限，并确认组内有已启用的账号。`}</MessageBarBody>
    </MessageBar>
  )
}

const formatNodes = (nodes: readonly FlowNode[], nameOf: (id: number) => string): string =>
  nodes
    .map(({ title, roleIds, dueHours }, at) => {
      const time = dueHours > 0 ? `，${dueHours} 小时` : ''
      return `${at + 1}. ${title}：${roleIds.map(nameOf).join('、')}${time}`
    })
    .join('\n')
