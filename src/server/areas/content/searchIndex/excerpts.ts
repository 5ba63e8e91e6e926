import { type Kysely, sql } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import { extractPlainText } from '#shared/domain/plainText.ts'
import type { Values } from '../store/entries.ts'
import { jsonText } from './filters.ts'
import type { ContentColumn } from '../store/rules.ts'

/** Characters of a text that are read; markup may take up most of them. */
const READ_LENGTH = 4000
/** Rich texts of an entry that are longer together are not read for lists. */
const MAX_BODY_LENGTH = 1_000_000
/** Characters of an excerpt: enough for a cell and its tooltip. */
const EXCERPT_LENGTH = 200

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
/** The start of an HTML text, as HTML without tags. */
function toExcerpt(html: string): string {
  const text = [...extractPlainText(html).text.replace(/\s+/g, ' ').trim()]
  const shown = text.length > EXCERPT_LENGTH ? `${text.slice(0, EXCERPT_LENGTH).join('')}…` : text.join('')
  return shown.replace(/[&<>]/g, (sign) => ENTITIES[sign] ?? sign)
}

/** Excerpts of the rich texts in the column's list, by entry id. Costs nothing in columns without such fields. */
export async function readExcerpts(
  db: Kysely<Database>,
  { fields }: ContentColumn,
  ids: readonly number[],
): Promise<ReadonlyMap<number, Values>> {
  const found = new Map<number, Values>()
  for (const { fieldName, fieldType, isList } of fields) {
    if (!isList || fieldType !== 'Editor') continue
    const rows = await db
      .selectFrom('content_body')
      .select([
        'contentId',
        sql<string>`substr(coalesce(${jsonText(db, sql.ref('bodies'), fieldName)}, ''), 1, ${READ_LENGTH})`.as('html'),
      ])
      .where('contentId', 'in', [...ids, 0])
      .where(sql`length(bodies)`, '<=', MAX_BODY_LENGTH)
      .execute()
    for (const { contentId, html } of rows)
      found.set(contentId, { ...found.get(contentId), [fieldName]: toExcerpt(html) })
  }
  return found
}
