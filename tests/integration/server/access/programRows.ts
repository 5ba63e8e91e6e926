import type { ApiName } from '#shared/contract/registry.ts'
import { DAY_MS, formatDateTime } from '#shared/util/dates.ts'
import { buildToken } from '#tests/builders/apiToken.ts'
import { asker, none, row, type Row } from './row.ts'
import type { Stage } from './world.ts'

const ofSite: Row['input'] = ({ siteId }) => ({ siteId })
/** An API token of the asking account. */
const tokenOf = async (stage: Stage): Promise<number> => buildToken(stage.server.deps.db, (await asker(stage)).id)
const aWebhook = { name: '通知', url: 'https://hook.example.com/', events: ['site.changed'] } as const
const webhookOf = async ({ admin, world: { mark, siteId } }: Stage): Promise<number> =>
  (await admin.ok('webhook.save', { ...aWebhook, events: ['site.changed'], name: mark, siteIds: [siteId] }))?.webhook
    .id ?? 0
/** One that has failed. */
const deliveryOf = async (stage: Stage): Promise<number> => {
  const row = { event: 'site.changed', siteId: stage.world.siteId, body: '{}', state: 'failed', nextTime: 0 } as const
  const webhookId = await webhookOf(stage)
  const insert = stage.server.deps.db.insertInto('webhook_delivery').values({ ...row, webhookId, createTime: 1 })
  return (await insert.returning('id').executeTakeFirstOrThrow()).id
}

/** Calls about other programs: API tokens, webhooks, and what front ends read. */
export const programRows: Partial<Record<ApiName, Row>> = {
  'delivery.settings': row('declared', ofSite),
  'delivery.save': row('declared', ({ siteId }) => ({ siteId, mode: 'token' })),
  'apiToken.page': row('nothing', none),
  'apiToken.create': row('declared', ({ siteId, columnId }) => ({
    name: '同步',
    scopes: ['content.read'],
    siteIds: [siteId],
    columnIds: [columnId],
    expireDate: formatDateTime(Date.now() + DAY_MS),
  })),
  'apiToken.revoke': row('nothing', ({ made }) => ({ id: made }), tokenOf),
  'webhook.page': row('own sites', () => ({ page: 1, size: 1000 }), webhookOf),
  'webhook.save': row('declared', ({ siteId }) => ({ ...aWebhook, siteIds: [siteId] })),
  'webhook.deliveries': row('site', ({ made }) => ({ webhookId: made }), webhookOf),
  'webhook.retry': row('site', ({ made }) => ({ id: made }), deliveryOf),
  'webhook.deleteByIdList': row('site', ({ made }) => [made], webhookOf),
}
