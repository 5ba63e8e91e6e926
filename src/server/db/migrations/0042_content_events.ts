import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { engineOf, idColumn } from '../dialect.ts'
import type { Database } from '../schema.ts'

/** What happened to entries, as one line of time, with what their history knows of before; notes of reviewers in texts. */
export const contentEvents: Migration = {
  async up(db: Kysely<Database>) {
    await db.schema
      .createTable('content_event')
      .addColumn('id', 'integer', idColumn(engineOf(db)))
      .addColumn('contentId', 'bigint', (c) => c.notNull())
      .addColumn('classId', 'bigint', (c) => c.notNull())
      .addColumn('siteId', 'bigint', (c) => c.notNull())
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('version', 'bigint', (c) => c.notNull().defaultTo(0))
      .addColumn('title', 'text', (c) => c.notNull())
      .addColumn('author', 'text', (c) => c.notNull())
      .addColumn('authorId', 'bigint', (c) => c.notNull().defaultTo(0))
      .addColumn('detail', 'text', (c) => c.notNull().defaultTo(''))
      .addColumn('refId', 'bigint', (c) => c.notNull().defaultTo(0))
      .addColumn('createTime', 'bigint', (c) => c.notNull())
      .execute()
    await db.schema.createIndex('content_event_entry').on('content_event').columns(['contentId', 'id']).execute()
    await db.schema.createIndex('content_event_column').on('content_event').columns(['classId', 'id']).execute()
    await db.schema
      .createTable('content_note')
      .addColumn('id', 'integer', idColumn(engineOf(db)))
      .addColumn('contentId', 'bigint', (c) => c.notNull().references('content.id').onDelete('cascade'))
      .addColumn('parentId', 'bigint', (c) => c.notNull().defaultTo(0))
      .addColumn('fieldName', 'text', (c) => c.notNull())
      .addColumn('quote', 'text', (c) => c.notNull())
      .addColumn('before', 'text', (c) => c.notNull())
      .addColumn('after', 'text', (c) => c.notNull())
      .addColumn('text', 'text', (c) => c.notNull())
      .addColumn('author', 'text', (c) => c.notNull())
      .addColumn('authorId', 'bigint', (c) => c.notNull())
      .addColumn('createTime', 'bigint', (c) => c.notNull())
      .addColumn('closedBy', 'text', (c) => c.notNull().defaultTo(''))
      .addColumn('closeTime', 'bigint', (c) => c.notNull().defaultTo(0))
      .execute()
    await db.schema.createIndex('content_note_entry').on('content_note').columns(['contentId', 'id']).execute()
    await sql`create index content_event_deleted on content_event ("createTime") where "kind" = 'deleted'`.execute(db)
    await sql`insert into content_event ("contentId", "classId", "siteId", "kind", "version", "title", "author", "createTime")
      select r."contentId", c."classId", c."siteId",
        case
          when r."reason" = 'create' then 'created'
          when r."reason" = 'import' then 'imported'
          when r."reason" = 'copy' then 'copiedFrom'
          when r."reason" = 'forward' then 'moved'
          when r."reason" = 'reject' then 'rejected'
          when r."reason" = 'restore' then 'restored'
          when r."reason" = 'apply' then 'saved'
          when r."reason" = 'unpublish' then 'unpublished'
          when r."isStatus" = 1 then 'published'
          else 'saved'
        end,
        r."version", c."title", r."author", r."createTime"
      from content_revision r inner join content c on c."id" = r."contentId" order by r."id"`.execute(db)
  },
}
