import type { FastifyRequest } from 'fastify'
import { success } from '#server/http/answer.ts'
import { parseInput } from '#server/http/input.ts'
import { type RawHandler, Unlogged } from '#server/http/routes.ts'
import { piecesOf } from '#server/storage/spool.ts'
import { storesOf } from '#server/storage/stores.ts'
import { BUNDLE, bundleHead, type UploadParameters } from '#shared/contract/upload.ts'
import { AppError } from '#shared/errors/index.ts'
import { must } from '#shared/util/assertNever.ts'
import { type AttachmentRow, isPassing, present, type UploadContext } from '../attachment/attachments.ts'
import { type InFlight, setInFlight } from '../store/attempt.ts'
import { fileName, isChunked, requireAllowed } from '../store/request.ts'
import { attemptOf, registeredBefore, storeUploads, type WholeUpload } from '../store/storeUpload.ts'

/** Head size: a name of 1000 characters, a hash and numbers per file. */
const HEAD_BYTES = BUNDLE.files * 16 * 1024
const LENGTH_BYTES = 4

type Bundled = Omit<WholeUpload, 'received'> & { bytes: Buffer }
/** A file that was not uploaded before. */
type Fresh = Bundled & Pick<InFlight, 'requireWanted'>

/**
 * Receives a bundle of small files. Valid files become attachments in one transaction; the result is null for the
 * others.
 */
export const receiveBundle: RawHandler<'upload.bundle'> = async (call, request, reply, note) => {
  const files = readFiles(await bodyOf(request))
  const ctx = {
    ...call,
    // Each file of a bundle names its own site.
    allow: async ({ siteId }: UploadParameters) => {
      if (siteId > 0) call.requireSite(siteId)
    },
    note: (tx: typeof call.db) => note(tx, { files: files.map(({ name }) => name) }),
  }
  const ways = files.map(({ params }) => setInFlight(ctx, attemptOf(params), () => undefined))
  try {
    const rows = await Promise.all(files.map((file) => knownOrFit(ctx, file)))
    const fresh = files.flatMap((file, at) => (rows[at] === 'fresh' ? [{ ...file, ...must(ways[at], 'its way') }] : []))
    const stored = await takeAll(ctx, fresh)
    const left = stored.values()
    const answer = rows
      .map((row) => (row === 'fresh' ? (left.next().value ?? null) : row))
      .map((row) => row && present(row))
    // Not logged, because nothing was stored: the client resends refused files one by one, and those calls are logged.
    return stored.some((row) => row !== null) ? answer : new Unlogged(reply.send(success(answer, '没有新的文件')))
  } finally {
    for (const { leave } of ways) leave()
  }
}

/** The attachment of an earlier upload of the file; null when the file is refused. */
async function knownOrFit(
  ctx: UploadContext,
  { kind, name, params }: Bundled,
): Promise<AttachmentRow | 'fresh' | null> {
  try {
    await ctx.allow(params)
    requireAllowed(kind, name, params)
    return (await registeredBefore(ctx, kind, params)) ?? 'fresh'
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

async function takeAll(ctx: UploadContext, files: readonly Fresh[]): Promise<(AttachmentRow | null)[]> {
  if (files.length === 0) return []
  const { blobs } = await storesOf(ctx.deps)
  const tried = await Promise.allSettled(
    files.map(async ({ bytes, ...file }) => {
      const received = await blobs.receive(once(bytes), { sha256: false })
      return { ...file, received }
    }),
  )
  const taken = tried.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
  try {
    const failed = tried.find((each) => each.status === 'rejected')
    if (failed) throw failed.reason
    return await storeUploads(ctx, taken)
  } finally {
    await Promise.all(taken.map(({ received }) => blobs.discard(received)))
  }
}

async function* once(bytes: Buffer): AsyncGenerator<Buffer> {
  if (bytes.length > 0) yield bytes
}

async function bodyOf(request: FastifyRequest): Promise<Buffer> {
  const pieces: Buffer[] = []
  let size = 0
  try {
    for await (const piece of piecesOf(request.raw)) {
      size += piece.length
      if (size > LENGTH_BYTES + HEAD_BYTES + BUNDLE.bytes)
        throw new AppError('too-large', '一次上传的小文件过多，请分批上传')
      pieces.push(piece)
    }
  } catch (error) {
    request.raw.resume()
    if (error instanceof AppError) throw error
    throw new AppError('cancelled', '上传已中断，未保存', { cause: error })
  }
  return Buffer.concat(pieces, size)
}

function readFiles(body: Buffer): Bundled[] {
  const headEnd = LENGTH_BYTES + (body.length >= LENGTH_BYTES ? body.readUInt32BE(0) : HEAD_BYTES + 1)
  if (headEnd > LENGTH_BYTES + HEAD_BYTES || headEnd > body.length) throw broken()
  const { files } = parseInput(bundleHead, parsed(body.toString('utf8', LENGTH_BYTES, headEnd)))
  let at = headEnd
  const read = files.map(({ kind, ...params }): Bundled => {
    if (params.register !== 1 || params.identifier === '' || isChunked(params) || isPassing(params.dir))
      throw new AppError('invalid', '合并上传只接收自行登记的整个文件（register=1，identifier 不能为空）')
    if (params.totalSize > BUNDLE.fileBytes) throw new AppError('too-large', '合并上传只接收小文件，请单独上传大文件')
    const bytes = body.subarray(at, (at += params.totalSize))
    return { kind, name: fileName(params.filename), params, bytes }
  })
  if (at !== body.length) throw broken()
  return read
}

const broken = (): AppError => new AppError('invalid', '合并上传的内容不完整或长度不符，请重新上传')

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw broken()
  }
}
