import type { Generated } from 'kysely'
import type { Flag, Json, Millis } from './core.ts'
import type { Saved } from './dictionaries.ts'

/** Who has to agree before an entry of a column is public. */
export interface WorkflowTable extends Saved {
  id: Generated<number>
  siteId: number
  /** One of its name in a site. */
  title: string
  remark: string
  revocability: Flag
  /** 0: each step may take any time. */
  dueDays: number
  createTime: Millis
}

/** A step of a workflow. */
export interface WorkflowNodeTable {
  id: Generated<number>
  workflowId: number
  title: string
  /** The first step has the smallest. */
  sort: number
  /** [{roleId, roleName}], the names as they were when it was saved. */
  roles: Json
  /** Hours that it may take; 0: as long as the workflow's days say. */
  dueHours: Generated<number>
}

/** waiting for the tasks of its step; agreed: the last step agreed, and it was published; or ended before that. */
export type ApprovalState = 'waiting' | 'agreed' | 'refused' | 'withdrawn'

/** One application for the publication of one version of an entry. What it asks for is fixed when it is made. */
export interface ApprovalTable {
  id: Generated<number>
  contentId: number
  /** Version of the entry that the application was saved with; 0: an application of an older server that has none. */
  version: Generated<number>
  classId: number
  siteId: number
  workflowId: number
  workflowTitle: string
  revocability: Flag
  dueDays: number
  /** [{title, roleIds}], in their order; those for words with accountIds and the classIds that they are about. */
  steps: Json
  /** Place in `steps` of the one that it is at. */
  step: number
  state: ApprovalState
  applicantId: number
  applicant: string
  remark: string
  /** Of the version that waits. */
  title: string
  /** All values of the version that waits, by field name: what is published when the last step agrees. */
  fields: Json
  /** 1: the entry was public in another version, and stays so meanwhile. */
  wasPublic: Flag
  createTime: Millis
  /** 0: it waits. */
  finishTime: Generated<Millis>
  /** Who took it back or refused, and what they wrote; '' while it waits. */
  endedBy: Generated<string>
  endRemark: Generated<string>
}

/** One step of an application, which anybody of its roles carries out. */
export interface ApprovalTaskTable {
  id: Generated<number>
  approvalId: number
  siteId: number
  step: number
  /** Of the node. */
  title: string
  /** 0 waits, 1 carried out, 2 withdrawn before anybody did. */
  state: Generated<number>
  /** 1 agreed, 0 refused; null: neither. */
  pass: Generated<Flag | null>
  result: Generated<string>
  approverId: Generated<number>
  trueName: Generated<string>
  createTime: Millis
  /** 0: none. */
  dueTime: Millis
  /** When who must act is reminded; 0: never, or it was done. */
  remindTime: Generated<Millis>
  finishTime: Generated<Millis>
}

/** Which roles may carry a task out that waits: the lists of people are read from here. */
export interface ApprovalTaskRoleTable {
  taskId: number
  roleId: number
}

/** Which people may carry a task out that waits and is not for roles. */
export interface ApprovalTaskPersonTable {
  taskId: number
  accountId: number
}

/** Somebody who acts for an account that is away. */
export interface StandInTable {
  id: Generated<number>
  accountId: number
  standInId: number
  fromTime: Millis
  /** 0: until it is ended. */
  toTime: Millis
}

export interface ApprovalTables {
  workflow: WorkflowTable
  workflow_node: WorkflowNodeTable
  approval: ApprovalTable
  approval_task: ApprovalTaskTable
  approval_task_role: ApprovalTaskRoleTable
  approval_task_person: ApprovalTaskPersonTable
  stand_in: StandInTable
}
