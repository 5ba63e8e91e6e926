import multipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import type { ServerDeps } from '#server/deps.ts'
import { success } from '#server/http/response.ts'
import { authorise } from '#server/http/auth.ts'
import { openCall } from '#server/http/call.ts'
import {
  OwnTransactions,
  type RawHandler,
  type RawRoutes,
  type Resource,
  type Routes,
  UnloggedReply,
} from '#server/http/routes.ts'
import { scheduleMaintenance } from '#server/jobs/maintenance.ts'
import { operations } from '#shared/contract/registry.ts'
import { UPLOAD_KINDS, type UploadKind } from '#shared/contract/upload.ts'
import { type AttachmentRow, requireOwnUpload, present, presentUploaded } from './attachment/attachments.ts'
import { receiveBundle } from './chunks/bundle.ts'
import { removeExpired } from './chunks/expire.ts'
import { type ChunkResult, receiveChunk } from './chunks/session.ts'
import { cancelUpload, testChunk } from './chunks/unfinished.ts'
import { receiveWhole } from './chunks/whole.ts'
import { libraryRoutes } from './library/routes.ts'
import { isChunked, getLimitBytes, readUpload } from './store/request.ts'
import { serveUploads } from './store/serve.ts'
import { startLeaseRenewal } from './store/sweep.ts'

export { removeUnusedPrivate, makePrivate, type MailTexts } from './privacy/privateFiles.ts'
export {
  findByAccessPath,
  FILES_PREFIX,
  createBlobKey,
  requireOwnUpload,
  publicUploads,
} from './attachment/attachments.ts'
export { type LibraryFile, findLibraryFile } from './library/readFile.ts'
export { removeOwnUpload, claimUpload } from './store/blobStore.ts'
export { readImage, requireContent } from './store/content.ts'
export { type ServerPicture, storeServerPicture, readUploadBytes } from './store/serverPicture.ts'
export { toContentKey, storeBlobs } from './store/storeUpload.ts'
export { getThumb } from './store/thumbs.ts'
export { removeUnused } from './usage/index.ts'

type UploadName = `upload.${UploadKind}` | 'upload.bundle'

const isAttachment = (result: ChunkResult): result is AttachmentRow => 'id' in result

const SUCCESS_TEXT = '上传成功'

/** Some clients read the attachment from `datas` (contradictions.md 12). */
const toResponse = (data: object, msg: string) => ({ ...success(data, msg), datas: data })

const createReceiver =
  (kind: UploadKind): RawHandler<`upload.${UploadKind}`> =>
  async (call, request, reply, note) => {
    const ctx = { ...call, note }
    const result = await readUpload<ChunkResult>(request, getLimitBytes(kind), async (body) => {
      await call.allow(body.params)
      return isChunked(body.params) ? receiveChunk(ctx, kind, body) : receiveWhole(ctx, kind, body)
    })
    if (isAttachment(result)) return reply.send(toResponse(presentUploaded(result), SUCCESS_TEXT))
    if ('same' in result) return new UnloggedReply(reply.send(toResponse(presentUploaded(result.same), SUCCESS_TEXT)))
    return new UnloggedReply(reply.send(toResponse(result, '分片上传成功')))
  }

const raw: RawRoutes<UploadName> = {
  'upload.file': createReceiver('file'),
  'upload.image': createReceiver('image'),
  'upload.video': createReceiver('video'),
  'upload.audio': createReceiver('audio'),
  'upload.bundle': receiveBundle,
}

const routes: Routes<'upload', UploadName> & Routes<'attachment'> = {
  'upload.cancel': new OwnTransactions(async (ctx, { kind, ...params }) => {
    await cancelUpload(ctx, kind, params)
    return null
  }),
  'upload.register': async (ctx, { realName, accessPath, path }) => {
    const row = await requireOwnUpload(ctx, accessPath)
    await ctx.db
      .updateTable('attachment')
      .set({ oldName: realName, path, isRegistered: 1 })
      .where('id', '=', row.id)
      .execute()
    return present({ ...row, oldName: realName })
  },
  ...libraryRoutes,
}

/** P7: a test for a missing chunk returns 204, upon which clients send the chunk. */
function serveChunkTest(app: FastifyInstance, deps: ServerDeps, kind: UploadKind): void {
  const op = operations[`upload.${kind}`]
  app.get(
    `/${op.path}`,
    { onRequest: (request, reply) => authorise(op, request, reply, deps) },
    async (request, reply) => {
      const { ctx } = openCall(deps, request, reply, { who: request.signed, waits: false })
      const found = await testChunk(ctx, kind, request.query)
      if (!found) return reply.status(204).send()
      const data = isAttachment(found) ? { ...presentUploaded(found), skipUpload: true } : found
      return reply.send(toResponse(data, '已上传'))
    },
  )
}

async function plugin(app: FastifyInstance, deps: ServerDeps): Promise<void> {
  await app.register(multipart, { throwFileSizeLimit: false })
  // Bodies of other content types (P17) are left unparsed for the handlers.
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
  for (const kind of UPLOAD_KINDS) serveChunkTest(app, deps, kind)
  serveUploads(app, deps)
  startLeaseRenewal(app, deps)
  scheduleMaintenance(app, deps, () => removeExpired(deps))
}

/** Calls 2–6, 135 and 136, and the project's own calls. */
export const upload: Resource = { routes, raw, plugin }
