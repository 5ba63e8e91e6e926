import { type Kysely, sql } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import { plainTextOf } from '#shared/domain/plainText.ts'
import type { Values } from '../store/entries.ts'
import { member } from './filters.ts'
import type { ContentColumn } from '../store/rules.ts'

/** So much of a text is read, in characters: looks may take most of it. */
const READ = 4000
/** Texts of entries that have more together are not read for a list. */
const LARGEST = 1_000_000
/** Enough for a cell and its tooltip. */
const SHOWN = 200

const SIGNS: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
/** The beginning of what HTML says, as HTML without a tag. */
function beginning(html: string): string {
  const text = [...plainTextOf(html).text.replace(/\s+/g, ' ').trim()]
  const shown = text.length > SHOWN ? `${text.slice(0, SHOWN).join('')}…` : text.join('')
  return shown.replace(/[&<>]/g, (sign) => SIGNS[sign] ?? sign)
}

/** How the rich texts begin that the column's list shows, by the entry's id. Columns without such cost nothing. */
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
