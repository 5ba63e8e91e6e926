import { flag, id, index, int, json, millis, ref, table, text, HISTORY, AUTHOR } from '#server/db/table.ts'

/** waiting for the tasks of its step; agreed: the last step agreed, and it was published; or ended before that. */
export type ApprovalState = 'waiting' | 'agreed' | 'refused' | 'withdrawn'

export const approvalTables = {
  /** One application for the publication of one version of an entry. What it asks for is fixed when it is made. */
  approval: table({
    title: '审批申请',
    columns: {
      id: id(),
      contentId: ref('content', { when: "t.state = 'waiting'" }),
      /** Version of the entry that the application was saved with; 0: an application of an older server that has none. */
      version: int().default(0),
      classId: int().noReference(HISTORY),
      siteId: int().noReference(HISTORY),
      workflowId: int().noReference('steps are fixed when it is applied for'),
      workflowTitle: text(),
      revocability: flag(),
      dueDays: int(),
      /** [{title, roleIds}], in their order; those for words with accountIds and the classIds that they are about. */
      steps: json(),
      /** Place in `steps` of the one that it is at. */
      step: int(),
      state: text<ApprovalState>(),
      applicantId: ref('account', { when: "t.state = 'waiting'" }),
      applicant: text(),
      remark: text(),
      /** Of the version that waits. */
      title: text(),
      /** All values of the version that waits, by field name: what is published when the last step agrees. */
      fields: json(),
      /** 1: the entry was public in another version, and stays so meanwhile. */
      wasPublic: flag(),
      createTime: millis(),
      /** 0: it waits. */
      finishTime: millis().default(0),
      /** Who took it back or refused, and what they wrote; '' while it waits. */
      endedBy: text().default(''),
      endRemark: text().default(''),
    },
    indexes: {
      approval_entry: index('contentId id'),
      approval_applicant: index('applicantId id'),
    },
  }),
  /** One step of an application, which anybody of its roles carries out. */
  approval_task: table({
    title: '审批任务',
    columns: {
      id: id(),
      approvalId: ref('approval'),
      siteId: int().noReference(HISTORY),
      step: int(),
      /** Of the node. */
      title: text(),
      /** 0 waits, 1 carried out, 2 withdrawn before anybody did. */
      state: int().default(0),
      /** 1 agreed, 0 refused; null: neither. */
      pass: flag().nullable(),
      result: text().default(''),
      approverId: int().noReference(AUTHOR).default(0),
      trueName: text().default(''),
      createTime: millis(),
      /** 0: none. */
      dueTime: millis().default(0),
      /** When who must act is reminded; 0: never, or it was done. */
      remindTime: millis().default(0),
      finishTime: millis().default(0),
    },
    indexes: {
      approval_task_steps: index('approvalId id'),
      approval_task_site: index('state siteId id'),
      approval_task_remind: index('remindTime', { where: 'state = 0 and "remindTime" > 0' }),
      approval_task_done: index('approverId state finishTime id', { where: '"approverId" <> 0' }),
    },
  }),
  /** Which roles may carry a task out that waits: the lists of people are read from here. */
  approval_task_role: table({
    columns: {
      taskId: ref('approval_task'),
      roleId: ref('role'),
    },
    key: ['roleId', 'taskId'],
  }),
  /** Which people may carry a task out that waits and is not for roles. */
  approval_task_person: table({
    columns: {
      taskId: ref('approval_task'),
      accountId: ref('account'),
    },
    key: ['accountId', 'taskId'],
  }),
  /** Somebody who acts for an account that is away. */
  stand_in: table({
    columns: {
      id: id(),
      accountId: ref('account'),
      standInId: ref('account'),
      fromTime: millis(),
      /** 0: until it is ended. */
      toTime: millis().default(0),
    },
    indexes: {
      stand_in_for: index('standInId accountId'),
      stand_in_of: index('accountId'),
    },
  }),
}
