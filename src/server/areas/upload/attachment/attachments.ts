import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database, RowOf } from '#server/db/schema.ts'
import type { CallContext } from '#server/http/context.ts'
import type { Attachment, UploadParameters } from '#shared/contract/upload.ts'
import { AppError } from '#shared/errors/index.ts'

export type AttachmentRow = RowOf<'attachment'>

/** Address prefix of kept uploads. */
export const FILES = '/files/'
/** Value of `dir` for blobs that only the template sync takes: any extension, never served, expiring. */
export const SYNC_DIR = 'sync'
/** Value of `dir` for sources of an import: more extensions, never served, expiring. */
export const IMPORT_DIR = 'import'
/** Is it taken away after some time, and never served? */
export const isPassing = (dir: string): boolean => dir === SYNC_DIR || dir === IMPORT_DIR

/** The rest of an address that nobody can guess: `<year>/<month>/<id>.<extension>`. */
export function newBlobKey(now: Date, extension: string): string {
  const month = String(now.getMonth() + 1).padStart(2, '0')
  return `${now.getFullYear()}/${month}/${randomBytes(16).toString('hex')}.${extension}`
}

/** Changes with the content. An address with it as `v` shows the same for ever. */
export const versionOf = ({ sha512 }: AttachmentRow): string => sha512.slice(0, 16)

export const present = (row: AttachmentRow): Attachment => ({
  id: row.id,
  oldName: row.oldName,
  accessPath: row.accessPath,
  extension: row.extension,
  size: row.size,
  imageWidth: row.imageWidth,
  imageHeight: row.imageHeight,
})

/** What an upload answers: also whether the library has it already. */
export const presentUploaded = (row: AttachmentRow) => ({
  ...present(row),
  ...(row.isRegistered === 1 && { registered: true }),
})

/** What an upload call works with. */
export interface UploadContext extends CallContext {
  /** @throws AppError `forbidden` unless the caller may use the site that the parameters name */
  allow(params: UploadParameters): Promise<void>
  /** Writes the call's line of the operation log with the rows of the upload. */
  note(tx: Kysely<Database>): Promise<void>
}

/**
 * The caller's own upload by its access path.
 * @throws AppError `not-found`: others' uploads don't exist for them
 */
export async function ownUpload(ctx: CallContext, accessPath: string): Promise<AttachmentRow> {
  const row = await byAccessPath(ctx.db, accessPath)
  if (row?.accountId === ctx.signed().accountId && row.isPrivate === 0) return row
  throw new AppError('not-found', '上传的文件已不存在或已经登记过，请重新上传')
}

export const byAccessPath = (db: Kysely<Database>, accessPath: string): Promise<AttachmentRow | undefined> =>
  db
    .selectFrom('attachment')
    .selectAll()
    .where('accessPath', '=', accessPath.startsWith('/') ? accessPath : `/${accessPath}`)
    .executeTakeFirst()

/** Uploads that everybody may read, by their access path; those that are missing, private or about to expire are left out. */
export async function publicUploads(
  db: Kysely<Database>,
  accessPaths: ReadonlySet<string>,
): Promise<Map<string, Pick<AttachmentRow, 'accessPath' | 'blobKey' | 'size' | 'sha512' | 'imageWidth'>>> {
  const rows = await db
    .selectFrom('attachment')
    .select(['accessPath', 'blobKey', 'size', 'sha512', 'imageWidth'])
    .where('accessPath', 'in', [...accessPaths, ''])
    .where('isPrivate', '=', 0)
    .where('expireTime', 'is', null)
    .execute()
  return new Map(rows.map((row) => [row.accessPath, row]))
}

export const byAttachmentId = (db: Kysely<Database>, id: number): Promise<AttachmentRow | undefined> =>
  db.selectFrom('attachment').selectAll().where('id', '=', id).executeTakeFirst()
