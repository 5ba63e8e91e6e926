import { constants } from 'node:fs'
import { open, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { CallContext } from '#server/http/context.ts'
import { naming } from '#server/storage/fsErrors.ts'
import { syncFolder } from '#server/storage/local/durable.ts'
import { writeStream } from '#server/storage/spool.ts'
import type { UploadKind, UploadParameters, UploadProgress } from '#shared/contract/upload.ts'
import { AppError } from '#shared/errors/index.ts'
import { type AttachmentRow, byAttachmentId } from '../attachments.ts'
import type { Taken, UploadBody } from '../body.ts'
import { requireContent } from '../keep.ts'
import { realHash, requireAllowed, requireQuota } from '../rules.ts'
import { HEAD_BYTES } from '../sniff.ts'
import { complete } from './complete.ts'
import { followChunk } from './hashes.ts'
import { chunksHere, covers, type Span, spanOf, wrongLength } from './plan.ts'
import { addReceived, endSession, failSession, openSession, sessionKey, type UploadSession } from './session.ts'
import { asWriter, hasWriters } from './writers.ts'

/** A finished upload answers a repeated chunk for this long; later the same file is a new upload. */
const REPEAT_MS = 60_000

/** Takes one of several chunks, written straight to its offset (upload-protocol.md P17). */
export async function takeChunk(
  ctx: CallContext,
  kind: UploadKind,
  body: UploadBody,
): Promise<Taken<AttachmentRow | UploadProgress>> {
  const { name, params } = body
  const span = spanOf(params)
  requireAllowed(kind, name, params)
  const { session, finished } = await sessionFor(ctx, sessionKey(ctx, kind, name, params), params)
  if (finished) {
    body.stream.resume()
    return { finish: async () => finished, discard: async () => undefined }
  }
  if (session.received.length === 0) {
    await requireQuota(ctx, params.siteId, params.totalSize)
    await requireRoom(session, params.totalSize)
  }
  if (covers(session.received, span)) body.stream.resume()
  else await write(ctx, session, span, body)
  if (span.start === 0 && span.end >= HEAD_BYTES) await requireHead(ctx, kind, session, body)
  return {
    async finish() {
      const received = await addReceived(ctx, session, span)
      if (covers(received, { start: 0, end: params.totalSize })) return complete(ctx, session, { kind, name, params })
      return { skipUpload: false, uploaded: chunksHere(received, params) }
    },
    discard: () => leave(ctx, session),
  }
}

/**
 * What a finished upload answers to one more chunk. Without a real hash another file can have the same name and size, so
 * there its first chunk, and a `test` of any, is taken for the beginning of a new one (upload-protocol.md P11).
 */
export async function repeated(
  ctx: CallContext,
  { attachmentId, touchTime }: UploadSession,
  { fileMd5, sha512, chunkNumber }: UploadParameters,
  isTest = false,
): Promise<AttachmentRow | null> {
  if (attachmentId === null) return null
  if (realHash(sha512) !== null) {
    const row = await byAttachmentId(ctx.db, attachmentId)
    return row?.sha512 === realHash(sha512) ? row : null
  }
  if (ctx.clock.now().getTime() - touchTime > REPEAT_MS) return null
  if (realHash(fileMd5) === null && (isTest || chunkNumber === 1)) return null
  return (await byAttachmentId(ctx.db, attachmentId)) ?? null
}

/**
 * The upload that a chunk belongs to, and what it became. One that failed begins anew with its first chunk, one that was
 * finished some time ago, or whose file is deleted, with any.
 */
async function sessionFor(ctx: CallContext, key: string, params: UploadParameters) {
  const session = await openSession(ctx, key)
  if (session.failure !== '' && params.chunkNumber !== 1) throw new AppError('unsupported', session.failure)
  if (session.failure === '' && session.attachmentId === null) return { session, finished: null }
  const finished = await repeated(ctx, session, params)
  if (finished) return { session, finished }
  await endSession(ctx.db, session)
  return { session: await openSession(ctx, key), finished: null }
}

/** Said before the first byte is taken, not after hours. */
async function requireRoom(session: UploadSession, size: number): Promise<void> {
  const { bavail, bsize } = await statfs(dirname(session.file))
  if (bavail * bsize < size) {
    throw new AppError('no-space', '服务器磁盘空间不足，无法保存上传的文件，请联系管理员清理磁盘后重试')
  }
}

async function write(ctx: CallContext, session: UploadSession, span: Span, body: UploadBody): Promise<void> {
  const following = followChunk(ctx.deps, session.id, span.start)
  let came = 0
  try {
    await asWriter(ctx.deps, session.id, span, body.cancel, () =>
      naming('上传的文件', async () => {
        const handle = await open(session.file, constants.O_RDWR | constants.O_CREAT)
        try {
          const pieces = upTo(body.stream, span.end - span.start, (bytes) => (came += bytes))
          await writeStream(handle, pieces, span.start, following.update)
          await handle.datasync()
        } finally {
          await handle.close()
        }
        if (session.received.length === 0) await syncFolder(dirname(session.file))
      }),
    )
    if (came !== span.end - span.start) throw wrongLength()
    following.done(span.end)
  } catch (error) {
    await leave(ctx, session)
    throw error
  }
}

/** The first `most` bytes; the rest is counted and dropped, so that the client gets to see the answer. */
async function* upTo(stream: AsyncIterable<Buffer>, most: number, count: (bytes: number) => void) {
  let left = most
  for await (const piece of stream) {
    count(piece.length)
    if (left > 0) yield piece.subarray(0, left)
    left -= piece.length
  }
}

/** A wrong file is refused with its first chunk. */
async function requireHead(
  ctx: CallContext,
  kind: UploadKind,
  session: UploadSession,
  body: UploadBody,
): Promise<void> {
  try {
    await requireContent(kind, body.name, body.params.dir, session.file)
  } catch (error) {
    if (error instanceof AppError && error.code === 'unsupported') await failSession(ctx, session, error.message)
    throw error
  }
}

/** An upload of which nothing was ever kept leaves nothing. */
async function leave(ctx: CallContext, session: UploadSession): Promise<void> {
  if (hasWriters(ctx.deps, session.id)) return
  const now = await ctx.deps.db
    .selectFrom('upload_session')
    .select(['received', 'failure'])
    .where('id', '=', session.id)
    .executeTakeFirst()
  if (now?.received === '[]' && now.failure === '') await endSession(ctx.deps.db, session)
}
