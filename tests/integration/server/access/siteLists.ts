import type { OutgoingKind } from '#server/areas/channel/outgoing/table.ts'
import { buildHeldMessage } from '#tests/builders/channel.ts'
import {
  eachOf,
  either,
  FROM,
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

const scope: List['scope'] = ({ siteId }) => ({ siteId })
const FAR = 8.64e15
const targetRow = (siteId: number, name: string) =>
  ({ siteId, name, kind: 'folder', signIn: 'password', addressForm: 'root', folder: '/www' }) as const
const DEAD = JSON.stringify({
  reason: '',
  source: 'template',
  file: '',
  line: 0,
  entryId: 0,
  columnId: 0,
  entryTitle: '',
  menuType: 0,
  pages: 0,
  places: [],
  canRedirect: false,
})
const SMS = JSON.stringify({ templateCode: '1', signName: '签', params: [], segments: 1, price: 0 })

const messageOf =
  (kind: OutgoingKind) =>
  (stage: Stage, { siteId }: Pick<Place, 'siteId'>, at: Which): Promise<number> => {
    const of = { kind, siteId, title: textOf(stage, at), state: either(at, 'paused', 'done') } as const
    return buildHeldMessage(stage.server.deps.db, { ...of, ...(kind === 'sms' && { extra: SMS }) })
  }
const messages = (kind: OutgoingKind, other: OutgoingKind): List => ({
  scope,
  make: messageOf(kind),
  hide: (stage, place) => messageOf(other)(stage, place, 'first'),
  filters: () => ({ state: eachOf('paused', 'done') }),
})
const recipients = (kind: OutgoingKind): List => ({
  parent: (stage, place) => messageOf(kind)(stage, place, 'first'),
  scope: ({ parent }, { word }) => ({ id: parent, key: word }),
  make: (stage, { parent }, at) =>
    stage.add('outgoing_recipient', {
      outgoingId: parent,
      kind,
      name: textOf(stage, at),
      memberId: 0,
      state: either(at, 'failed', 'sent'),
    }),
  filters: () => ({ state: eachOf('failed', 'sent') }),
  isOldestFirst: true,
})

const templateOf = async (stage: Stage, siteId: number, at: Which, more: object = {}): Promise<number> => {
  const folder = `f${newIds()}`
  const row = { name: textOf(stage, at), folder, folderKey: folder, siteId, sort: 0, deleteTime: null, draftOf: null }
  return stage.add('template', { ...row, ...more })
}
/** One of the site itself and one of another that is bound to it. */
const ownAndBound: List['make'] = async (stage, { siteId }, at) => {
  const id = await templateOf(stage, either(at, siteId, 1), at)
  if (at === 'second') await stage.add('template_site', { templateId: id, siteId })
  return id
}
const hideTemplates: List['hide'] = async (stage, { siteId }) => {
  await templateOf(stage, siteId, 'first', { deleteTime: stage.server.clock.now().getTime() })
  await templateOf(stage, siteId, 'first', { draftOf: newIds() })
}

/** Lists that one or several sites have. */
export const siteLists: Listed[] = [
  [
    'log.page',
    {
      scope,
      make: (stage, { siteId }, at) =>
        stage.add('operation_log', {
          title: textOf(stage, at),
          operation: 'site.save',
          input: '{}',
          siteId,
          accountId: either(at, 1, 2),
          area: either(at, 'site', 'column'),
          code: either(at, 200, 403),
          createTime: TIMES[at],
        }),
      filters: () => ({
        accountId: eachOf(1, 2),
        area: eachOf('site', 'column'),
        result: eachOf('ok', 'refused'),
        postTimeBegin: FROM,
        postTimeEnd: UP_TO,
      }),
    },
  ],
  [
    'publishTarget.page',
    { scope, make: (stage, { siteId }, at) => stage.add('publish_target', targetRow(siteId, textOf(stage, at))) },
  ],
  [
    'publishTarget.deploymentFiles',
    {
      parent: async (stage, { siteId }) => {
        const targetId = await stage.add('publish_target', targetRow(siteId, 'first'))
        return stage.add('deployment', { targetId, siteId, state: 'done', cause: 'manual' })
      },
      scope: ({ parent }) => ({ deploymentId: parent }),
      make: async (stage, { parent }, at) => {
        const path = textOf(stage, at)
        await stage.add('deployment_change', { deploymentId: parent, path, beforeUploads: '[]' })
        return path
      },
      idOf: ({ path }) => path,
      isOldestFirst: true,
    },
  ],
  [
    'publishTarget.deployments',
    {
      parent: (stage, { siteId }) => stage.add('publish_target', targetRow(siteId, 'first')),
      scope: ({ parent }) => ({ targetId: parent }),
      make: (stage, { parent, siteId }, at) =>
        stage.add('deployment', {
          targetId: parent,
          siteId,
          state: 'failed',
          cause: 'manual',
          message: textOf(stage, at),
        }),
    },
  ],
  [
    'redirect.page',
    {
      scope,
      make: (stage, { siteId }, at) =>
        stage.add('site_redirect', {
          siteId,
          source: `/${textOf(stage, at)}`,
          isAuto: either(at, 0, 1),
          isStatus: either(at, 1, 0),
        }),
      filters: () => ({ kind: { first: ['manual'], second: ['auto', 'off'] } }),
    },
  ],
  [
    'deadLink.page',
    {
      scope,
      make: (stage, { siteId }, at) =>
        stage.add('dead_link', { siteId, address: textOf(stage, at), kind: either(at, 'page', 'file'), facts: DEAD }),
      filters: () => ({ kind: eachOf('page', 'file') }),
      isOldestFirst: true,
    },
  ],
  [
    'inbox.page',
    { scope, make: (stage, { siteId }, at) => stage.add('site_inbox', { siteId, title: textOf(stage, at) }) },
  ],
  [
    'wechatConfig.page',
    { scope, make: (stage, { siteId }, at) => stage.add('wechat_config', { siteId, title: textOf(stage, at) }) },
  ],
  [
    'wechatRule.page',
    {
      scope,
      make: (stage, { siteId }, at) => stage.add('wechat_rule', { siteId, title: textOf(stage, at), rules: '{}' }),
    },
  ],
  [
    'wechatLog.page',
    {
      parent: (stage, { siteId }) => stage.add('wechat_rule', { siteId, rules: '{}' }),
      scope: ({ parent }) => ({ ruleId: parent }),
      make: (stage, { parent }, at) =>
        stage.add('wechat_log', {
          ruleId: parent,
          title: textOf(stage, at),
          state: either(at, 'done', 'failed'),
          createTime: TIMES[at],
        }),
      filters: () => ({ state: eachOf('done', 'failed') }),
    },
  ],
  [
    'column.recycled',
    {
      scope,
      make: (stage, { siteId }, at) => stage.add('column_bin', { siteId, title: textOf(stage, at), expireTime: FAR }),
      hide: (stage, { siteId }) => stage.add('column_bin', { siteId, title: textOf(stage, 'first'), expireTime: 1 }),
    },
  ],
  [
    'dictionary.page',
    {
      // Those of all sites stand in each list.
      scope: ({ siteId }, { word }) => ({ siteId, key: word }),
      make: (stage, { siteId }, at) => stage.add('dictionary', { siteId, title: textOf(stage, at), value: '[]' }),
    },
  ],
  [
    'labelCategory.page',
    { scope, make: (stage, { siteId }, at) => stage.add('label_category', { siteId, title: textOf(stage, at) }) },
  ],
  [
    'label.page',
    {
      async parent(stage, { siteId }) {
        const id = await stage.add('label_category', { siteId })
        await stage.add('label_category', { id: id + 1, siteId })
        return id
      },
      scope,
      make: (stage, { siteId, parent }, at) =>
        stage.add('label', { siteId, classId: either(at, parent, parent + 1), title: textOf(stage, at) }),
      filters: ({ parent }) => ({ classId: eachOf(parent, parent + 1) }),
    },
  ],
  [
    'workflow.list',
    { scope, make: (stage, { siteId }, at) => stage.add('workflow', { siteId, title: textOf(stage, at) }) },
  ],
  [
    'workflowNode.page',
    {
      parent: (stage, { siteId }) => stage.add('workflow', { siteId }),
      scope: ({ parent }) => ({ relationId: parent }),
      make: (stage, { parent }, at) =>
        stage.add('workflow_node', {
          workflowId: parent,
          title: textOf(stage, at),
          sort: either(at, 1, 2),
          roles: '[]',
        }),
      without: ['siteId'],
      isOldestFirst: true,
    },
  ],
  [
    'member.page',
    {
      async parent(stage, { siteId }) {
        const id = await stage.add('member_level', { siteId, startValue: 0, endValue: 9 })
        await stage.add('member_level', { id: id + 1, siteId, startValue: 10, endValue: 19 })
        for (const group of [id, id + 1]) await stage.add('member_group', { id: group, siteId })
        return id
      },
      scope,
      async make(stage, { siteId, parent }, at) {
        const [points, levelId] = either(at, [0, parent] as const, [10, parent + 1] as const)
        const memberId = await stage.add('member', { siteId, name: textOf(stage, at), points, levelId })
        await stage.add('member_in_group', { memberId, groupId: either(at, parent, parent + 1) })
        return memberId
      },
      filters: ({ parent }) => ({
        groupId: eachOf(parent, parent + 1),
        levelId: eachOf(parent, parent + 1),
      }),
    },
  ],
  [
    'memberGroup.page',
    { scope, make: (stage, { siteId }, at) => stage.add('member_group', { siteId, name: textOf(stage, at) }) },
  ],
  [
    'memberLevel.page',
    {
      scope,
      make: (stage, { siteId }, at) =>
        stage.add('member_level', { siteId, name: textOf(stage, at), startValue: either(at, 0, 10), endValue: 19 }),
      isOldestFirst: true,
    },
  ],
  [
    'emailChannel.page',
    {
      scope,
      make: (stage, { siteId }, at) =>
        stage.add('email_channel', { siteId, sendName: textOf(stage, at), security: 'ssl' }),
    },
  ],
  ['emailSend.page', messages('email', 'sms')],
  ['emailSend.recipients', recipients('email')],
  [
    'smsChannel.page',
    { scope, make: (stage, { siteId }, at) => stage.add('sms_channel', { siteId, channelName: textOf(stage, at) }) },
  ],
  [
    'smsTemplate.page',
    { scope, make: (stage, { siteId }, at) => stage.add('sms_template', { siteId, templateName: textOf(stage, at) }) },
  ],
  ['smsMarketing.page', messages('sms', 'email')],
  ['smsMarketing.recipients', recipients('sms')],
  [
    'netWorth.page',
    {
      scope,
      async make(stage, { siteId }, at) {
        const productId = await stage.add('net_worth_product', {
          siteId,
          productCode: textOf(stage, at),
          singleLine16: '10135',
        })
        return stage.add('net_worth', { productId, nwTime: either(at, '2026-01-10', '2026-02-10') })
      },
      filters: (_place, stage) => ({ productCode: eachOf(textOf(stage, 'first'), textOf(stage, 'second')) }),
      // The list is searched by its productCode.
      without: ['key'],
    },
  ],
  ['template.list', { scope, make: ownAndBound, hide: hideTemplates }],
  ['templateSite.ofSite', { scope: ({ siteId }) => ({ id: siteId }), make: ownAndBound, hide: hideTemplates }],
  [
    'templateMoment.page',
    {
      parent: (stage, { siteId }) => templateOf(stage, siteId, 'first'),
      scope: ({ parent }) => ({ templateId: parent }),
      make: (stage, { parent }, at) =>
        stage.add('template_moment', { templateId: parent, kind: either(at, 'publish', 'draft') }),
      hide: (stage, { parent }) => stage.add('template_moment', { templateId: parent, kind: 'base' }),
      without: ['key'],
    },
  ],
  [
    'contentImport.list',
    {
      scope,
      make: (stage, { siteId }, _at) => importOf(stage, siteId, 1),
      async hide(stage, { siteId }) {
        await importOf(stage, siteId, 2)
        await importOf(stage, siteId, 1, 1)
      },
    },
  ],
  [
    'contentImport.lines',
    {
      parent: (stage, { siteId }) => importOf(stage, siteId, 1),
      scope: ({ parent }) => ({ id: parent, trial: false }),
      make: (stage, { parent }, at) => lineOf(stage, parent, at, 0),
      hide: (stage, { parent }) => lineOf(stage, parent, 'second', 1),
      filters: () => ({ failedOnly: { second: [true] } }),
      without: ['key'],
      isOldestFirst: true,
      idOf: ({ row }) => row,
    },
  ],
]

function importOf(stage: Stage, siteId: number, accountId: number, createTime = stage.server.clock.now().getTime()) {
  return stage.add('content_import', {
    siteId,
    accountId,
    kind: 'sheet',
    found: '',
    mapping: '',
    jobId: 0,
    createTime,
  })
}
async function lineOf(stage: Stage, importId: number, at: Which, isTrial: 0 | 1): Promise<number> {
  const row = newIds()
  const outcome = either(at, 'created', 'failed')
  await stage.add('content_import_line', { importId, isTrial, seq: row, row, outcome } as object)
  return row
}
