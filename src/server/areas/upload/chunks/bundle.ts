import type { FastifyRequest } from 'fastify'
import { success } from '#server/http/response.ts'
import { parseInput } from '#server/http/input.ts'
import { type RawHandler, UnloggedReply } from '#server/http/routes.ts'
import { iterateChunks } from '#server/storage/spool.ts'
import { storesOf } from '#server/storage/stores.ts'
import { BUNDLE, bundleHead, type UploadParameters } from '#shared/contract/upload.ts'
import { AppError } from '#shared/errors/index.ts'
import { requireValue } from '#shared/util/assertNever.ts'
import { type AttachmentRow, isTemporary, present, type UploadContext } from '../attachment/attachments.ts'
import { type InFlight, registerInFlight } from '../store/attempt.ts'
import { toFileName, isChunked, requireAllowedFile } from '../store/request.ts'
import { computeAttempt, findRegistered, storeUploads, type WholeUpload } from '../store/storeUpload.ts'

/** Head size: a name of 1000 characters, a hash and numbers per file. */
const HEAD_BYTES = BUNDLE.files * 16 * 1024
const LENGTH_BYTES = 4

type BundledFile = Omit<WholeUpload, 'received'> & { bytes: Buffer }
/** A file that was not uploaded before. */
type NewFile = BundledFile & Pick<InFlight, 'requireWanted'>

/**
 * Receives a bundle of small files. Valid files become attachments in one transaction; the result is null for the
 * others.
 */
export const receiveBundle: RawHandler<'upload.bundle'> = async (call, request, reply, note) => {
  const files = parseFiles(await readBody(request))
  const ctx = {
    ...call,
    // Each file of a bundle names its own site.
    allow: async ({ siteId }: UploadParameters) => {
      if (siteId > 0) call.requireSite(siteId)
    },
    note: (tx: typeof call.db) => note(tx, { files: files.map(({ name }) => name) }),
  }
  const inFlight = files.map(({ params }) => registerInFlight(ctx, computeAttempt(params), () => undefined))
  try {
    const rows = await Promise.all(files.map((file) => checkFile(ctx, file)))
    const fresh = files.flatMap((file, at) =>
      rows[at] === 'fresh' ? [{ ...file, ...requireValue(inFlight[at], 'its way') }] : [],
    )
    const stored = await storeFiles(ctx, fresh)
    const remaining = stored.values()
    const answer = rows
      .map((row) => (row === 'fresh' ? (remaining.next().value ?? null) : row))
      .map((row) => row && present(row))
    // Not logged, because nothing was stored: the client resends refused files one by one, and those calls are logged.
    return stored.some((row) => row !== null) ? answer : new UnloggedReply(reply.send(success(answer, '没有新的文件')))
  } finally {
    for (const { leave } of inFlight) leave()
  }
}

/** The attachment of an earlier upload of the file; null when the file is refused. */
async function checkFile(
  ctx: UploadContext,
  { kind, name, params }: BundledFile,
): Promise<AttachmentRow | 'fresh' | null> {
  try {
    await ctx.allow(params)
    requireAllowedFile(kind, name, params)
    return (await findRegistered(ctx, kind, params)) ?? 'fresh'
  } catch (error) {
    if (error instanceof AppError) return null
    throw error
  }
}

async function storeFiles(ctx: UploadContext, files: readonly NewFile[]): Promise<(AttachmentRow | null)[]> {
  if (files.length === 0) return []
  const { blobs } = await storesOf(ctx.deps)
  const results = await Promise.allSettled(
    files.map(async ({ bytes, ...file }) => {
      const received = await blobs.receive(toStream(bytes), { sha256: false })
      return { ...file, received }
    }),
  )
  const received = results.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
  try {
    const failed = results.find((each) => each.status === 'rejected')
    if (failed) throw failed.reason
    return await storeUploads(ctx, received)
  } finally {
    await Promise.all(received.map(({ received }) => blobs.discard(received)))
  }
}

async function* toStream(bytes: Buffer): AsyncGenerator<Buffer> {
  if (bytes.length > 0) yield bytes
}

async function readBody(request: FastifyRequest): Promise<Buffer> {
  const pieces: Buffer[] = []
  let size = 0
  try {
    for await (const piece of iterateChunks(request.raw)) {
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

function parseFiles(body: Buffer): BundledFile[] {
  const headEnd = LENGTH_BYTES + (body.length >= LENGTH_BYTES ? body.readUInt32BE(0) : HEAD_BYTES + 1)
  if (headEnd > LENGTH_BYTES + HEAD_BYTES || headEnd > body.length) throw createMalformedError()
  const { files } = parseInput(bundleHead, parseJson(body.toString('utf8', LENGTH_BYTES, headEnd)))
  let at = headEnd
  const read = files.map(({ kind, ...params }): BundledFile => {
    if (params.register !== 1 || params.identifier === '' || isChunked(params) || isTemporary(params.dir))
      throw new AppError('invalid', '合并上传只接收自行登记的整个文件（register=1，identifier 不能为空）')
    if (params.totalSize > BUNDLE.fileBytes) throw new AppError('too-large', '合并上传只接收小文件，请单独上传大文件')
    const bytes = body.subarray(at, (at += params.totalSize))
    return { kind, name: toFileName(params.filename), params, bytes }
  })
  if (at !== body.length) throw createMalformedError()
  return read
}

const createMalformedError = (): AppError => new AppError('invalid', '合并上传的内容不完整或长度不符，请重新上传')

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw createMalformedError()
  }
}
