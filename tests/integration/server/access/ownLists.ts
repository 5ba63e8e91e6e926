import { buildAccount } from '#tests/builders/account.ts'
import { buildSite } from '#tests/builders/site.ts'
import { DAY_MS } from '#shared/util/dates.ts'
import type { MailType } from '#shared/contract/siteMail.ts'
import {
  eachOf,
  either,
  FROM,
  type Id,
  type List,
  type Listed,
  newIds,
  type Place,
  type Stage,
  textOf,
  TIMES,
  UP_TO,
  type Which,
} from './listed.ts'

const now = ({ server }: Stage): number => server.clock.now().getTime()

const siteOf = (stage: Stage, at: Which, deleteTime: number | null): Promise<number> => {
  const symbol = `s${newIds()}`
  return buildSite(stage.server.deps.db, { title: textOf(stage, at), symbol: `${symbol}#1`, sort: 0, deleteTime })
}
const mailOf = (stage: Stage, senderId: number, at: Which, more: { type?: MailType; isDraft?: 0 | 1 } = {}) =>
  stage.add('site_mail', {
    senderId,
    title: textOf(stage, at),
    type: 'mail',
    isDraft: 0,
    draftRecipients: '[]',
    createTime: TIMES[at],
    ...more,
  })
const gotOf = async (
  stage: Stage,
  accountId: number,
  at: Which,
  more: { type?: MailType; recallTime?: number } = {},
) => {
  const { type = 'mail', recallTime = 0 } = more
  const mailId = await mailOf(stage, 2, at, { type })
  await stage.add('site_mail_recipient', { mailId, accountId, type, readTime: either(at, 0, 1), recallTime })
  return mailId
}
/** Two groups and two departments with the same two numbers. */
const groupsOf = async (stage: Stage): Promise<number> => {
  const id = newIds()
  for (const each of [id, id + 1]) {
    await stage.add('role', { id: each, parentId: 1 })
    await stage.add('department', { id: each, parentId: 0 })
  }
  return id
}
const accountOf = (stage: Stage, roleId: number, at: Which, more: { departmentId?: number; isStatus?: 0 | 1 } = {}) =>
  buildAccount(stage.server.deps.db, { roleId, username: `${textOf(stage, at)}-${newIds()}`, ...more })
const columnOf = (stage: Stage, { siteId }: Place): Promise<number> => stage.add('site_column', { siteId })
const applicationOf = (stage: Stage, place: Place, at: Which) =>
  stage.add('approval', {
    siteId: place.siteId,
    classId: place.parent,
    applicantId: place.accountId,
    title: textOf(stage, at),
    state: either(at, 'waiting', 'agreed'),
    steps: '[]',
    step: 0,
    fields: '{}',
  })
const taskOf = async (stage: Stage, place: Place, at: Which, more: object = {}): Promise<Id> => {
  const of = { approvalId: await applicationOf(stage, place, at), siteId: place.siteId, step: 0, state: 0 }
  return stage.add('approval_task', { ...of, pass: null, finishTime: 0, ...more })
}
const taskId: List['idOf'] = (row) => row.taskId
const logOf = (stage: Stage, at: Which) => stage.add('copy_log', { title: textOf(stage, at), status: either(at, 1, 0) })
const JSONS = { scopes: '[]', siteIds: '[]', columnIds: '[]', addresses: '[]' }
const hookOf = (stage: Stage, at: Which) =>
  stage.add('webhook', { name: textOf(stage, at), events: '[]', siteIds: '[]', isOn: 1 })
const fileOf = (stage: Stage, at: Which, more: { isRegistered?: 0 | 1; expireTime?: number } = {}) =>
  stage.add('attachment', {
    oldName: textOf(stage, at),
    kind: either(at, 'image', 'video'),
    accessPath: `/files/${newIds()}`,
    imageWidth: 0,
    isRegistered: 1,
    expireTime: null,
    createTime: TIMES[at],
    ...more,
  })
const templateOf = (stage: Stage, at: Which, deleteTime: number | null) => {
  const folder = `f${newIds()}`
  return stage.add('template', {
    name: textOf(stage, at),
    folder,
    folderKey: folder,
    sort: 0,
    draftOf: null,
    deleteTime,
  })
}

/** Lists of the asking account, and of the installation. */
export const ownLists: Listed[] = [
  [
    'site.page',
    {
      make: (stage, _place, at) => siteOf(stage, at, null),
      hide: (stage) => siteOf(stage, 'first', now(stage)),
      isOldestFirst: true,
    },
  ],
  [
    'site.recycled',
    {
      make: (stage, _place, at) => siteOf(stage, at, now(stage) - either(at, 2, 1)),
      async hide(stage) {
        await siteOf(stage, 'first', null)
        await siteOf(stage, 'first', now(stage) - 31 * DAY_MS)
      },
    },
  ],
  [
    'template.recycled',
    {
      make: (stage, _place, at) => templateOf(stage, at, now(stage) - either(at, 2, 1)),
      async hide(stage) {
        await templateOf(stage, 'first', null)
        await templateOf(stage, 'first', now(stage) - 31 * DAY_MS)
      },
    },
  ],
  [
    'templateSite.page',
    {
      make: (stage, _place, at) => templateOf(stage, at, null),
      hide: (stage) => templateOf(stage, 'first', now(stage)),
    },
  ],
  [
    'attachment.page',
    {
      make: (stage, _place, at) => fileOf(stage, at),
      async hide(stage) {
        await fileOf(stage, 'first', { isRegistered: 0 })
        await fileOf(stage, 'first', { expireTime: 8.64e15 })
      },
      filters: () => ({ materialType: eachOf('image', 'video'), startTime: FROM, endTime: UP_TO }),
    },
  ],
  [
    'notice.page',
    {
      isOwn: true,
      make: (stage, { accountId }, at) =>
        stage.add('notice', {
          accountId,
          kind: 'rejected',
          place: 'entry',
          title: textOf(stage, at),
          siteId: 0,
          classId: 0,
          contentId: 0,
          readTime: either(at, 0, 1),
        }),
      filters: () => ({ unreadOnly: { first: [true] } }),
    },
  ],
  [
    'siteMail.inbox',
    {
      isOwn: true,
      make: (stage, { accountId }, at) => gotOf(stage, accountId, at),
      async hide(stage, { accountId }) {
        await gotOf(stage, accountId, 'first', { type: 'document' })
        await gotOf(stage, accountId, 'first', { recallTime: 1 })
      },
      filters: () => ({ isRead: eachOf(0, 1) }),
      without: ['type'],
    },
  ],
  [
    'siteMail.sent',
    {
      isOwn: true,
      make: (stage, { accountId }, at) => mailOf(stage, accountId, at),
      async hide(stage, { accountId }) {
        await mailOf(stage, accountId, 'first', { type: 'document' })
        await mailOf(stage, accountId, 'first', { isDraft: 1 })
      },
      without: ['type'],
    },
  ],
  [
    'siteMail.drafts',
    {
      isOwn: true,
      make: (stage, { accountId }, at) => mailOf(stage, accountId, at, { isDraft: 1 }),
      async hide(stage, { accountId }) {
        await mailOf(stage, accountId, 'first', { isDraft: 1, type: 'document' })
        await mailOf(stage, accountId, 'first')
      },
      without: ['type'],
    },
  ],
  [
    'siteMail.receipts',
    {
      parent: (stage) => mailOf(stage, 1, 'first'),
      scope: ({ parent }) => ({ id: parent }),
      async make(stage, { parent }, at) {
        const userName = textOf(stage, at)
        const row = { mailId: parent, accountId: newIds(), type: 'mail', userName, recallTime: 0 } as const
        await stage.add('site_mail_recipient', { ...row, readTime: either(at, 1, 0) })
        return userName
      },
      filters: () => ({ state: eachOf('read', 'unread') }),
      without: ['key'],
      isOldestFirst: true,
      idOf: (row) => row.userName,
    },
  ],
  [
    'approval.taskList',
    {
      parent: columnOf,
      scope: ({ siteId }) => ({ siteId, seeAll: true }),
      make: taskOf,
      async hide(stage, place) {
        await taskOf(stage, place, 'first', { state: 1, finishTime: 1 })
      },
      without: ['state', 'seeAll'],
      idOf: taskId,
    },
  ],
  [
    'approval.taskList',
    {
      isOwn: true,
      parent: columnOf,
      scope: ({ siteId }) => ({ siteId, state: 1 }),
      make: (stage, place, at) =>
        taskOf(stage, place, at, { state: 1, approverId: place.accountId, finishTime: TIMES[at] }),
      async hide(stage, place) {
        await taskOf(stage, place, 'first', { state: 1, approverId: 2, finishTime: 1 })
        await taskOf(stage, place, 'first', { state: 1, approverId: 0, finishTime: 1 })
        await taskOf(stage, place, 'first', { approverId: place.accountId })
      },
      without: ['state', 'seeAll'],
      idOf: taskId,
    },
  ],
  [
    'approval.mine',
    {
      isOwn: true,
      parent: columnOf,
      make: applicationOf,
      filters: () => ({ state: eachOf('waiting', 'agreed') }),
      idOf: (row) => row.instanceId,
    },
  ],
  ['copyRule.page', { make: (stage, _place, at) => stage.add('copy_rule', { title: textOf(stage, at), rules: '[]' }) }],
  ['copyLog.page', { make: (stage, _place, at) => logOf(stage, at), filters: () => ({ status: eachOf(1, 0) }) }],
  [
    'role.page',
    {
      parent: (stage) => stage.add('role', { parentId: 1 }),
      scope: ({ parent }) => ({ parentId: parent }),
      make: (stage, { parent }, at) => stage.add('role', { parentId: parent, title: textOf(stage, at) }),
      isOldestFirst: true,
    },
  ],
  [
    'role.accounts',
    {
      parent: (stage) => stage.add('role', { parentId: 1 }),
      scope: ({ parent }) => ({ id: parent }),
      make: (stage, { parent }, at) => accountOf(stage, parent, at),
      isOldestFirst: true,
    },
  ],
  [
    'account.page',
    {
      parent: groupsOf,
      make: (stage, { parent }, at) =>
        accountOf(stage, either(at, parent, parent + 1), at, { departmentId: either(at, parent, parent + 1) }),
      filters: ({ parent }) => ({ roleId: eachOf(parent, parent + 1), departmentId: eachOf(parent, parent + 1) }),
    },
  ],
  [
    'account.pageUser',
    {
      parent: groupsOf,
      make: (stage, { parent }, at) => accountOf(stage, either(at, parent, parent + 1), at),
      hide: (stage, { parent }) => accountOf(stage, parent, 'first', { isStatus: 0 }),
      filters: ({ parent }) => ({ groupId: eachOf(parent, parent + 1) }),
      without: ['colleagues'],
      isOldestFirst: true,
    },
  ],
  [
    'department.page',
    {
      make: (stage, _place, at) => stage.add('department', { title: textOf(stage, at), parentId: 0 }),
      isOldestFirst: true,
    },
  ],
  [
    'security.signInLog',
    {
      make: (stage, _place, at) =>
        stage.add('sign_in_log', {
          username: textOf(stage, at),
          way: 'password',
          code: either(at, 200, 401),
          createTime: TIMES[at],
        }),
      filters: () => ({ result: eachOf('ok', 'refused'), from: FROM, to: UP_TO }),
    },
  ],
  [
    'apiToken.page',
    { make: (stage, _place, at) => stage.add('api_token', { accountId: 1, name: textOf(stage, at), ...JSONS }) },
  ],
  ['webhook.page', { make: (stage, _place, at) => hookOf(stage, at) }],
  [
    'webhook.deliveries',
    {
      parent: (stage) => hookOf(stage, 'first'),
      scope: ({ parent }) => ({ webhookId: parent }),
      make: (stage, { parent }, at) =>
        stage.add('webhook_delivery', {
          webhookId: parent,
          event: 'site.changed',
          reason: textOf(stage, at),
          body: '{}',
          state: 'failed',
        }),
    },
  ],
  [
    'sensitive.page',
    {
      make: (stage, _place, at) =>
        stage.add('sensitive_word', { sensitiveWord: textOf(stage, at), folded: textOf(stage, at) }),
    },
  ],
  [
    'job.list',
    {
      isOwn: true,
      make: (stage, { accountId }, _at) => jobOf(stage, accountId, 'running'),
      hide: (stage, { accountId }) => jobOf(stage, accountId, 'done'),
    },
  ],
]

function jobOf(stage: Stage, accountId: number, state: 'running' | 'done'): Promise<number> {
  return stage.add('job', {
    accountId,
    kind: 'statics.clean',
    state,
    siteId: 0,
    resultId: 0,
    leaseUntil: 8.64e15,
    input: '{}',
  })
}
