import type { CallContext } from '#server/http/context.ts'
import type { ParsedOf } from '#shared/contract/registry.ts'
import { AppError } from '#shared/errors/index.ts'
import { saveVersioned } from '#server/http/saveVersioned.ts'
import { requireActiveSites } from '#server/siteAccess.ts'
import type { DictionaryRow } from './present.ts'
import { requireDictionary, requireEditor } from './rules.ts'
import { requireUnused } from './uses.ts'

type Form = ParsedOf<'dictionary.save'>

const toRow = ({ title, siteId, value }: Form) => ({ title, siteId, value: JSON.stringify(value) })

/** Column values of a new dictionary. */
export function toNewRow(ctx: CallContext, form: Form) {
  const now = ctx.clock.now().getTime()
  return { ...toRow(form), updatedBy: ctx.requireSignedIn().username, updateTime: now, createTime: now }
}

/** Adds a dictionary, or saves one whose version is unchanged. */
export async function saveDictionary(ctx: CallContext, form: Form): Promise<DictionaryRow> {
  const { id, version, siteId } = form
  requireEditor(ctx, siteId)
  if (siteId !== 0) await requireActiveSites(ctx, [siteId])
  const before = id === 0 ? null : await requireDictionary(ctx, id)
  if (before) requireEditor(ctx, before.siteId)
  // Fields of other sites that use the dictionary would lose their options.
  if (before && siteId !== 0 && siteId !== before.siteId)
    await requireUnused(ctx, 'flat', new Map([[id, before.title]]), { action: '更换站点', ignoredSiteId: siteId })
  return saveVersioned(ctx, 'dictionary', {
    id,
    version,
    row: toRow(form),
    insertOnly: { createTime: ctx.clock.now().getTime() },
    find: requireDictionary,
    nameOf: ({ title }) => `字典“${title}”`,
  })
}

/**
 * Deletes dictionaries, all or none.
 * @throws AppError `not-found` that names missing ones, `conflict` that names what uses one
 */
export async function removeDictionaries(ctx: CallContext, list: readonly number[]): Promise<void> {
  const ids = [...new Set(list)]
  const rows = await ctx.db
    .deleteFrom('dictionary')
    .where('id', 'in', ids)
    .returning(['id', 'title', 'siteId'])
    .execute()
  const titles = new Map(rows.map((row) => [row.id, row.title]))
  const gone = ids.filter((id) => !titles.has(id))
  if (gone.length > 0) throw new AppError('not-found', `编号为 ${gone.join('、')} 的字典不存在，请刷新后重新选择`)
  for (const { siteId } of rows) requireEditor(ctx, siteId)
  await requireUnused(ctx, 'flat', titles)
}
