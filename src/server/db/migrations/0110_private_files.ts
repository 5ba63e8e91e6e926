import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { fileAddressesIn } from '#shared/domain/fileAddresses.ts'
import type { Database } from '../schema.ts'

/** Mails that are read at once: their texts may be long. */
const ROWS = 100
const FILES = '%/files/%'
/** Texts of sites and columns that show an upload to everybody, and of the messages of a site. */
const PUBLIC_TEXTS = [
  ['site', ['javascript', 'copyright', 'note', 'seoDescription']],
  ['site_column', ['setting', 'fields', 'seoDescription', 'frontUrl', 'manageUrl']],
  ['site_inbox', ['photo', 'content']],
  ['template', ['templatePic', 'title']],
  ['member', ['headSculpture']],
] as const

/**
 * Files of mails and documents are read by their senders and recipients alone. Those that have been sent before are marked,
 * unless content, a site, a column or a member shows the same address to everybody.
 */
export const privateFiles: Migration = {
  async up(db: Kysely<Database>) {
    await db.schema
      .alterTable('attachment')
      .addColumn('isPrivate', 'integer', (c) => c.notNull().defaultTo(0))
      .execute()
    const named = await namedByMails(db)
    if (named.size === 0) return
    for (const address of await shownToAll(db)) named.delete(address)
    for (const accessPath of named)
      await sql`update attachment set "isPrivate" = 1, "isRegistered" = 0 where "accessPath" = ${accessPath}
        and "expireTime" is null
        and not exists (select 1 from content_file where content_file."accessPath" = ${accessPath})`.execute(db)
  },
}

async function namedByMails(db: Kysely<Database>): Promise<Set<string>> {
  const named = new Set<string>()
  for (let after = 0; ;) {
    const { rows } = await sql<{ id: number; file: string; content: string }>`
      select id, file, content from site_mail where id > ${after} and (file like ${FILES} or content like ${FILES})
      order by id limit ${ROWS}`.execute(db)
    const last = rows.at(-1)
    if (!last) return named
    for (const { file, content } of rows) for (const address of fileAddressesIn([file, content])) named.add(address)
    after = last.id
  }
}

async function shownToAll(db: Kysely<Database>): Promise<Set<string>> {
  const shown = new Set<string>()
  for (const [table, columns] of PUBLIC_TEXTS)
    for (const column of columns) {
      const { rows } = await sql<{ text: string }>`
        select ${sql.ref(column)} as text from ${sql.table(table)} where ${sql.ref(column)} like ${FILES}`.execute(db)
      for (const address of fileAddressesIn(rows.map(({ text }) => text))) shown.add(address)
    }
  return shown
}
