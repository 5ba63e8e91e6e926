import type { CallContext } from '#server/http/context.ts'
import type { MenuField } from '#shared/contract/column.ts'
import { isColumnGranted } from '#shared/domain/columnAccess.ts'
import { MULTI_LEVEL, parseDictionaryMark } from '#shared/domain/relationMark.ts'
import { AppError } from '#shared/errors/index.ts'

/** Kind of a field's dictionary: flat, or multi-level, named by its top entry. */
export type DictionaryKind = 'flat' | 'multi-level'

const toKind = (type: number): DictionaryKind => (type === MULTI_LEVEL ? 'multi-level' : 'flat')
/** Most columns named in a message. */
const MAX_NAMED = 5

interface UseCheck {
  /** The intended action, for the message. */
  action?: string
  /** Ignores columns of this site. */
  ignoredSiteId?: number
}

/** A column with a field that uses a dictionary. */
interface DictionaryUse {
  id: number
  siteId: number
  description: string
}

/**
 * @throws AppError `conflict` when fields use one of the dictionaries; says what to do, and names the columns that
 * the caller may see
 */
export async function requireUnused(
  ctx: CallContext,
  kind: DictionaryKind,
  dictionaries: ReadonlyMap<number, string>,
  { action = '删除', ignoredSiteId }: UseCheck = {},
): Promise<void> {
  const found = await findUses(ctx, kind, ignoredSiteId)
  for (const [id, title] of dictionaries) {
    const uses = found.get(id)
    if (!uses) continue
    const visible = uses.filter((use) => isColumnGranted(ctx.requireSignedIn().authority, use)).slice(0, MAX_NAMED)
    const more = uses.length > visible.length ? `等 ${uses.length} 个栏目` : ''
    throw new AppError(
      'conflict',
      visible.length > 0
        ? `字典“${title}”正被${visible.map(({ description }) => description).join('、')}${more}使用，请先在字段设置中取消字典，再${action}`
        : `字典“${title}”正被 ${uses.length} 个没有查看权限的栏目使用，请联系管理员在字段设置中取消字典，再${action}`,
    )
  }
}

/** Columns by the dictionary that their fields use; each column once. */
async function findUses(
  { db }: CallContext,
  kind: DictionaryKind,
  butSite?: number,
): Promise<ReadonlyMap<number, DictionaryUse[]>> {
  const rows = await db
    .selectFrom('site_column')
    .select(['id', 'siteId', 'title', 'fields'])
    .where('fields', 'like', '%"relationMark":"{%')
    .$if(butSite !== undefined, (query) => query.where('siteId', '!=', butSite ?? 0))
    .orderBy('id')
    .execute()
  const found = new Map<number, DictionaryUse[]>()
  for (const { id, siteId, title, fields } of rows)
    for (const { fieldType, relationMark, fieldAlias, fieldName } of JSON.parse(fields) as MenuField[]) {
      const mark = fieldType === 'SingleLine' ? parseDictionaryMark(relationMark) : null
      if (!mark || toKind(mark.type) !== kind) continue
      const uses = found.get(mark.id) ?? []
      if (uses.some((use) => use.id === id)) continue
      found.set(mark.id, [...uses, { id, siteId, description: `栏目“${title}”的字段“${fieldAlias || fieldName}”` }])
    }
  return found
}
