import type { Kysely } from 'kysely'
import type { Database, RowOf } from '#server/db/schema.ts'
import { engineOf } from '#server/db/dialect.ts'
import { contains } from '#server/db/search.ts'
import type { CallContext } from '#server/http/context.ts'
import { missingRecord, missingRecords } from '#server/http/missingRecords.ts'
import { pageOf, readPage } from '#server/http/paging.ts'
import { requireVersion, saveVersioned } from '#server/http/saveVersioned.ts'
import { grantedSiteIds } from '#server/siteAccess.ts'
import type { CopyFieldPair, CopyRule } from '#shared/contract/crossSiteCopy.ts'
import type { ParsedOf } from '#shared/contract/registry.ts'
import { AppError } from '#shared/errors/index.ts'
import { formatDateTime } from '#shared/util/dates.ts'
import { fieldTitle } from '#shared/domain/contentFields.ts'
import { type LoggedRoute, requireSites } from './log.ts'
import { type CopyOrder, type Route, findRoute } from './route.ts'

export type CopyRuleRow = RowOf<'copy_rule'>

export const toOrder = (
  row: Pick<CopyRuleRow, 'id' | 'title' | 'rules' | 'sourceMenuId' | 'targetMenuId'>,
): CopyOrder => ({
  ruleId: row.id,
  rule: row.title,
  sourceMenuId: row.sourceMenuId,
  targetMenuId: row.targetMenuId,
  pairs: JSON.parse(row.rules) as CopyFieldPair[],
})

/** Finds a rule. AppErrors: `not-found`, `forbidden` for sites that the caller may not use. */
export async function requireRule(ctx: CallContext, id: number): Promise<CopyRuleRow> {
  const row = await ctx.db
    .selectFrom('copy_rule')
    .selectAll()
    .where('id', '=', id)
    .$if(ctx.db.isTransaction && engineOf(ctx.db) === 'postgres', (query) => query.forUpdate())
    .executeTakeFirst()
  if (!row) throw missingRecord('跨站复制规则不存在，可能已被删除，请刷新后重新选择', id)
  requireSites(ctx, [row])
  return row
}

const named = ({ title }: CopyRuleRow): string => `跨站复制规则“${title}”`

/** B·§5: adds a rule, or saves one whose version is unchanged. Field types come from the columns. */
export async function saveRule(ctx: CallContext, form: ParsedOf<'copyRule.save'>): Promise<CopyRuleRow> {
  const { id, title, isRun, rules, sourceSiteId, sourceMenuId, targetSiteId, targetMenuId, version } = form
  const bit = (on: boolean): 0 | 1 => (on ? 1 : 0)
  const before = id === 0 ? null : await requireRule(ctx, id)
  requireVersion(before, version, named)
  // -1 stands for an unsaved rule, because 0 means a copy by hand.
  const order = { ruleId: id || -1, rule: title, sourceMenuId, targetMenuId, pairs: rules }
  const route = await findRoute(ctx.db, order)
  if (route.source.siteId !== sourceSiteId) throw new AppError('invalid', '请选择源站栏目')
  if (route.target.siteId !== targetSiteId) throw new AppError('invalid', '请选择目标站栏目')
  const row = {
    title,
    isRun: bit(isRun),
    rules: JSON.stringify(route.pairs.map(presentPair)),
    sourceSiteId,
    sourceMenuId,
    targetSiteId,
    targetMenuId,
    accountId: ctx.requireSignedIn().accountId,
    followUpdate: bit(form.followUpdate),
    followUnpublish: bit(form.followUnpublish),
    followDelete: bit(form.followDelete),
  } as const
  return saveVersioned(ctx, 'copy_rule', {
    id,
    version,
    row,
    insertOnly: { createTime: ctx.clock.now().getTime() },
    find: requireRule,
    nameOf: named,
  })
}

const presentPair = ({ source, target }: Route['pairs'][number]): CopyFieldPair => ({
  sourceField: source.fieldName,
  sourceAlias: fieldTitle(source),
  sourceType: source.fieldType,
  targetField: target.fieldName,
  targetAlias: fieldTitle(target),
  targetType: target.fieldType,
})

/** Rules between the caller's sites, newest first. */
export async function rulePage(ctx: CallContext, { key, page, size }: ParsedOf<'copyRule.page'>) {
  const sites = grantedSiteIds(ctx.requireSignedIn().authority)
  let found = ctx.db.selectFrom('copy_rule')
  if (sites) found = found.where('sourceSiteId', 'in', [...sites, -1]).where('targetSiteId', 'in', [...sites, -1])
  if (key) found = found.where((eb) => contains([eb.ref('title')], key))
  const { rows, total } = await readPage(found.selectAll().orderBy('id', 'desc'), { page, size })
  return pageOf(await presentRules(ctx, rows), total, size)
}

/** Rules for the response, each with what prevents it from copying. */
export async function presentRules(ctx: CallContext, rows: readonly CopyRuleRow[]): Promise<CopyRule[]> {
  const siteIds = rows.flatMap(({ sourceSiteId, targetSiteId }) => [sourceSiteId, targetSiteId])
  const menuIds = rows.flatMap(({ sourceMenuId, targetMenuId }) => [sourceMenuId, targetMenuId])
  const titles = async (table: 'site' | 'site_column', ids: readonly number[]) => {
    const found = await ctx.db
      .selectFrom(table)
      .select(['id', 'title'])
      .where('id', 'in', [...ids, -1])
      .execute()
    const byId = new Map(found.map(({ id, title }) => [id, title]))
    return (id: number) => ({ id, title: byId.get(id) ?? '（已删除）' })
  }
  const [site, menu] = [await titles('site', siteIds), await titles('site_column', menuIds)]
  const copied = await countCopies(ctx, rows)
  const presented: CopyRule[] = []
  for (const row of rows) {
    const problem = await findProblem(ctx, row)
    presented.push({
      id: row.id,
      title: row.title,
      isRun: row.isRun === 1,
      rules: JSON.parse(row.rules) as CopyFieldPair[],
      sourceSiteInfo: site(row.sourceSiteId),
      sourceMenuInfo: menu(row.sourceMenuId),
      targetSiteInfo: site(row.targetSiteId),
      targetMenuInfo: menu(row.targetMenuId),
      isStatus: problem === '',
      createDate: formatDateTime(row.createTime),
      problem,
      copied: copied.get(row.id) ?? 0,
      followUpdate: row.followUpdate === 1,
      followUnpublish: row.followUnpublish === 1,
      followDelete: row.followDelete === 1,
      version: row.version,
      changedBy: row.updatedBy,
      changedAt: formatDateTime(row.updateTime),
    })
  }
  return presented
}

async function findProblem(ctx: CallContext, row: CopyRuleRow): Promise<string> {
  try {
    await findRoute(ctx.db, toOrder(row))
    return ''
  } catch (error) {
    if (error instanceof AppError) return error.message
    throw error
  }
}

async function countCopies({ db }: CallContext, rows: readonly CopyRuleRow[]): Promise<Map<number, number>> {
  const counted = await db
    .selectFrom('copy_link')
    .select((eb) => ['ruleId', eb.fn.countAll<number>().as('copied')])
    .where('ruleId', 'in', [...rows.map(({ id }) => id), -1])
    .groupBy('ruleId')
    .execute()
  return new Map(counted.map(({ ruleId, copied }) => [ruleId, copied]))
}

/** Removes all rules or none. Copies and log rows stay; the links between entries and copies are deleted. */
export async function removeRules(ctx: CallContext, list: readonly number[]): Promise<void> {
  const ids = [...new Set(list)]
  const rows = await ctx.db
    .selectFrom('copy_rule')
    .select(['id', 'sourceSiteId', 'targetSiteId'])
    .where('id', 'in', ids)
    .execute()
  const gone = ids.filter((id) => !rows.some((row) => row.id === id))
  if (gone.length > 0) throw missingRecords({ kind: '跨站复制规则', ids: gone })
  requireSites(ctx, rows)
  await ctx.db.deleteFrom('copy_rule').where('id', 'in', ids).execute()
}

/** Switches a rule on or off. A rule acts with the rights of the account that switched it on. */
export async function setRuleRun(ctx: CallContext, row: CopyRuleRow, isRun: boolean): Promise<void> {
  await ctx.db
    .updateTable('copy_rule')
    .set({
      isRun: isRun ? 1 : 0,
      version: row.version + 1,
      updatedBy: ctx.requireSignedIn().username,
      updateTime: ctx.clock.now().getTime(),
      ...(isRun && { accountId: ctx.requireSignedIn().accountId }),
    })
    .where('id', '=', row.id)
    .execute()
}

/** Route of a broken rule, for the log. */
export async function describeRoute(db: Kysely<Database>, rule: CopyRuleRow): Promise<LoggedRoute> {
  const titleOf = async (table: 'site' | 'site_column', id: number): Promise<string> =>
    (await db.selectFrom(table).select('title').where('id', '=', id).executeTakeFirst())?.title ?? '（已删除）'
  const { sourceSiteId, sourceMenuId, targetSiteId, targetMenuId } = rule
  return {
    source: { id: sourceMenuId, siteId: sourceSiteId, title: await titleOf('site_column', sourceMenuId) },
    target: { id: targetMenuId, siteId: targetSiteId, title: await titleOf('site_column', targetMenuId) },
    sourceSite: await titleOf('site', sourceSiteId),
    targetSite: await titleOf('site', targetSiteId),
  }
}
