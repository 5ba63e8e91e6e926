import { createHash, randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import type { Database, RowOf } from '#server/db/schema.ts'
import type { CallContext } from '#server/http/context.ts'
import { withFileErrors } from '#server/storage/fsErrors.ts'
import { hashFile } from '#server/storage/hashFile.ts'
import type { UploadKind, UploadParameters, UploadProgress } from '#shared/contract/upload.ts'
import { AppError } from '#shared/errors/index.ts'
import { type AttachmentRow, findByAttachmentId, SYNC_DIR, type UploadContext } from '../attachment/attachments.ts'
import { HEAD_BYTES, requireContent } from '../store/content.ts'
import { requireQuota } from '../store/quota.ts'
import { requireChunk, type Span, computeSpan, type ReceivedUpload, type UploadBody } from '../store/request.ts'
import { parseHash, findRegistered, storeUpload, type WholeUpload } from '../store/storeUpload.ts'
import { type Arrival, covers, registerArrival, addSpan } from './arrivals.ts'
import { createUploadParts, type UploadParts } from './parts.ts'

/** Response of a chunk: the attachment it completed, the one others completed, or the progress. */
export type ChunkResult = AttachmentRow | { same: AttachmentRow } | UploadProgress

type Row = RowOf<'upload_session'>
type UploadMetadata = Omit<WholeUpload, 'received'>

/**
 * State of a chunked upload. It starts as `receiving`. The chunk that completes the file creates the attachment and
 * sets `complete` in one transaction. An invalid or cancelled file is `refused`. When the row is deleted, the next
 * chunk starts a new upload.
 */
type UploadState =
  { is: 'receiving' } | { is: 'complete'; attachmentId: number; since: number } | { is: 'refused'; failure: string }

function toState({ attachmentId, failure, touchTime }: Row): UploadState {
  if (attachmentId !== null) return { is: 'complete', attachmentId, since: touchTime }
  return failure === '' ? { is: 'receiving' } : { is: 'refused', failure }
}

/** The byte ranges that are on disk. */
const parseReceived = (row: Row): Span[] => JSON.parse(row.received) as Span[]

/** Like receivedOf, for an active upload. @throws AppError when the upload has ended meanwhile */
function requireReceived(row: Row | undefined): Span[] {
  if (!row) throw new AppError('unavailable', '上传已中断，请重试该分片')
  if (row.failure !== '') throw new AppError('unsupported', row.failure)
  return parseReceived(row)
}

/**
 * The identifier alone does not suffice, because the clients' identifiers collide for Chinese names (upload-protocol.md
 * P10).
 */
export function computeSessionKey(ctx: CallContext, kind: UploadKind, name: string, params: UploadParameters): string {
  const { identifier, totalSize, fileMd5, dir, relativePath, siteId } = params
  const parts = [ctx.requireSignedIn().accountId, identifier, totalSize, name, fileMd5.toLowerCase()]
  return createHash('sha256')
    .update(JSON.stringify([...parts, kind, dir, relativePath, siteId]))
    .digest('hex')
}

/** A repeated chunk returns the finished attachment within this time; later it starts a new upload. */
const REPEAT_WINDOW_MS = 60_000
/** Errors that resending the last chunk can't fix. */
const FINAL_ERROR_CODES = new Set(['invalid', 'unsupported', 'too-large'])

/**
 * Whether the client's hash distinguishes the file from another one with the same name and size (upload-protocol.md
 * P11).
 */
const hasClientHash = ({ fileMd5, sha512 }: UploadParameters): boolean =>
  (parseHash(sha512) ?? parseHash(fileMd5)) !== null

/** Receives a chunk and writes it at its offset (upload-protocol.md P17). */
export async function receiveChunk(
  ctx: UploadContext,
  kind: UploadKind,
  body: UploadBody,
): Promise<ReceivedUpload<ChunkResult>> {
  const { name, params } = body
  const span = requireChunk(kind, name, params)
  const known = await findRegistered(ctx, kind, params)
  if (known) return reuseAttachment(body, known)
  const key = computeSessionKey(ctx, kind, name, params)
  const arrival = registerArrival(ctx.deps, key, span)
  try {
    const session = await UploadSession.openForChunk(ctx, key, params, arrival)
    if (!(session instanceof UploadSession)) {
      arrival.leave(session)
      return reuseAttachment(body, session)
    }
    const upload = { kind, name, params }
    await session.receive(upload, body, span, arrival)
    return {
      finish: () => session.finish(ctx, upload, span, arrival),
      async discard() {
        arrival.leave(null)
        await session.removeIfEmpty(arrival)
      },
    }
  } catch (error) {
    arrival.leave(null)
    throw error
  }
}

/** Response of a chunk whose bytes are not needed. */
function reuseAttachment({ stream }: UploadBody, same: AttachmentRow): ReceivedUpload<ChunkResult> {
  stream.resume()
  return { finish: async () => ({ same }), discard: async () => undefined }
}

/** A chunked upload as found by a request. Its row contains everything needed to resume. */
export class UploadSession {
  readonly id: number
  readonly state: UploadState
  readonly received: readonly Span[]
  readonly #ctx: CallContext
  readonly #parts: UploadParts

  private constructor(ctx: CallContext, row: Row, parts: UploadParts) {
    this.id = row.id
    this.state = toState(row)
    this.received = parseReceived(row)
    this.#ctx = ctx
    this.#parts = parts
  }

  /** null when there is no session, or its bytes no longer exist. */
  static async find(ctx: CallContext, key: string): Promise<UploadSession | null> {
    const row = await ctx.db.selectFrom('upload_session').selectAll().where('sessionKey', '=', key).executeTakeFirst()
    if (!row) return null
    const session = new UploadSession(ctx, row, await createUploadParts(ctx.deps, row))
    if (session.received.length === 0 || session.state.is !== 'receiving' || (await session.#parts.exist()))
      return session
    await session.remove()
    return null
  }

  /** Finds or creates the session; concurrent requests get the same one. */
  static async #open(ctx: CallContext, key: string, { siteId, totalSize }: UploadParameters): Promise<UploadSession> {
    const known = await UploadSession.find(ctx, key)
    if (known) return known
    const touchTime = ctx.clock.now().getTime()
    const { accountId } = ctx.requireSignedIn()
    const begun = { received: '[]', failure: '', attachmentId: null, touchTime }
    const row = await ctx.db
      .insertInto('upload_session')
      .values({ sessionKey: key, partFile: randomUUID(), ...begun, accountId, siteId, totalSize })
      .onConflict((conflict) => conflict.column('sessionKey').doUpdateSet({ touchTime }))
      .returningAll()
      .executeTakeFirstOrThrow()
    return new UploadSession(ctx, row, await createUploadParts(ctx.deps, row))
  }

  /**
   * The upload of a chunk, or its finished attachment. A refused upload, or one that can't be distinguished from the
   * next file of its name and size, restarts with its first chunk; chunks sent together with the first one may arrive
   * before it. An upload finished some time ago, or with a deleted file, restarts with any chunk.
   */
  static async openForChunk(
    ctx: CallContext,
    key: string,
    params: UploadParameters,
    arrival: Arrival,
  ): Promise<UploadSession | AttachmentRow> {
    const session = await UploadSession.#open(ctx, key, params)
    const { state } = session
    if (state.is === 'receiving') return session
    if (state.is === 'complete') {
      const finished = await session.findRepeatResult(params)
      if (finished && (hasClientHash(params) || !(await arrival.includesFirstChunk()))) return finished
    } else if (!(await arrival.includesFirstChunk())) throw new AppError('unsupported', state.failure)
    await session.remove()
    return UploadSession.#open(ctx, key, params)
  }

  /**
   * The attachment that a finished upload returns for a repeated chunk or a test; null: the chunk belongs to a new
   * upload.
   */
  async findRepeatResult(params: UploadParameters, isTest = false): Promise<AttachmentRow | null> {
    if (this.state.is !== 'complete') return null
    const { attachmentId, since } = this.state
    const hash = parseHash(params.sha512)
    if (hash !== null) {
      const row = await findByAttachmentId(this.#ctx.db, attachmentId)
      return row?.sha512 === hash ? row : null
    }
    if (this.#ctx.clock.now().getTime() - since > REPEAT_WINDOW_MS) return null
    if (!hasClientHash(params) && (isTest || params.chunkNumber === 1)) return null
    return (await findByAttachmentId(this.#ctx.db, attachmentId)) ?? null
  }

  /** Receives the bytes of a chunk. They are on disk when this resolves, and count after `finish`. */
  async receive(upload: UploadMetadata, body: UploadBody, span: Span, arrival: Arrival): Promise<void> {
    try {
      if (this.received.length === 0) {
        const { siteId, totalSize } = upload.params
        const owner = { siteId, accountId: this.#ctx.requireSignedIn().accountId }
        // `more: 0`, because this upload is already counted as unfinished.
        await requireQuota(this.#ctx.db, owner, { more: 0, unfinished: true })
        await this.#parts.prepare(totalSize)
      }
      if (covers(this.received, span)) body.stream.resume()
      else
        await arrival.write(this.id, body.cancel, () =>
          withFileErrors('上传的文件', async () => {
            // Read after becoming the only writer, because another request may have stored the chunk or ended the
            // upload.
            const received = requireReceived(await this.#row())
            if (covers(received, span)) body.stream.resume()
            else await this.#parts.write(span, body, received)
          }),
        )
    } catch (error) {
      await this.removeIfEmpty(arrival)
      throw error
    }
    if (span.start === 0 && span.end >= HEAD_BYTES) await this.#requireHead(upload)
  }

  /** Refuses a file with wrong content after its first chunk. */
  async #requireHead({ kind, name, params }: UploadMetadata): Promise<void> {
    try {
      await this.#parts.assemble(HEAD_BYTES)
      await requireContent(kind, name, params.dir, this.#parts.file)
    } catch (error) {
      if (error instanceof AppError && error.code === 'unsupported') await this.#refuse(error.message)
      throw error
    }
  }

  /** Records the chunk as received, and creates the file if it was the last one. */
  async finish(ctx: UploadContext, upload: UploadMetadata, span: Span, arrival: Arrival): Promise<ChunkResult> {
    const whole = { start: 0, end: upload.params.totalSize }
    let row: AttachmentRow | null = null
    try {
      const received = await this.#addReceived(span)
      if (covers(received, whole))
        return (row = await arrival.complete(this.id, () => this.#complete(ctx, upload, whole, arrival)))
      row = await arrival.waitForOthers(received, whole)
      return row ? { same: row } : { skipUpload: false, uploaded: listReceivedChunks(received, upload.params) }
    } finally {
      arrival.leave(row)
    }
  }

  /** Records received bytes; returns all received spans. The row lock serializes parallel chunks. */
  #addReceived(span: Span): Promise<Span[]> {
    return this.#ctx.db.transaction().execute(async (tx) => {
      const touchTime = this.#ctx.clock.now().getTime()
      const set = (values: { touchTime: number } | { received: string }) =>
        tx.updateTable('upload_session').set(values).where('id', '=', this.id)
      const received = addSpan(requireReceived(await set({ touchTime }).returningAll().executeTakeFirst()), span)
      await set({ received: JSON.stringify(received) }).execute()
      return received
    })
  }

  /** Creates the attachment from the complete chunks. */
  async #complete(ctx: UploadContext, upload: UploadMetadata, whole: Span, arrival: Arrival): Promise<AttachmentRow> {
    const known = await this.#findAttachment()
    if (known) return known
    await arrival.cancelWriters(this.id, whole)
    const [{ file }, size] = [this.#parts, whole.end]
    try {
      await this.#parts.assemble(size)
      const sha512 = await this.#parts.hash(size)
      const sha256 = upload.params.dir === SYNC_DIR ? await hashFile(file, 'sha256') : ''
      const received = { file, size, sha512, sha256 }
      const row = await storeUpload(ctx, { ...upload, received }, (tx, { id }) => this.#setComplete(tx, id))
      await this.#parts.remove()
      return row
    } catch (error) {
      // Another process may have completed the same upload.
      const other = await this.#findAttachment().catch(() => undefined)
      if (other) return other
      if (error instanceof AppError && FINAL_ERROR_CODES.has(error.code)) await this.#refuse(error.message)
      throw error
    }
  }

  /** The attachment, if the upload is complete meanwhile. */
  async #findAttachment(): Promise<AttachmentRow | undefined> {
    const row = await this.#row()
    return row?.attachmentId ? findByAttachmentId(this.#ctx.db, row.attachmentId) : undefined
  }

  /**
   * receiving → complete, in the transaction of the attachment.
   * @throws AppError `cancelled` when the upload was ended meanwhile
   */
  async #setComplete(tx: Kysely<Database>, attachmentId: number): Promise<void> {
    const touchTime = this.#ctx.clock.now().getTime()
    const open = tx.updateTable('upload_session').set({ attachmentId, touchTime }).where('id', '=', this.id)
    const finished = await open.where('failure', '=', '').returning('id').executeTakeFirst()
    if (!finished) throw new AppError('cancelled', '上传已取消，未保存')
  }

  /** receiving → refused, permanently: the bytes are deleted and further chunks refused. */
  async #refuse(failure: string): Promise<void> {
    const touchTime = this.#ctx.clock.now().getTime()
    const { db } = this.#ctx
    await db.updateTable('upload_session').set({ failure, touchTime }).where('id', '=', this.id).execute()
    await this.#parts.remove()
  }

  /** receiving → refused for all further chunks; false: already complete. */
  async refuseFurther(failure: string): Promise<boolean> {
    const open = this.#ctx.db.updateTable('upload_session').set({ failure }).where('id', '=', this.id)
    return (await open.where('attachmentId', 'is', null).returning('id').executeTakeFirst()) !== undefined
  }

  /** Deletes the upload; bytes first, so that none remain without a row. */
  async remove(): Promise<void> {
    await this.#parts.remove()
    await this.#ctx.db.deleteFrom('upload_session').where('id', '=', this.id).execute()
  }

  /** Deletes an upload that never received any bytes. */
  async removeIfEmpty(arrival: Arrival): Promise<void> {
    if (arrival.hasWriters(this.id)) return
    const now = await this.#row()
    if (now?.received === '[]' && now.failure === '') await this.remove()
  }

  #row(): Promise<Row | undefined> {
    return this.#ctx.db.selectFrom('upload_session').selectAll().where('id', '=', this.id).executeTakeFirst()
  }
}

/** Numbers of the received chunks. @param spans sorted and merged, as from addSpan */
export function listReceivedChunks(spans: readonly Span[], params: UploadParameters): number[] {
  const here: number[] = []
  let at = 0
  for (let chunkNumber = 1; chunkNumber <= params.totalChunks; chunkNumber++) {
    const { start, end } = computeSpan({ ...params, chunkNumber, currentChunkSize: undefined })
    while ((spans[at]?.end ?? end) < end) at += 1
    if ((spans[at]?.start ?? Infinity) <= start) here.push(chunkNumber)
  }
  return here
}
