import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database, RowOf } from '#server/db/schema.ts'
import type { CallContext } from '#server/http/context.ts'
import type { Attachment, UploadParameters } from '#shared/contract/upload.ts'
import { AppError } from '#shared/errors/index.ts'

export type AttachmentRow = RowOf<'attachment'>

/** Path prefix of permanent uploads. */
export const FILES_PREFIX = '/files/'
/** `dir` of uploads for the template sync: any extension, never served, temporary. */
export const SYNC_DIR = 'sync'
/** `dir` of uploads for an import: more extensions, never served, temporary. */
export const IMPORT_DIR = 'import'
/** Whether uploads of this `dir` are temporary and never served. */
export const isTemporary = (dir: string): boolean => dir === SYNC_DIR || dir === IMPORT_DIR

/** Creates an unguessable blob key: `<year>/<month>/<id>.<extension>`. */
export function createBlobKey(now: Date, extension: string): string {
  const month = String(now.getMonth() + 1).padStart(2, '0')
  return `${now.getFullYear()}/${month}/${randomBytes(16).toString('hex')}.${extension}`
}

/** A version that changes with the content; a URL with it as `v` can be cached forever. */
export const toContentVersion = ({ sha512 }: AttachmentRow): string => sha512.slice(0, 16)

export const present = (row: AttachmentRow): Attachment => ({
  id: row.id,
  oldName: row.oldName,
  accessPath: row.accessPath,
  extension: row.extension,
  size: row.size,
  imageWidth: row.imageWidth,
  imageHeight: row.imageHeight,
})

/** The response of an upload, which also says whether it is already in the library. */
export const presentUploaded = (row: AttachmentRow) => ({
  ...present(row),
  ...(row.isRegistered === 1 && { registered: true }),
})

/** Context of an upload call. */
export interface UploadContext extends CallContext {
  /** @throws AppError `forbidden` unless the caller may use the site that the parameters name */
  allow(params: UploadParameters): Promise<void>
  /** Writes the operation log entry in the transaction of the upload. */
  note(tx: Kysely<Database>): Promise<void>
}

/** Finds the caller's own upload. @throws AppError `not-found`, also for uploads of others */
export async function requireOwnUpload(ctx: CallContext, accessPath: string): Promise<AttachmentRow> {
  const row = await findByAccessPath(ctx.db, accessPath)
  if (row?.accountId === ctx.requireSignedIn().accountId && row.isPrivate === 0) return row
  throw new AppError('not-found', '上传的文件已不存在或已登记，请重新上传')
}

export const findByAccessPath = (db: Kysely<Database>, accessPath: string): Promise<AttachmentRow | undefined> =>
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

export const findByAttachmentId = (db: Kysely<Database>, id: number): Promise<AttachmentRow | undefined> =>
  db.selectFrom('attachment').selectAll().where('id', '=', id).executeTakeFirst()
