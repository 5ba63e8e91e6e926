import { flag, id, index, int, json, millis, ref, lastSavedColumns, table, text, unique } from '#server/db/table.ts'

export const workflowTables = {
  /** Who must agree before an entry of a column becomes public. */
  workflow: table({
    title: '审批流程',
    columns: {
      id: id(),
      siteId: ref('site'),
      /** Unique within a site. */
      title: text(),
      remark: text(),
      revocability: flag(),
      /** 0: no time limit per step. */
      dueDays: int(),
      createTime: millis(),
      ...lastSavedColumns(),
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
      /** [{roleId, roleName}], with the names at the time of saving. */
      roles: json(),
      /** Time limit in hours; 0: the workflow's days apply. */
      dueHours: int().default(0),
    },
    indexes: {
      workflow_node_order: index('workflowId sort'),
    },
    archive: { kind: 'workflowNodes', of: 'workflowId', without: [] },
  }),
}
