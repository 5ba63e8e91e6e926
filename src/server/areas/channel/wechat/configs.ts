import { contains } from '#server/db/search.ts'
import type { CallContext } from '#server/http/context.ts'
import { missingRecord, missingRecords } from '#server/http/missingRecords.ts'
import { pageOf, readPage } from '#server/http/paging.ts'
import { PreparedHandler, type Routes } from '#server/http/routes.ts'
import { requireVersion, saveVersioned } from '#server/http/saveVersioned.ts'
import { requireActiveSites, selectListedSites } from '#server/siteAccess.ts'
import { readSealingKeys } from '#server/secrets/keys.ts'
import { sealSecret } from '#server/secrets/sealing.ts'
import type { ParsedOf } from '#shared/contract/registry.ts'
import type { WechatConfig } from '#shared/contract/wechat.ts'
import { AppError, fieldError } from '#shared/errors/index.ts'
import { formatDateTime } from '#shared/util/dates.ts'
import type { WechatConfigRow } from './api.ts'

const present = ({
  id,
  siteId,
  title,
  appId,
  appSecret,
  version,
  updatedBy,
  updateTime,
}: WechatConfigRow): WechatConfig => ({
  id,
  siteId,
  title,
  appId,
  hasSecret: appSecret !== '',
  version,
  changedBy: updatedBy,
  changedAt: formatDateTime(updateTime),
})

async function requireConfig(ctx: CallContext, id: number): Promise<WechatConfigRow> {
  const row = await ctx.db.selectFrom('wechat_config').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw missingRecord('公众号不存在，可能已被删除，请刷新后重新选择', id)
  ctx.requireSite(row.siteId)
  return row
}

const formatName = ({ title }: WechatConfigRow): string => `公众号“${title}”`

/** A stored secret belongs to its appId; a changed appId requires a new secret. */
async function saveConfig(ctx: CallContext, form: ParsedOf<'wechatConfig.save'>): Promise<WechatConfigRow> {
  const { id, siteId, title, appId, appSecret, version } = form
  await requireActiveSites(ctx, [siteId])
  const before = id === 0 ? null : await requireConfig(ctx, id)
  if (before && before.siteId !== siteId)
    throw new AppError('invalid', `公众号“${before.title}”不能更换站点，请在目标站点中新增`)
  requireVersion(before, version, formatName)
  if (before && appSecret === '' && before.appId !== appId)
    throw fieldError('invalid', 'appSecret', '更换了appId，请重新填写appSecret')
  const saved = await saveVersioned(ctx, 'wechat_config', {
    id,
    version,
    row: { title, appId },
    insertOnly: { siteId, appSecret: '', token: '' },
    find: requireConfig,
    nameOf: formatName,
  })
  if (appSecret === '') return saved
  const secret = await sealSecret({ ...ctx.deps, db: ctx.db }, { use: 'WeChat account', owner: saved.id }, appSecret)
  const secretColumns = { appSecret: secret, token: '', tokenEnds: 0 } as const
  await ctx.db.updateTable('wechat_config').set(secretColumns).where('id', '=', saved.id).execute()
  return { ...saved, ...secretColumns }
}

/** Loads the server's keys before the transaction: inside it, reading them could deadlock on the embedded database. */
const save = new PreparedHandler<'wechatConfig.save'>(async ({ deps }, form) => {
  await readSealingKeys(deps)
  return async (tx) => present(await saveConfig(tx, form))
})

export const configRoutes: Routes<'wechatConfig'> = {
  'wechatConfig.findById': async (ctx, { id }) => present(await requireConfig(ctx, id)),
  'wechatConfig.page': async (ctx, { siteId, key, ...paging }) => {
    let found = ctx.db.selectFrom('wechat_config').where('siteId', 'in', selectListedSites(ctx, siteId))
    if (key) found = found.where((eb) => contains([eb.ref('title'), eb.ref('appId')], key))
    const { rows, total } = await readPage(found.selectAll().orderBy('id', 'desc'), paging)
    return pageOf(rows.map(present), total, paging.size)
  },
  'wechatConfig.save': save,
  'wechatConfig.deleteByIdList': async (ctx, list) => {
    const ids = [...new Set(list)]
    const rows = await ctx.db.selectFrom('wechat_config').selectAll().where('id', 'in', ids).execute()
    for (const { siteId } of rows) ctx.requireSite(siteId)
    const missingIds = ids.filter((id) => !rows.some((row) => row.id === id))
    if (missingIds.length > 0) throw missingRecords({ kind: '公众号', ids: missingIds })
    const rule = await ctx.db.selectFrom('wechat_rule').selectAll().where('configId', 'in', ids).executeTakeFirst()
    if (rule)
      throw new AppError('conflict', `公众号正在被规则“${rule.title}”使用，请先修改或删除这条规则，再删除公众号`)
    await ctx.db.deleteFrom('wechat_config').where('id', 'in', ids).execute()
    return null
  },
}
