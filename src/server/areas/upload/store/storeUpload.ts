import { createHash, randomBytes } from 'node:crypto'
import { sql, type Transaction } from 'kysely'
import { withRelaxedSync } from '#server/db/dialect.ts'
import type { Database } from '#server/db/schema.ts'
import type { CallContext } from '#server/http/context.ts'
import type { ReceivedFile } from '#server/storage/blobStore.ts'
import { storesOf } from '#server/storage/stores.ts'
import { IMPORT_RETENTION_DAYS } from '#shared/contract/contentImport.ts'
import { HASH_PLACEHOLDER, type UploadKind, type UploadParameters } from '#shared/contract/upload.ts'
import { extensionOf } from '#shared/domain/fileNames.ts'
import { AppError } from '#shared/errors/index.ts'
import { DAY_MS } from '#shared/util/dates.ts'
import {
  type AttachmentRow,
  FILES_PREFIX,
  IMPORT_DIR,
  isTemporary,
  createBlobKey,
  SYNC_DIR,
  type UploadContext,
} from '../attachment/attachments.ts'
import { type ImageFacts, requireContent, readUprightSize } from './content.ts'
import { lockQuotas, type QuotaOwner, requireQuota } from './quota.ts'
import { getLimitBytes, createTooLargeError } from './request.ts'

/** Identifies a self-registering upload; '' for others. */
export const computeAttempt = ({ register, identifier }: UploadParameters): string =>
  register === 1 && identifier !== '' ? createHash('sha256').update(identifier).digest('hex') : ''

export const findByAttempt = (ctx: CallContext, attempt: string): Promise<AttachmentRow | undefined> =>
  ctx.db
    .selectFrom('attachment')
    .selectAll()
    .where('accountId', '=', ctx.requireSignedIn().accountId)
    .where('attempt', '=', attempt)
    .where('attempt', '<>', '')
    .executeTakeFirst()

/**
 * The attachment of an earlier attempt of a self-registering upload.
 * @throws AppError `conflict` when its identifier belongs to another file, which would otherwise be lost
 */
export async function findRegistered(
  ctx: CallContext,
  kind: UploadKind,
  params: UploadParameters,
): Promise<AttachmentRow | undefined> {
  const attempt = computeAttempt(params)
  const row = attempt === '' ? undefined : await findByAttempt(ctx, attempt)
  if (!row) return undefined
  const hash = parseHash(params.sha512) ?? parseHash(params.fileMd5)
  const isSame =
    row.kind === kind &&
    (params.totalSize === 0 || params.totalSize === row.size) &&
    (hash === null || hash === row.sha512)
  if (isSame) return row
  throw new AppError('conflict', `本次上传的标识已属于资源库中的“${row.oldName}”，文件未保存，请重新选择文件上传`)
}

/** The client's SHA-512 in lower case; null for the placeholder and for other values (P11). */
export const parseHash = (fileMd5: string): string | null =>
  /^[0-9a-f]{128}$/i.test(fileMd5) && fileMd5 !== HASH_PLACEHOLDER ? fileMd5.toLowerCase() : null

/** Lifetime of temporary uploads, ms. */
const TEMPORARY_LIFETIME_MS: Readonly<Record<string, number>> = {
  [SYNC_DIR]: DAY_MS,
  [IMPORT_DIR]: IMPORT_RETENTION_DAYS * DAY_MS,
}

/** A completely received file. */
export interface WholeUpload {
  kind: UploadKind
  name: string
  params: UploadParameters
  received: ReceivedFile
}

/** A file that passed all checks, with its future location. */
interface CheckedUpload extends WholeUpload {
  image: ImageFacts | null
  accessPath: string
  blobKey: string
}

/** The owner whose quota counts the upload. */
export const toQuotaOwner = (ctx: CallContext, { siteId }: Pick<UploadParameters, 'siteId'>): QuotaOwner => ({
  siteId,
  accountId: ctx.requireSignedIn().accountId,
})

/**
 * Checks a file against its hash, name, limits and quota, and creates the attachment. `also` runs in the same
 * transaction.
 */
export async function storeUpload(
  ctx: UploadContext,
  upload: WholeUpload,
  also: (tx: Transaction<Database>, row: AttachmentRow) => Promise<void> = async () => undefined,
): Promise<AttachmentRow> {
  const ready = await checkUpload(ctx, upload)
  return storeBlobs(ctx, [ready], async (tx) => {
    const row = await insertAttachment(tx, ctx, ready)
    await also(tx, row)
    await ctx.note(tx)
    return row
  })
}

/** Like storeUpload, for many small files in one transaction; null for refused and cancelled files. */
export async function storeUploads(
  ctx: UploadContext,
  uploads: readonly (WholeUpload & { requireWanted(): void })[],
): Promise<(AttachmentRow | null)[]> {
  const ready = await Promise.all(uploads.map((upload) => checkUpload(ctx, upload).catch(toNullIfRefused)))
  const accepted = ready.filter((each) => each !== null)
  if (accepted.length === 0) return uploads.map(() => null)
  return storeBlobs(ctx, accepted, async (tx) => {
    const wanted = async (each: CheckedUpload & { requireWanted(): void }): Promise<AttachmentRow> => {
      each.requireWanted()
      return insertAttachment(tx, ctx, each)
    }
    await lockQuotas(
      tx,
      accepted.map(({ params }) => toQuotaOwner(ctx, params)),
    )
    const rows: (AttachmentRow | null)[] = []
    for (const each of ready) rows.push(each && (await wanted(each).catch(toNullIfRefused)))
    // A client that has cancelled may already have removed the files, so nothing may be stored after that.
    if (ctx.signal.aborted) throw new AppError('cancelled', '上传已中断，未保存')
    await ctx.note(tx)
    return rows
  })
}

/** Maps a refusal of the file to null; rethrows other errors. */
function toNullIfRefused(error: unknown): null {
  if (error instanceof AppError) return null
  throw error
}

async function checkUpload<U extends WholeUpload>(ctx: UploadContext, upload: U): Promise<U & CheckedUpload> {
  const { kind, name, params, received } = upload
  if (received.size > getLimitBytes(kind)) throw createTooLargeError(kind)
  requireSameHash(params.fileMd5, received.sha512)
  requireSameHash(params.sha512, received.sha512)
  const header = await requireContent(kind, name, params.dir, received.file)
  await requireQuota(ctx.db, toQuotaOwner(ctx, params), { more: received.size })
  const image = header && { ...header, ...(await readUprightSize(received.file)) }
  return { ...upload, ...createLocation(ctx, upload), image }
}

/** Temporary uploads have their own bytes; others share bytes by content. */
function createLocation(
  ctx: CallContext,
  { name, params, received }: WholeUpload,
): { accessPath: string; blobKey: string } {
  if (isTemporary(params.dir)) {
    const blobKey = `${params.dir}/${randomBytes(16).toString('hex')}`
    return { accessPath: FILES_PREFIX + blobKey, blobKey }
  }
  return {
    accessPath: FILES_PREFIX + createBlobKey(ctx.clock.now(), extensionOf(name)),
    blobKey: toContentKey(received.sha512),
  }
}

async function insertAttachment(
  tx: Transaction<Database>,
  ctx: CallContext,
  file: CheckedUpload,
): Promise<AttachmentRow> {
  // Checked again, because other uploads may have used the space meanwhile.
  await requireQuota(tx, toQuotaOwner(ctx, file.params), { more: file.received.size })
  const now = ctx.clock.now().getTime()
  const row = await tx
    .insertInto('attachment')
    .values({
      accountId: ctx.requireSignedIn().accountId,
      kind: file.kind,
      oldName: file.name,
      accessPath: file.accessPath,
      blobKey: file.blobKey,
      siteId: file.params.siteId,
      extension: extensionOf(file.name),
      size: file.received.size,
      imageWidth: file.image?.width ?? 0,
      imageHeight: file.image?.height ?? 0,
      sha512: file.received.sha512,
      sha256: file.received.sha256,
      dir: file.params.dir,
      path: '',
      isRegistered: file.params.register === 1 && !isTemporary(file.params.dir) ? 1 : 0,
      attempt: computeAttempt(file.params),
      createTime: now,
      expireTime: isTemporary(file.params.dir) ? now + (TEMPORARY_LIFETIME_MS[file.params.dir] ?? 0) : null,
    })
    .onConflict((conflict) =>
      conflict.columns(['accountId', 'attempt']).where('attempt', '<>', sql.lit('')).doNothing(),
    )
    .returningAll()
    .executeTakeFirst()
  if (row) return row
  // The same request was sent twice and the first one has not finished.
  throw new AppError('unavailable', `“${file.name}”正在由另一个请求保存，请稍后重试`)
}

/** Compares with the client's SHA-512, if there is one. */
function requireSameHash(fileMd5: string, sha512: string): void {
  if ((parseHash(fileMd5) ?? sha512) !== sha512) {
    throw new AppError('invalid', '文件在上传途中损坏（校验值不一致），请重新上传')
  }
}

/** The blob key of a SHA-512. */
export const toContentKey = (sha512: string): string => `content/${sha512.slice(0, 2)}/${sha512}`

/** Received bytes and their blob key. */
export interface ReceivedContent {
  received: { file: string; size: number }
  blobKey: string
}

/**
 * Stores received bytes unless the same bytes are stored already, and runs `insert` in the transaction that references
 * them. Blob rows are inserted before the bytes, so that a killed process leaves no unknown bytes.
 */
export async function storeBlobs<T>(
  { db, deps, clock }: Pick<CallContext, 'db' | 'deps' | 'clock'>,
  contents: readonly ReceivedContent[],
  insert: (tx: Transaction<Database>) => Promise<T>,
): Promise<T> {
  const { blobs } = await storesOf(deps)
  const touchTime = clock.now().getTime()
  const byKey = new Map(contents.map(({ received, blobKey }) => [blobKey, received]))
  // Sorted, so that transactions with the same blobs can't deadlock.
  const keys = [...byKey.keys()].toSorted()
  const rows = await withRelaxedSync(db, (connection) =>
    connection
      .insertInto('blob')
      .values(keys.map((blobKey) => ({ blobKey, isStored: 0, touchTime })))
      .onConflict((conflict) => conflict.column('blobKey').doUpdateSet({ touchTime }))
      .returning(['blobKey', 'isStored'])
      .execute(),
  )
  await Promise.all(
    rows.map(async ({ blobKey, isStored }) => {
      const received = byKey.get(blobKey)
      if (received && (isStored === 0 || !(await blobs.has(blobKey)))) await blobs.store(received, blobKey)
    }),
  )
  return db.transaction().execute(async (tx) => {
    for (const blobKey of keys) {
      const row = await tx
        .updateTable('blob')
        .set({ isStored: 1, touchTime })
        .where('blobKey', '=', blobKey)
        .returning('blobKey')
        .executeTakeFirst()
      // A template upload with the same content has just claimed the blob.
      if (!row) throw new AppError('unavailable', '保存文件时中断，请重新上传')
    }
    return insert(tx)
  })
}
