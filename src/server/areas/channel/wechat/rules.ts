import type { RowOf } from '#server/db/schema.ts'
import { requireContentColumn, type ContentColumn, requireAction } from '#server/areas/content/entry/index.ts'
import { contains } from '#server/db/search.ts'
import type { CallContext } from '#server/http/context.ts'
import { missingRecord, missingRecords } from '#server/http/missingRecords.ts'
import { pageOf, readPage } from '#server/http/paging.ts'
import type { Routes } from '#server/http/routes.ts'
import { requireVersion, saveVersioned } from '#server/http/saveVersioned.ts'
import { requireActiveSites, selectListedSites } from '#server/siteAccess.ts'
import { queueJob } from '#server/jobs/queue.ts'
import type { ParsedOf } from '#shared/contract/registry.ts'
import { ONLY_LIST_COLUMNS } from '#shared/contract/crossSiteCopy.ts'
import { parseWechatMapping, PUSH, type WechatRule } from '#shared/contract/wechat.ts'
import { COLUMN_TYPE } from '#shared/domain/columnType.ts'
import { AppError, fieldError } from '#shared/errors/index.ts'
import { formatDateTime } from '#shared/util/dates.ts'

export type WechatRuleRow = RowOf<'wechat_rule'>

async function requireRule(ctx: CallContext, id: number): Promise<WechatRuleRow> {
  const row = await ctx.db.selectFrom('wechat_rule').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) throw missingRecord('公众号规则不存在，可能已被删除，请刷新后重新选择', id)
  ctx.requireSite(row.siteId)
  return row
}

const formatName = ({ title }: WechatRuleRow): string => `公众号规则“${title}”`

/** @throws AppError unless the caller may read the column (push) or add to it (pull) */
async function requireRuleColumn(
  ctx: CallContext,
  { classId, siteId, ruleType }: Pick<WechatRuleRow, 'classId' | 'siteId' | 'ruleType'>,
): Promise<ContentColumn> {
  const column = await requireContentColumn(ctx, classId, siteId)
  requireAction(ctx, column, ruleType === PUSH ? 'read' : 'add')
  return column
}

async function saveRule(ctx: CallContext, form: ParsedOf<'wechatRule.save'>): Promise<WechatRuleRow> {
  const { id, version, isRun, rules, ...fields } = form
  await requireActiveSites(ctx, [form.siteId])
  const before = id === 0 ? null : await requireRule(ctx, id)
  requireVersion(before, version, formatName)
  const column = await requireRuleColumn(ctx, form)
  if (column.row.menuType !== COLUMN_TYPE.list) throw fieldError('invalid', 'classId', ONLY_LIST_COLUMNS)
  const mapping = parseWechatMapping(rules)
  for (const name of Object.values(mapping))
    if (name !== '' && !column.fields.some(({ fieldName }) => fieldName === name))
      throw fieldError('invalid', 'rules', `栏目“${column.title}”没有字段“${name}”，请重新选择字段`)
  if (form.configId > 0) {
    const config = await ctx.db
      .selectFrom('wechat_config')
      .select('id')
      .where('id', '=', form.configId)
      .where('siteId', '=', form.siteId)
      .executeTakeFirst()
    if (!config) throw fieldError('invalid', 'configId', '公众号不存在或不属于该站点，请重新选择公众号')
  }
  return saveVersioned(ctx, 'wechat_rule', {
    id,
    version,
    row: {
      ...fields,
      isRun: isRun ? 1 : 0,
      rules: JSON.stringify(mapping),
      accountId: ctx.requireSignedIn().accountId,
    },
    insertOnly: { createTime: ctx.clock.now().getTime() },
    find: requireRule,
    nameOf: formatName,
  })
}

async function present(ctx: CallContext, rows: readonly WechatRuleRow[]): Promise<WechatRule[]> {
  const readTitles = async (table: 'site' | 'site_column' | 'wechat_config', ids: readonly number[]) => {
    const found = await ctx.db
      .selectFrom(table)
      .select(['id', 'title'])
      .where('id', 'in', [...ids, -1])
      .execute()
    const byId = new Map(found.map(({ id, title }) => [id, title]))
    return (id: number) => (id === 0 ? '' : (byId.get(id) ?? '（已删除）'))
  }
  const site = await readTitles(
    'site',
    rows.map(({ siteId }) => siteId),
  )
  const menu = await readTitles(
    'site_column',
    rows.map(({ classId }) => classId),
  )
  const config = await readTitles(
    'wechat_config',
    rows.map(({ configId }) => configId),
  )
  const countRows = await ctx.db
    .selectFrom('wechat_log')
    .select((eb) => ['ruleId', 'state', eb.fn.countAll<number>().as('items')])
    .where('ruleId', 'in', [...rows.map(({ id }) => id), -1])
    .groupBy(['ruleId', 'state'])
    .execute()
  const count = (id: number, isDone: boolean): number =>
    countRows
      .filter(({ ruleId, state }) => ruleId === id && (state === 'done') === isDone)
      .reduce((sum, { items }) => sum + items, 0)
  return rows.map(({ accountId: _maker, updatedBy, updateTime, createTime, isRun, ...row }) => ({
    ...row,
    isRun: isRun === 1,
    siteTitle: site(row.siteId),
    menuTitle: menu(row.classId),
    configTitle: config(row.configId),
    done: count(row.id, true),
    failed: count(row.id, false),
    createDate: formatDateTime(createTime),
    changedBy: updatedBy,
    changedAt: formatDateTime(updateTime),
  }))
}

async function presentOne(ctx: CallContext, row: WechatRuleRow): Promise<WechatRule> {
  const [presented] = await present(ctx, [row])
  if (!presented) throw new Error('a rule was not presented')
  return presented
}

export const ruleRoutes: Routes<'wechatRule'> & Routes<'wechatLog'> = {
  'wechatRule.findById': async (ctx, { id }) => presentOne(ctx, await requireRule(ctx, id)),
  'wechatRule.page': async (ctx, { siteId, key, ...paging }) => {
    let found = ctx.db.selectFrom('wechat_rule').where('siteId', 'in', selectListedSites(ctx, siteId))
    if (key) found = found.where((eb) => contains([eb.ref('title')], key))
    const { rows, total } = await readPage(found.selectAll().orderBy('id', 'desc'), paging)
    return pageOf(await present(ctx, rows), total, paging.size)
  },
  'wechatRule.save': async (ctx, form) => presentOne(ctx, await saveRule(ctx, form)),
  'wechatRule.deleteByIdList': async (ctx, list) => {
    const ids = [...new Set(list)]
    const rows = await ctx.db.selectFrom('wechat_rule').select(['id', 'siteId']).where('id', 'in', ids).execute()
    for (const { siteId } of rows) ctx.requireSite(siteId)
    const missingIds = ids.filter((id) => !rows.some((row) => row.id === id))
    if (missingIds.length > 0) throw missingRecords({ kind: '公众号规则', ids: missingIds })
    await ctx.db.deleteFrom('wechat_rule').where('id', 'in', ids).execute()
    return null
  },
  'wechatRule.updateRun': async (ctx, { id, isRun }) => {
    const row = await requireRule(ctx, id)
    if (isRun) await requireRuleColumn(ctx, row)
    const { accountId, username } = ctx.requireSignedIn()
    await ctx.db
      .updateTable('wechat_rule')
      .set({
        isRun: isRun ? 1 : 0,
        version: row.version + 1,
        updatedBy: username,
        updateTime: ctx.clock.now().getTime(),
        // Automatic runs use the rights of the account that enabled the rule.
        ...(isRun && { accountId }),
      })
      .where('id', '=', id)
      .execute()
    return null
  },
  'wechatRule.run': async (ctx, { id }) => {
    const row = await requireRule(ctx, id)
    await requireRuleColumn(ctx, row)
    const title = `${row.ruleType === PUSH ? '推送到' : '拉取'}公众号“${row.title}”`
    return queueJob(ctx, { kind: 'wechat.run', title, siteId: row.siteId, input: { ruleId: id } })
  },
  'wechatLog.page': async (ctx, { ruleId, state, key, ...paging }) => {
    await requireRule(ctx, ruleId)
    let found = ctx.db.selectFrom('wechat_log').where('ruleId', '=', ruleId)
    if (state) found = found.where('state', '=', state)
    if (key) found = found.where((eb) => contains([eb.ref('title')], key))
    const { rows, total } = await readPage(
      found.selectAll().orderBy('createTime', 'desc').orderBy('id', 'desc'),
      paging,
    )
    return pageOf(
      rows.map(({ id, title, state: logState, reason, contentId, createTime }) => ({
        id,
        title,
        state: logState,
        reason,
        contentId,
        createDate: formatDateTime(createTime),
      })),
      total,
      paging.size,
    )
  },
  'wechatLog.retry': async (ctx, { id }) => {
    const row = await ctx.db.selectFrom('wechat_log').selectAll().where('id', '=', id).executeTakeFirst()
    if (!row) throw missingRecord('日志不存在，可能已被删除，请刷新后重试', id)
    await requireRule(ctx, row.ruleId)
    if (row.state !== 'doubtful')
      throw new AppError('conflict', '只有结果不明的文章需要确认，失败的文章在下次执行时重试')
    await ctx.db.updateTable('wechat_log').set({ state: 'failed' }).where('id', '=', id).execute()
    return null
  },
}
