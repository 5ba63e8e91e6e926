import { type Kysely, sql } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import { plainTextOf } from '#shared/domain/plainText.ts'
import type { Values } from '../store/entries.ts'
import { member } from './filters.ts'
import type { ContentColumn } from '../store/rules.ts'

/** Characters of a text that are read; markup may take up most of them. */
const READ = 4000
/** Rich texts of an entry that are longer together are not read for lists. */
const LARGEST = 1_000_000
/** Characters of an excerpt: enough for a cell and its tooltip. */
const SHOWN = 200

const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
/** The start of an HTML text, as HTML without tags. */
function beginning(html: string): string {
  const text = [...plainTextOf(html).text.replace(/\s+/g, ' ').trim()]
  const shown = text.length > SHOWN ? `${text.slice(0, SHOWN).join('')}…` : text.join('')
  return shown.replace(/[&<>]/g, (sign) => SIGNS[sign] ?? sign)
}

/** Excerpts of the rich texts in the column's list, by entry id. Costs nothing in columns without such fields. */
export async function beginningsOf(
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
        sql<string>`substr(coalesce(${member(db, sql.ref('bodies'), fieldName)}, ''), 1, ${READ})`.as('html'),
      ])
      .where('contentId', 'in', [...ids, 0])
      .where(sql`length(bodies)`, '<=', LARGEST)
      .execute()
    for (const { contentId, html } of rows)
      found.set(contentId, { ...found.get(contentId), [fieldName]: beginning(html) })
  }
  return found
}
