import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import { fileAddressesIn } from '#shared/domain/fileAddresses.ts'
import { FILES_PREFIX } from '../attachment/attachments.ts'
import type { UsageLocation } from './location.ts'

/** Texts of columns and sites that can contain the address of an upload. */
const COLUMN_TEXTS = ['setting', 'fields', 'seoDescription', 'frontUrl', 'manageUrl'] as const
const SITE_TEXTS = ['javascript', 'copyright', 'note', 'seoDescription'] as const

/** Matches rows that reference any upload. Few rows do, so they are read once for all requested uploads. */
export const containsAnyUpload = (column: string): RawBuilder<boolean> =>
  sql`${sql.ref(column)} like ${`%${FILES_PREFIX}%`}`

/** The requested uploads whose addresses occur in the texts. */
export const findContained = (texts: Iterable<string>, wanted: ReadonlySet<string>): string[] =>
  [...fileAddressesIn(texts)].filter((path) => wanted.has(path))

export async function findSiteUses(db: Kysely<Database>, wanted: ReadonlySet<string>): Promise<UsageLocation[]> {
  const rows = await db
    .selectFrom('site')
    .select(['id', 'title', ...SITE_TEXTS])
    .where(({ or }) => or(SITE_TEXTS.map(containsAnyUpload)))
    .execute()
  return rows.map(({ id, title, ...texts }) => ({
    where: 'site',
    id,
    title,
    siteId: id,
    paths: findContained(Object.values(texts), wanted),
  }))
}

export async function findColumnUses(db: Kysely<Database>, wanted: ReadonlySet<string>): Promise<UsageLocation[]> {
  const rows = await db
    .selectFrom('site_column')
    .select(['id', 'title', 'siteId', ...COLUMN_TEXTS])
    .where(({ or }) => or(COLUMN_TEXTS.map(containsAnyUpload)))
    .execute()
  return rows.map(({ id, title, siteId, ...texts }) => ({
    where: 'column',
    id,
    title,
    siteId,
    paths: findContained(Object.values(texts), wanted),
  }))
}
