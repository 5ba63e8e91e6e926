import { flag, id, index, int, json, millis, ref, saved, table, text, unique } from '#server/db/table.ts'

export const workflowTables = {
  /** Who has to agree before an entry of a column is public. */
  workflow: table({
    title: '审批流程',
    columns: {
      id: id(),
      siteId: ref('site'),
      /** One of its name in a site. */
      title: text(),
      remark: text(),
      revocability: flag(),
      /** 0: each step may take any time. */
      dueDays: int(),
      createTime: millis(),
      ...saved(),
    },
    indexes: {
      workflow_name: unique('siteId title'),
    },
    isDeletedWithSite: true,
    archive: { kind: 'workflows', of: 'site', without: ['siteId'] },
  }),
  /** A step of a workflow. */
  workflow_node: table({
    title: '审批节点',
    columns: {
      id: id(),
      workflowId: ref('workflow'),
      title: text(),
      /** The first step has the smallest. */
      sort: int(),
      /** [{roleId, roleName}], the names as they were when it was saved. */
      roles: json(),
      /** Hours that it may take; 0: as long as the workflow's days say. */
      dueHours: int().default(0),
    },
    indexes: {
      workflow_node_order: index('workflowId sort'),
    },
    archive: { kind: 'workflowNodes', of: 'workflowId', without: [] },
  }),
}
