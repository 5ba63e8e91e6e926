import type { CallContext } from '#server/http/context.ts'
import { missingRecords } from '#server/http/missingRecords.ts'
import { saveVersioned } from '#server/http/saveVersioned.ts'
import { requireActiveSites } from '#server/siteAccess.ts'
import { MAX_REDIRECTS } from '#shared/contract/redirect.ts'
import type { ParsedOf } from '#shared/contract/registry.ts'
import { redirectKey, type RedirectRule, RedirectTable } from '#shared/domain/redirects.ts'
import { AppError, fieldError } from '#shared/errors/index.ts'
import { readHosts, requireRedirect, type RedirectRow, readActiveRules } from './rules.ts'

/** Describes the loop that a redirect would form with the others, in Chinese; null: none. */
export function describeLoop(table: RedirectTable, rule: RedirectRule, hosts: readonly string[]): string | null {
  const loop = table.findLoop(rule, hosts)
  return loop && `会形成循环跳转：${loop.slice(0, 6).join(' → ')}${loop.length > 6 ? ' → …' : ''}，请修改新地址`
}

/**
 * Adds a redirect, or updates one whose version is the one the caller has read.
 * @throws AppError with the field for a duplicate old address or a loop
 */
export async function saveRedirect(ctx: CallContext, form: ParsedOf<'redirect.save'>): Promise<RedirectRow> {
  const { id, siteId, version } = form
  await requireActiveSites(ctx, [siteId])
  const before = id === 0 ? null : await requireRedirect(ctx, id)
  if (before && before.siteId !== siteId) throw new AppError('invalid', '跳转不能更换站点，请在目标站点中新增')
  const rule = { source: form.source.trim(), target: form.target.trim() }
  if (form.isStatus) {
    const others = (await readActiveRules(ctx.db, siteId)).filter((each) => each.id !== id)
    if (others.length >= MAX_REDIRECTS)
      throw new AppError('conflict', `一个站点最多 ${MAX_REDIRECTS} 条跳转，请用 /目录/* 合并部分跳转`)
    const problem = describeLoop(new RedirectTable([...others, rule]), rule, await readHosts(ctx.db, siteId))
    if (problem) throw fieldError('invalid', 'target', problem)
  }
  const row = {
    ...rule,
    sourceKey: redirectKey(rule.source),
    note: form.note,
    isStatus: form.isStatus ? 1 : 0,
    // An edited redirect belongs to the person; builds no longer change it.
    isAuto: 0,
  } as const
  return saveVersioned(ctx, 'site_redirect', {
    id,
    version,
    row,
    insertOnly: { siteId, createTime: ctx.clock.now().getTime() },
    find: requireRedirect,
    nameOf: ({ source }) => `跳转“${source}”`,
    duplicateError: () => fieldError('conflict', 'source', `旧地址“${rule.source}”已有跳转，请编辑该跳转或换一个地址`),
  })
}

/** Deletes all redirects or none. @throws AppError `not-found` that lists missing ones; `forbidden` for other sites */
export async function removeRedirects(ctx: CallContext, list: readonly number[]): Promise<void> {
  const ids = [...new Set(list)]
  const rows = await ctx.db.selectFrom('site_redirect').select(['id', 'siteId']).where('id', 'in', ids).execute()
  const missingIds = ids.filter((id) => !rows.some((row) => row.id === id))
  if (missingIds.length > 0) throw missingRecords({ kind: '跳转', ids: missingIds })
  for (const { siteId } of rows) ctx.requireSite(siteId)
  await ctx.db.deleteFrom('site_redirect').where('id', 'in', ids).execute()
}
