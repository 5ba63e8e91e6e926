import { type Kysely, sql } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import type { Signed } from '#server/http/context.ts'
import type { AttachmentUse } from '#shared/contract/attachment.ts'
import { canUseSite } from '#shared/domain/permissions.ts'

/** Those of sites that the account can't use are told without their names. */
export const toldTo = ({ authority }: Signed, uses: readonly AttachmentUse[]): AttachmentUse[] =>
  uses.map((use) => (use.siteId === 0 || canUseSite(authority, use.siteId) ? use : { ...use, title: '其他站点' }))

type Place = Omit<AttachmentUse, 'attachmentId'>

/** Texts of columns and sites that can name an upload by its address. */
const COLUMN_TEXTS = ['setting', 'fields', 'seoDescription', 'frontUrl', 'manageUrl'] as const
const SITE_TEXTS = ['javascript', 'copyright', 'note', 'seoDescription'] as const

/**
 * The templates, sites and columns that name one of the uploads by its address. Whatever else comes to hold addresses
 * (content) gets a function like those below and a word in the contract's `where`.
 */
export async function usesOf(db: Kysely<Database>, ids: readonly number[]): Promise<AttachmentUse[]> {
  const rows = await db
    .selectFrom('attachment')
    .select(['id', 'accessPath'])
    .where('id', 'in', [...ids])
    .execute()
  const found: AttachmentUse[] = []
  for (const { id: attachmentId, accessPath } of rows) {
    const places = await Promise.all([templates(db, accessPath), sites(db, accessPath), columns(db, accessPath)])
    found.push(...places.flat().map((place) => ({ attachmentId, ...place })))
  }
  return found
}

/** Addresses hold nothing that `like` reads as a pattern: digits, hex, slashes and a dot. */
const naming = (column: string, accessPath: string) => sql<boolean>`${sql.ref(column)} like ${`%${accessPath}%`}`

const templates = async (db: Kysely<Database>, path: string): Promise<Place[]> =>
  (
    await db
      .selectFrom('template')
      .select(['id', 'name', 'siteId'])
      .where(({ or }) => or([naming('templatePic', path), naming('title', path)]))
      .execute()
  ).map(({ id, name, siteId }) => ({ where: 'template', id, title: name, siteId }))

const sites = async (db: Kysely<Database>, path: string): Promise<Place[]> =>
  (
    await db
      .selectFrom('site')
      .select(['id', 'title'])
      .where(({ or }) => or(SITE_TEXTS.map((column) => naming(column, path))))
      .execute()
  ).map(({ id, title }) => ({ where: 'site', id, title, siteId: id }))

const columns = async (db: Kysely<Database>, path: string): Promise<Place[]> =>
  (
    await db
      .selectFrom('site_column')
      .select(['id', 'title', 'siteId'])
      .where(({ or }) => or(COLUMN_TEXTS.map((column) => naming(column, path))))
      .execute()
  ).map(({ id, title, siteId }) => ({ where: 'column', id, title, siteId }))
