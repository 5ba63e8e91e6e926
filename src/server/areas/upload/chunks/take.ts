import { constants } from 'node:fs'
import { open, statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Readable } from 'node:stream'
import type { CallContext } from '#server/http/context.ts'
import { naming } from '#server/storage/fsErrors.ts'
import { syncFolder } from '#server/storage/local/durable.ts'
import { piecesOf, writeStream } from '#server/storage/spool.ts'
import type { UploadKind, UploadProgress } from '#shared/contract/upload.ts'
import { AppError } from '#shared/errors/index.ts'
import type { AttachmentRow, UploadContext } from '../attachment/attachments.ts'
import { registeredBefore } from '../store/attempt.ts'
import type { Taken, UploadBody } from '../store/body.ts'
import { requireContent, type WholeUpload } from '../store/storeUpload.ts'
import { requireQuota } from '../store/quota.ts'
import { ownerOf, requireAllowed } from '../store/rules.ts'
import { HEAD_BYTES } from '../store/sniff.ts'
import { joinRendezvous, type ChunkRendezvous } from './chunkRendezvous.ts'
import { complete } from './complete.ts'
import { beforeWriting, hashAhead } from './hashes.ts'
import { bringParts, storePart, sharesParts } from './parts.ts'
import { chunksHere, covers, type Span, spanOf, withSpan, wrongLength } from './plan.ts'
import {
  addReceived,
  endSession,
  failSession,
  receivedNow,
  sessionFor,
  sessionKey,
  type UploadSession,
} from './session.ts'
import { asWriter, hasWriters } from './writers.ts'

/** What a chunk answers: the file that it completed, or that others did; else what is here. */
export type ChunkResult = AttachmentRow | { same: AttachmentRow } | UploadProgress

/** Takes one of several chunks, written straight to its offset (upload-protocol.md P17). */
export async function takeChunk(ctx: UploadContext, kind: UploadKind, body: UploadBody): Promise<Taken<ChunkResult>> {
  const span = spanOf(body.params)
  requireAllowed(kind, body.name, body.params)
  const known = await registeredBefore(ctx, kind, body.params)
  if (known) {
    body.stream.resume()
    return { finish: async () => ({ same: known }), discard: async () => undefined }
  }
  const key = sessionKey(ctx, kind, body.name, body.params)
  const arrival = joinRendezvous(ctx.deps, key, span)
  try {
    const { session, finished } = await sessionFor(ctx, key, body.params, arrival)
    if (finished) {
      body.stream.resume()
      arrival.leave(finished)
      return { finish: async () => ({ same: finished }), discard: async () => undefined }
    }
    await takeInto(ctx, kind, body, session, span)
    return {
      finish: () => finish(ctx, { kind, name: body.name, params: body.params }, session, span, arrival),
      async discard() {
        arrival.leave(null)
        await leave(ctx, session)
      },
    }
  } catch (error) {
    arrival.leave(null)
    throw error
  }
}

async function takeInto(ctx: CallContext, kind: UploadKind, body: UploadBody, session: UploadSession, span: Span) {
  const { totalSize } = body.params
  if (session.received.length === 0) {
    try {
      // `more: 0`, because this upload already counts among the unfinished ones.
      await requireQuota(ctx.db, ownerOf(ctx, body.params), { more: 0, unfinished: true })
      await requireRoom(session, totalSize)
    } catch (error) {
      await leave(ctx, session)
      throw error
    }
  }
  if (covers(session.received, span)) body.stream.resume()
  else await write(ctx, session, span, body)
  if (span.start === 0 && span.end >= HEAD_BYTES) await requireHead(ctx, kind, session, body)
}

/** The bytes are on the disk: notes so, and makes the file when they were the last ones. */
async function finish(
  ctx: UploadContext,
  upload: Omit<WholeUpload, 'received'>,
  session: UploadSession,
  span: Span,
  arrival: ChunkRendezvous,
): Promise<ChunkResult> {
  let row: AttachmentRow | null = null
  try {
    const received = await addReceived(ctx, session, span)
    const whole = { start: 0, end: upload.params.totalSize }
    if (covers(received, whole)) return (row = await complete(ctx, session, upload))
    row = await arrival.others(received, whole)
    return row ? { same: row } : { skipUpload: false, uploaded: chunksHere(received, upload.params) }
  } finally {
    arrival.leave(row)
  }
}

/** Said before the first byte is taken, not after hours. */
async function requireRoom(session: UploadSession, size: number): Promise<void> {
  const { bavail, bsize } = await statfs(dirname(session.file))
  if (bavail * bsize < size) {
    throw new AppError('no-space', '服务器磁盘空间不足，无法保存上传的文件，请联系管理员清理磁盘后重试')
  }
}

async function write(ctx: CallContext, session: UploadSession, span: Span, body: UploadBody): Promise<void> {
  try {
    await asWriter(ctx.deps, session.id, span, body.cancel, () =>
      naming('上传的文件', async () => {
        // Read after becoming the only writer: another request may have stored the chunk or ended the upload.
        const received = await receivedNow(ctx, session)
        if (covers(received, span)) return void body.stream.resume()
        await writeSpan(ctx, session, span, body, () => hashAhead(ctx.deps, session, withSpan(received, span)))
      }),
    )
  } catch (error) {
    await leave(ctx, session)
    throw error
  }
}

/** @param written called when the bytes are there, before they are safe on the disk */
async function writeSpan(
  ctx: CallContext,
  session: UploadSession,
  { start, end }: Span,
  { stream, bare }: UploadBody,
  written: () => void,
): Promise<void> {
  if (await sharesParts(ctx.deps)) {
    let came = 0
    const bytes = upTo(stream, end - start, (more) => (came += more))
    const kept = await storePart(ctx.deps, session, { start, end }, bytes)
    if (came !== end - start || kept !== came) throw wrongLength()
    return
  }
  const handle = await open(session.file, constants.O_RDWR | constants.O_CREAT)
  try {
    beforeWriting(ctx.deps, session.id, start)
    let came = 0
    const bytes = upTo(stream, end - start, (more) => (came += more))
    await writeStream(handle, bytes, start, { release: bare })
    if (came !== end - start) throw wrongLength()
    written()
    await handle.datasync()
  } finally {
    await handle.close()
  }
  if (session.received.length === 0) await syncFolder(dirname(session.file))
}

/** The first `most` bytes; the rest is counted and dropped, so that the client gets to see the answer. */
async function* upTo(stream: Readable, most: number, count: (bytes: number) => void) {
  let left = most
  for await (const piece of piecesOf(stream)) {
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
    if (await sharesParts(ctx.deps)) await bringParts(ctx.deps, session, HEAD_BYTES)
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
