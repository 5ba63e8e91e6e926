import { createHash, randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import type { Database, RowOf } from '#server/db/schema.ts'
import type { ServerDeps } from '#server/deps.ts'
import type { CallContext } from '#server/http/context.ts'
import { UPLOAD_PART_DAYS, type UploadKind, type UploadParameters } from '#shared/contract/upload.ts'
import { AppError } from '#shared/errors/index.ts'
import { DAY_MS } from '#shared/util/dates.ts'
import { type AttachmentRow, byAttachmentId } from '../attachment/attachments.ts'
import { realHash } from '../store/rules.ts'
import type { ChunkRendezvous } from './chunkRendezvous.ts'
import { sharesParts } from './parts.ts'
import { type Span, withSpan } from './plan.ts'

type Row = RowOf<'upload_session'>

/** An upload of several chunks as the database knows it. */
export interface UploadSession extends Omit<Row, 'received'> {
  received: Span[]
  /** Absolute path of the file that the chunks are written into. */
  file: string
}

const partsDir = (deps: ServerDeps): string => join(deps.dataDir, 'uploads', 'parts')
const fromRow = (deps: ServerDeps, row: Row): UploadSession => ({
  ...row,
  received: JSON.parse(row.received) as Span[],
  file: join(partsDir(deps), row.partFile),
})

/** A client's identifier alone collides for Chinese names, so it never decides (upload-protocol.md P10). */
export function sessionKey(ctx: CallContext, kind: UploadKind, name: string, params: UploadParameters): string {
  const { identifier, totalSize, fileMd5, dir, relativePath, siteId } = params
  const parts = [ctx.signed().accountId, identifier, totalSize, name, fileMd5.toLowerCase()]
  return createHash('sha256')
    .update(JSON.stringify([...parts, kind, dir, relativePath, siteId]))
    .digest('hex')
}

/** null when there is none, or its bytes are gone from the disk. */
export async function findSession(ctx: CallContext, key: string): Promise<UploadSession | null> {
  const row = await ctx.db.selectFrom('upload_session').selectAll().where('sessionKey', '=', key).executeTakeFirst()
  if (!row) return null
  const session = fromRow(ctx.deps, row)
  if (session.received.length === 0 || session.attachmentId !== null || session.failure !== '') return session
  if ((await sharesParts(ctx.deps)) || (await isThere(session.file))) return session
  await endSession(ctx.db, session)
  return null
}

const isThere = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false,
  )

/** The session of this key; of several requests that begin one at the same time, all get the first one's. */
export async function openSession(
  ctx: CallContext,
  key: string,
  { siteId, totalSize }: Pick<UploadParameters, 'siteId' | 'totalSize'>,
): Promise<UploadSession> {
  const known = await findSession(ctx, key)
  // Another process may have begun it.
  if (known && (await sharesParts(ctx.deps))) await mkdir(partsDir(ctx.deps), { recursive: true })
  if (known) return known
  await mkdir(partsDir(ctx.deps), { recursive: true })
  const touchTime = ctx.clock.now().getTime()
  const row = await ctx.db
    .insertInto('upload_session')
    .values({
      sessionKey: key,
      partFile: randomUUID(),
      received: '[]',
      failure: '',
      attachmentId: null,
      touchTime,
      accountId: ctx.signed().accountId,
      siteId,
      totalSize,
    })
    .onConflict((conflict) => conflict.column('sessionKey').doUpdateSet({ touchTime }))
    .returningAll()
    .executeTakeFirstOrThrow()
  return fromRow(ctx.deps, row)
}

/** What of an upload is here by now. AppError when it was ended meanwhile. */
export async function receivedNow({ db }: CallContext, { id }: UploadSession): Promise<Span[]> {
  const row = await db.selectFrom('upload_session').selectAll().where('id', '=', id).executeTakeFirst()
  return receivedOf(row)
}

function receivedOf(row: Row | undefined): Span[] {
  if (!row) throw new AppError('unavailable', '上传被打断，请重试这个分片')
  if (row.failure !== '') throw new AppError('unsupported', row.failure)
  return JSON.parse(row.received) as Span[]
}

/** Notes bytes that are safely on the disk; answers all that are. The row's lock keeps parallel chunks apart. */
export function addReceived(ctx: CallContext, { id }: UploadSession, span: Span): Promise<Span[]> {
  return ctx.db.transaction().execute(async (tx) => {
    const touchTime = ctx.clock.now().getTime()
    const row = await tx
      .updateTable('upload_session')
      .set({ touchTime })
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst()
    const received = withSpan(receivedOf(row), span)
    await tx
      .updateTable('upload_session')
      .set({ received: JSON.stringify(received) })
      .where('id', '=', id)
      .execute()
    return received
  })
}

/** The upload was refused for good: its bytes go, and what else comes of it is refused too. */
export async function failSession(ctx: CallContext, session: UploadSession, failure: string): Promise<void> {
  const touchTime = ctx.clock.now().getTime()
  await ctx.db.updateTable('upload_session').set({ failure, touchTime }).where('id', '=', session.id).execute()
  await rm(session.file, { force: true })
}

/** Refuses all that may still come of an unfinished upload; false: it is finished, and stays. */
export async function closeSession({ db }: CallContext, { id }: UploadSession, failure: string): Promise<boolean> {
  const open = db.updateTable('upload_session').set({ failure }).where('id', '=', id).where('attachmentId', 'is', null)
  return (await open.returning('id').executeTakeFirst()) !== undefined
}

/**
 * Notes with the attachment's row what the upload became.
 * @throws AppError `cancelled` when it was ended meanwhile
 */
export async function finishSession(tx: Kysely<Database>, id: number, attachmentId: number, touchTime: number) {
  const open = tx.updateTable('upload_session').set({ attachmentId, touchTime }).where('id', '=', id)
  const finished = await open.where('failure', '=', '').returning('id').executeTakeFirst()
  if (!finished) throw new AppError('cancelled', '上传已取消，没有保存')
}

/** Forgets an upload; the bytes go first, so that none stay without a row. */
export async function endSession(db: Kysely<Database>, session: { id: number; file: string }): Promise<void> {
  await rm(session.file, { force: true })
  await db.deleteFrom('upload_session').where('id', '=', session.id).execute()
}

/** Removes the bytes of uploads that are over: a process was killed before it could. */
export async function removeEndedParts(deps: ServerDeps): Promise<void> {
  const files = await readdir(partsDir(deps)).catch(() => [])
  for (const partFile of files) {
    const row = await deps.db
      .selectFrom('upload_session')
      .select('id')
      .where('partFile', '=', partFile)
      .where((eb) => eb.or([eb('attachmentId', 'is not', null), eb('failure', '<>', '')]))
      .executeTakeFirst()
    if (row) await rm(join(partsDir(deps), partFile), { force: true })
  }
}

/** Unfinished uploads are kept for some days (upload-protocol.md P15). */
export async function endOldSessions(deps: ServerDeps): Promise<void> {
  const before = deps.clock.now().getTime() - UPLOAD_PART_DAYS * DAY_MS
  const rows = await deps.db.selectFrom('upload_session').selectAll().where('touchTime', '<', before).execute()
  for (const row of rows) await endSession(deps.db, fromRow(deps, row))
}

/** A finished upload answers a repeated chunk for this long; later the same file is a new upload. */
const REPEAT_MS = 60_000
/** Does the client's hash tell this file from another one of the same name and size (upload-protocol.md P11)? */
const isSure = ({ fileMd5, sha512 }: UploadParameters): boolean => (realHash(sha512) ?? realHash(fileMd5)) !== null

/** What a finished upload answers to one more chunk, or to a `test` for one; null: it belongs to a new upload. */
export async function repeated(
  ctx: CallContext,
  { attachmentId, touchTime }: UploadSession,
  params: UploadParameters,
  isTest = false,
): Promise<AttachmentRow | null> {
  if (attachmentId === null) return null
  const hash = realHash(params.sha512)
  if (hash !== null) {
    const row = await byAttachmentId(ctx.db, attachmentId)
    return row?.sha512 === hash ? row : null
  }
  if (ctx.clock.now().getTime() - touchTime > REPEAT_MS) return null
  if (!isSure(params) && (isTest || params.chunkNumber === 1)) return null
  return (await byAttachmentId(ctx.db, attachmentId)) ?? null
}

/**
 * The upload that a chunk belongs to, and what it became. One that failed, or that nobody can tell from the next file of
 * its name and size, begins anew with its first chunk; those that are sent beside that may come before it. One that was
 * finished some time ago, or whose file is deleted, begins anew with any.
 */
export async function sessionFor(ctx: CallContext, key: string, params: UploadParameters, arrival: ChunkRendezvous) {
  const session = await openSession(ctx, key, params)
  if (session.failure === '' && session.attachmentId === null) return { session, finished: null }
  const finished = await repeated(ctx, session, params)
  if (finished && isSure(params)) return { session, finished }
  if ((finished || session.failure !== '') && !(await arrival.firstChunk())) {
    if (finished) return { session, finished }
    throw new AppError('unsupported', session.failure)
  }
  await endSession(ctx.db, session)
  return { session: await openSession(ctx, key, params), finished: null }
}
