import type { Kysely } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import { containsAnyUpload, findContained } from './tables.ts'
import type { UsageLocation } from './location.ts'

/** Finds uses in mails, documents and site messages. They are listed by number, because their titles are private. */
export async function findMailUses(db: Kysely<Database>, wanted: ReadonlySet<string>): Promise<UsageLocation[]> {
  if (wanted.size === 0) return []
  const rows = await db
    .selectFrom('site_mail')
    .select(['id', 'type', 'file', 'content'])
    .where(({ or, eb }) => or([eb('file', 'in', [...wanted]), containsAnyUpload('content')]))
    .orderBy('id')
    .execute()
  const messages = await db
    .selectFrom('site_inbox')
    .select(['id', 'siteId', 'photo', 'content'])
    .where(({ or, eb }) => or([eb('photo', 'in', [...wanted]), containsAnyUpload('content')]))
    .orderBy('id')
    .execute()
  return [
    ...rows.map(({ id, type, file, content }) => ({
      where: 'mail' as const,
      id,
      title: `${type === 'mail' ? '站内信' : '公文'} ${id}`,
      siteId: 0,
      paths: findContained([file, content], wanted),
    })),
    ...messages.map(({ id, siteId, photo, content }) => ({
      where: 'mail' as const,
      id,
      title: `站点消息 ${id}`,
      siteId,
      paths: findContained([photo, content], wanted),
    })),
  ]
}
