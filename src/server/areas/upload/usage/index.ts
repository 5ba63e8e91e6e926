import type { Kysely } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import type { ServerDeps } from '#server/deps.ts'
import type { SignedInAccount } from '#server/http/context.ts'
import type { AttachmentUse } from '#shared/contract/attachment.ts'
import { contentRefusal } from '#shared/domain/contentAccess.ts'
import { canUseSite } from '#shared/domain/permissions.ts'
import { findContentUses } from './contents.ts'
import { findMailUses } from './mails.ts'
import type { UsageLocation } from './location.ts'
import { findMemberUses } from './members.ts'
import { findColumnUses, findSiteUses } from './tables.ts'
import { findTemplateUses } from './templates.ts'

/** A use before titles are hidden from the caller. */
export type FileUse = AttachmentUse & Pick<UsageLocation, 'classId'>

/**
 * Finds the templates, sites, columns, entries, members and mails that reference one of the uploads, sorted by upload.
 * A new holder of addresses needs a function like these and a value in the contract's `where`.
 */
export async function findUses(deps: ServerDeps, db: Kysely<Database>, ids: readonly number[]): Promise<FileUse[]> {
  const rows = await db
    .selectFrom('attachment')
    .select(['id', 'accessPath'])
    .where('id', 'in', [...ids])
    .execute()
  const idOf = new Map(rows.map(({ id, accessPath }) => [accessPath, id]))
  const wanted = new Set(idOf.keys())
  const locations = [
    ...(await findTemplateUses(deps, db, wanted)),
    ...(await findSiteUses(db, wanted)),
    ...(await findColumnUses(db, wanted)),
    ...(await findContentUses(db, wanted)),
    ...(await findMemberUses(db, wanted)),
    ...(await findMailUses(db, wanted)),
  ]
  return locations
    .flatMap(({ paths, ...place }) => paths.map((path) => ({ attachmentId: idOf.get(path) ?? 0, ...place })))
    .toSorted((a, b) => a.attachmentId - b.attachmentId)
}

/** Hides the titles of sites and columns the caller may not use. */
export const hideForeignTitles = ({ authority }: SignedInAccount, uses: readonly FileUse[]): AttachmentUse[] =>
  uses.map(({ classId, ...use }) => {
    const { siteId, title } = use
    if (siteId !== 0 && !canUseSite(authority, siteId)) return { ...use, title: '其他站点' }
    if (classId === undefined || contentRefusal(authority, { id: classId, siteId, title }, 'read') === null) return use
    return { ...use, title: '其他栏目' }
  })

/** Removes the unused uploads; unshared bytes are removed later. */
export async function removeUnused(deps: ServerDeps, db: Kysely<Database>, paths: readonly string[]): Promise<void> {
  const wanted = [...new Set(paths)].filter((path) => path !== '')
  if (wanted.length === 0) return
  const rows = await db.selectFrom('attachment').select('id').where('accessPath', 'in', wanted).execute()
  if (rows.length === 0) return
  const used = new Set(
    (
      await findUses(
        deps,
        db,
        rows.map(({ id }) => id),
      )
    ).map(({ attachmentId }) => attachmentId),
  )
  const unused = rows.flatMap(({ id }) => (used.has(id) ? [] : [id]))
  if (unused.length > 0) await db.deleteFrom('attachment').where('id', 'in', unused).execute()
}
