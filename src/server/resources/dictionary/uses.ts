import type { Kysely } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import type { MenuField } from '#shared/contract/column.ts'
import { MULTI_LEVEL, readDictionaryMark } from '#shared/domain/relationMark.ts'
import { AppError } from '#shared/errors/index.ts'

/** What a field's mark names: a flat dictionary, or a multi-level one by its top entry. */
export type DictionaryKind = 'flat' | 'multi-level'

const kindOf = (type: number): DictionaryKind => (type === MULTI_LEVEL ? 'multi-level' : 'flat')
/** Names at most so many columns. */
const NAMED = 5

interface Wanted {
  /** What is about to be done with the dictionary. */
  doing?: string
  /** Columns of this site don't count. */
  butSite?: number
}

/** AppError `conflict` when fields of columns use one of the dictionaries: says which, and what to do. */
export async function requireUnused(
  db: Kysely<Database>,
  kind: DictionaryKind,
  dictionaries: ReadonlyMap<number, string>,
  { doing = '删除', butSite }: Wanted = {},
): Promise<void> {
  const rows = await db
    .selectFrom('site_column')
    .select(['title', 'fields'])
    .where('fields', 'like', '%"relationMark":"{%')
    .$if(butSite !== undefined, (query) => query.where('siteId', '!=', butSite ?? 0))
    .orderBy('id')
    .execute()
  for (const [id, title] of dictionaries) {
    const uses = rows.flatMap((row) => {
      const found = fieldsOf(row.fields).find(({ fieldType, relationMark }) => {
        const mark = fieldType === 'SingleLine' ? readDictionaryMark(relationMark) : null
        return mark?.id === id && kindOf(mark.type) === kind
      })
      return found ? [`栏目“${row.title}”的字段“${found.fieldAlias || found.fieldName}”`] : []
    })
    if (uses.length === 0) continue
    const named = uses.slice(0, NAMED).join('、')
    const more = uses.length > NAMED ? `等 ${uses.length} 个栏目` : ''
    throw new AppError('conflict', `字典“${title}”正被${named}${more}使用，请先在字段设置中取消字典，再${doing}`)
  }
}

const fieldsOf = (json: string): MenuField[] => JSON.parse(json) as MenuField[]
