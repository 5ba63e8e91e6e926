import type { TestClient } from '#tests/integration/server/harness/client.ts'

let made = 0

interface Given {
  siteId?: number
  title?: string
  revocability?: boolean
  dueDays?: number
  /** Ids of the roles of each node; absent: one node of the super administrators. */
  nodes?: readonly (readonly number[])[]
}

/** Makes a workflow with its nodes, 节点 1 first. Answers its id. */
export async function buildWorkflow(admin: TestClient, given: Given = {}): Promise<number> {
  const { siteId = 1, title = `审批流程 ${++made}`, nodes = [[1]], ...rest } = given
  const { id } = await admin.ok('workflow.save', { siteId, title, ...rest })
  if (nodes.length > 0)
    await admin.ok('workflowNode.batchSave', {
      relationId: id,
      siteId,
      nodes: nodes.map((roles, at) => ({
        title: `节点 ${at + 1}`,
        relationRoleInfo: roles.map((roleId) => ({ roleId })),
      })),
    })
  return id
}

/** Makes a column ask for agreement by the workflow; with status 0 no more. */
export async function linkWorkflow(admin: TestClient, columnId: number, workFlowId: number, status = 1): Promise<void> {
  const link = { workFlowId, workFlowName: '', bindDateTime: '2026-01-01 08:00:00', status }
  await admin.ok('column.saveWorkFlow', { id: columnId, relationWorkFlow: JSON.stringify(link) })
}
