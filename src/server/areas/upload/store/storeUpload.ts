import { randomBytes } from 'node:crypto'
import { open } from 'node:fs/promises'
import { sql, type Transaction } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import type { CallContext } from '#server/http/context.ts'
import { AppError } from '#shared/errors/index.ts'
import type { Received } from '#server/storage/blobStore.ts'
import { UPLOAD_RULES, type UploadKind, type UploadParameters } from '#shared/contract/upload.ts'
import { IMPORT_DAYS } from '#shared/contract/contentImport.ts'
import { DAY_MS } from '#shared/util/dates.ts'
import { extensionOf } from '#shared/domain/fileNames.ts'
import {
  type AttachmentRow,
  FILES,
  IMPORT_DIR,
  isPassing,
  newBlobKey,
  SYNC_DIR,
  type UploadContext,
} from '../attachment/attachments.ts'
import { attemptOf } from './attempt.ts'
import { contentKey, storeBlobs } from './blobStore.ts'
import { IMAGE_HEAD_BYTES, type ImageFacts, readImage, uprightSize } from './image.ts'
import { lockQuotas, requireQuota } from './quota.ts'
import { limitBytes, ownerOf, requireSameHash, tooLarge, wrongFormat } from './rules.ts'
import { contradicts, HEAD_BYTES } from './sniff.ts'

/** An upload that nobody took within this time is removed. */
const PASSING_MS: Readonly<Record<string, number>> = { [SYNC_DIR]: DAY_MS, [IMPORT_DIR]: IMPORT_DAYS * DAY_MS }

/** A file that has come in whole. */
export interface WholeUpload {
  kind: UploadKind
  name: string
  params: UploadParameters
  received: Received
}

/** A whole file that passed all checks, and what it is to be. */
interface Ready extends WholeUpload {
  image: ImageFacts | null
  accessPath: string
  blobKey: string
}

/** Checks a whole file against its hash, name, limits and quota, and makes it an attachment. `also` runs with the row. */
export async function storeUpload(
  ctx: UploadContext,
  upload: WholeUpload,
  also: (tx: Transaction<Database>, row: AttachmentRow) => Promise<void> = async () => undefined,
): Promise<AttachmentRow> {
  const ready = await check(ctx, upload)
  return storeBlobs(ctx, [ready], async (tx) => {
    const row = await insert(tx, ctx, ready)
    await also(tx, row)
    await ctx.note(tx)
    return row
  })
}

/** The same for many small ones in one transaction; null for those that are refused, or wanted no more. */
export async function storeUploads(
  ctx: UploadContext,
  uploads: readonly (WholeUpload & { requireWanted(): void })[],
): Promise<(AttachmentRow | null)[]> {
  const ready = await Promise.all(uploads.map((upload) => check(ctx, upload).catch(refused)))
  const accepted = ready.filter((each) => each !== null)
  if (accepted.length === 0) return uploads.map(() => null)
  return storeBlobs(ctx, accepted, async (tx) => {
    const wanted = async (each: Ready & { requireWanted(): void }): Promise<AttachmentRow> => {
      each.requireWanted()
      return insert(tx, ctx, each)
    }
    await lockQuotas(
      tx,
      accepted.map(({ params }) => ownerOf(ctx, params)),
    )
    const rows: (AttachmentRow | null)[] = []
    for (const each of ready) rows.push(each && (await wanted(each).catch(refused)))
    // A client that gave up may already have taken the files back, so nothing may be stored after that.
    if (ctx.signal.aborted) throw new AppError('cancelled', '上传中断，没有保存')
    await ctx.note(tx)
    return rows
  })
}

/** Only what says something about the file itself. */
function refused(error: unknown): null {
  if (error instanceof AppError) return null
  throw error
}

async function check<U extends WholeUpload>(ctx: UploadContext, upload: U): Promise<U & Ready> {
  const { kind, name, params, received } = upload
  if (received.size > limitBytes(kind)) throw tooLarge(kind)
  requireSameHash(params.fileMd5, received.sha512)
  requireSameHash(params.sha512, received.sha512)
  const header = await requireContent(kind, name, params.dir, received.file)
  await requireQuota(ctx.db, ownerOf(ctx, params), { more: received.size })
  const image = header && { ...header, ...(await uprightSize(received.file)) }
  return { ...upload, ...newPlace(ctx, upload), image }
}

/** What a file really is must fit its name: `unsupported` otherwise. Answers what a picture's header tells. */
export async function requireContent(
  kind: UploadKind,
  name: string,
  dir: string,
  file: string,
): Promise<ImageFacts | null> {
  if (isPassing(dir)) return null
  const isImage = UPLOAD_RULES.image.extensions.includes(extensionOf(name))
  const head = await headOf(file, isImage ? IMAGE_HEAD_BYTES : HEAD_BYTES)
  if (!isImage) {
    if (contradicts(name, head)) throw wrongFormat(kind, `“${name}”的内容和扩展名不一致，`)
    return null
  }
  const facts = readImage(head)
  if (facts) return facts
  throw wrongFormat('image', `“${name}”的内容不是图片，`)
}

async function headOf(file: string, most: number): Promise<Buffer> {
  const handle = await open(file, 'r')
  try {
    const length = Math.min(most, (await handle.stat()).size)
    const { buffer, bytesRead } = await handle.read(Buffer.allocUnsafe(length), 0, length, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

/** Uploads for the sync and for imports are taken away soon, so they have bytes of their own; all others share by content. */
function newPlace(ctx: CallContext, { name, params, received }: WholeUpload): { accessPath: string; blobKey: string } {
  if (isPassing(params.dir)) {
    const blobKey = `${params.dir}/${randomBytes(16).toString('hex')}`
    return { accessPath: FILES + blobKey, blobKey }
  }
  return { accessPath: FILES + newBlobKey(ctx.clock.now(), extensionOf(name)), blobKey: contentKey(received.sha512) }
}

async function insert(tx: Transaction<Database>, ctx: CallContext, file: Ready): Promise<AttachmentRow> {
  // Checked again: other uploads may have used the space meanwhile.
  await requireQuota(tx, ownerOf(ctx, file.params), { more: file.received.size })
  const now = ctx.clock.now().getTime()
  const row = await tx
    .insertInto('attachment')
    .values({
      accountId: ctx.signed().accountId,
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
      isRegistered: file.params.register === 1 && !isPassing(file.params.dir) ? 1 : 0,
      attempt: attemptOf(file.params),
      createTime: now,
      expireTime: isPassing(file.params.dir) ? now + (PASSING_MS[file.params.dir] ?? 0) : null,
    })
    .onConflict((conflict) =>
      conflict.columns(['accountId', 'attempt']).where('attempt', '<>', sql.lit('')).doNothing(),
    )
    .returningAll()
    .executeTakeFirst()
  if (row) return row
  // The same request was sent twice, and the first one is not finished.
  throw new AppError('unavailable', `“${file.name}”正在由另一个请求保存，请稍后重试`)
}
