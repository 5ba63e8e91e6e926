import { flag, id, index, int, json, millis, ref, table, text, HISTORY, AUTHOR } from '#server/db/table.ts'

/** waiting: for the tasks of its step; agreed: by the last step, and published; the others ended before that. */
export type ApprovalState = 'waiting' | 'agreed' | 'refused' | 'withdrawn'

export const approvalTables = {
  /** An application to publish one version of an entry. Its contents never change. */
  approval: table({
    title: '审批申请',
    columns: {
      id: id(),
      contentId: ref('content', { when: "t.state = 'waiting'" }),
      /** Version of the entry that was saved with the application; 0: from an older server. */
      version: int().default(0),
      classId: int().noReference(HISTORY),
      siteId: int().noReference(HISTORY),
      workflowId: int().noReference('steps are copied into the application'),
      workflowTitle: text(),
      revocability: flag(),
      dueDays: int(),
      /** [{title, roleIds}] in order; steps for forbidden words have accountIds and classIds. */
      steps: json(),
      /** Index of the current step in `steps`. */
      step: int(),
      state: text<ApprovalState>(),
      applicantId: ref('account', { when: "t.state = 'waiting'" }),
      applicant: text(),
      remark: text(),
      /** Title of the submitted version. */
      title: text(),
      /** Values of the submitted version by field name; published when the last step agrees. */
      fields: json(),
      /** 1: the entry was public in another version, and stays public. */
      wasPublic: flag(),
      createTime: millis(),
      /** 0 while pending. */
      finishTime: millis().default(0),
      /** Who withdrew or refused the application, with the remark; '' while pending. */
      endedBy: text().default(''),
      endRemark: text().default(''),
    },
    indexes: {
      approval_entry: index('contentId id'),
      approval_applicant: index('applicantId id'),
    },
  }),
  /** One step of an application; any member of its roles may decide it. */
  approval_task: table({
    title: '审批任务',
    columns: {
      id: id(),
      approvalId: ref('approval'),
      siteId: int().noReference(HISTORY),
      step: int(),
      /** Title of the workflow node. */
      title: text(),
      /** 0 waiting, 1 decided, 2 withdrawn undecided. */
      state: int().default(0),
      /** 1 agreed, 0 refused; null: undecided. */
      pass: flag().nullable(),
      result: text().default(''),
      approverId: int().noReference(AUTHOR).default(0),
      trueName: text().default(''),
      createTime: millis(),
      /** 0: no due time. */
      dueTime: millis().default(0),
      /** When assignees are reminded; 0: never, or already done. */
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
  /** Roles that may decide a waiting task; task lists are read from this table. */
  approval_task_role: table({
    columns: {
      taskId: ref('approval_task'),
      roleId: ref('role'),
    },
    key: ['roleId', 'taskId'],
  }),
  /** Accounts that may decide a waiting task that is not for roles. */
  approval_task_person: table({
    columns: {
      taskId: ref('approval_task'),
      accountId: ref('account'),
    },
    key: ['accountId', 'taskId'],
  }),
  /** An account that acts for an absent one. */
  stand_in: table({
    columns: {
      id: id(),
      accountId: ref('account'),
      standInId: ref('account'),
      fromTime: millis(),
      /** 0: without an end. */
      toTime: millis().default(0),
    },
    indexes: {
      stand_in_for: index('standInId accountId'),
      stand_in_of: index('accountId'),
    },
  }),
}
