import type { CallContext } from '#server/http/context.ts'
import { AppError } from '#shared/errors/index.ts'
import { stepsOf } from './rows.ts'

type Roles = readonly { id: number; title: string }[]

/** Groups that a node of a workflow, or a step that is still to come of what waits, needs are not deleted (decision 035). */
export async function requireUnused(ctx: CallContext, roles: Roles): Promise<void> {
  const titles = new Map(roles.map(({ id, title }) => [id, title]))
  const nodes = await ctx.db
    .selectFrom('workflow_node')
    .innerJoin('workflow', 'workflow.id', 'workflow_node.workflowId')
    .select(['workflow.title as flow', 'workflow_node.title as node', 'workflow_node.roles'])
    .orderBy('workflow_node.id')
    .execute()
  for (const { flow, node, roles: kept } of nodes) {
    const used = titleIn(
      titles,
      (JSON.parse(kept) as { roleId: number }[]).map(({ roleId }) => roleId),
    )
    if (used !== undefined)
      throw new AppError(
        'conflict',
        `审批流程“${flow}”的节点“${node}”由用户组“${used}”审核，请先在“流程设置”中换成其他用户组，再删除`,
      )
  }
  const waiting = await ctx.db
    .selectFrom('approval')
    .select(['title', 'steps', 'step'])
    .where('state', '=', 'waiting')
    .orderBy('id')
    .execute()
  for (const { title, step, ...approval } of waiting) {
    const coming = stepsOf(approval).slice(step)
    const used = titleIn(
      titles,
      coming.flatMap(({ roleIds }) => roleIds),
    )
    if (used !== undefined)
      throw new AppError('conflict', `内容“${title}”的审批还需要用户组“${used}”，请等审批结束或撤回后，再删除`)
  }
}

const titleIn = (titles: ReadonlyMap<number, string>, ids: readonly number[]): string | undefined =>
  ids.map((id) => titles.get(id)).find((title) => title !== undefined)
