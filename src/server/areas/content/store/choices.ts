import type { Kysely } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import type { MenuField } from '#shared/contract/column.ts'
import { dictionaryOf } from '#shared/domain/contentFields.ts'
import { MULTI_LEVEL } from '#shared/domain/relationMark.ts'

/**
 * Choices of a field's dictionary; undefined when the field has none or its dictionary is missing: then nothing is
 * checked.
 */
export async function readChoices(db: Kysely<Database>, field: MenuField): Promise<ReadonlySet<string> | undefined> {
  const mark = dictionaryOf(field)
  if (!mark) return undefined
  if (mark.type !== MULTI_LEVEL) {
    const row = await db.selectFrom('dictionary').select('value').where('id', '=', mark.id).executeTakeFirst()
    return row && new Set(JSON.parse(row.value) as string[])
  }
  const below = await db
    .withRecursive('below(id, title)', (query) =>
      query
        .selectFrom('classify')
        .select(['id', 'title'])
        .where('parentId', '=', mark.id)
        .union(
          query
            .selectFrom('classify')
            .innerJoin('below', 'below.id', 'classify.parentId')
            .select(['classify.id', 'classify.title']),
        ),
    )
    .selectFrom('below')
    .select('id')
    .execute()
  return below.length === 0 ? undefined : new Set(below.map(({ id }) => String(id)))
}
