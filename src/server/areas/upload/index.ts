import multipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import type { ServerDeps } from '#server/deps.ts'
import { success } from '#server/http/answer.ts'
import { authorise } from '#server/http/auth.ts'
import { openCall } from '#server/http/call.ts'
import {
  OwnTransactions,
  type RawHandler,
  type RawRoutes,
  type Resource,
  type Routes,
  Unlogged,
} from '#server/http/routes.ts'
import { maintenance } from '#server/storage/maintenance.ts'
import { operations } from '#shared/contract/registry.ts'
import { UPLOAD_KINDS, type UploadKind } from '#shared/contract/upload.ts'
import { type AttachmentRow, ownUpload, present, presentUploaded } from './attachment/attachments.ts'
import { receiveBundle } from './chunks/bundle.ts'
import { removeExpired } from './chunks/expire.ts'
import { type ChunkResult, receiveChunk } from './chunks/session.ts'
import { cancelUpload, testChunk } from './chunks/unfinished.ts'
import { receiveWhole } from './chunks/whole.ts'
import { libraryRoutes } from './library/routes.ts'
import { isChunked, limitBytes, readUpload } from './store/request.ts'
import { serveUploads } from './store/serve.ts'
import { renewLease } from './store/sweep.ts'

export { forgetPrivate, makePrivate, type MailTexts } from './privacy/privateFiles.ts'
export { byAccessPath, FILES, newBlobKey, ownUpload, publicUploads } from './attachment/attachments.ts'
export { type LibraryFile, libraryFile } from './library/readFile.ts'
export { dropUpload, takeUpload } from './store/blobStore.ts'
export { readImage, requireContent } from './store/content.ts'
export { type ServerPicture, storeServerPicture, uploadBytes } from './store/serverPicture.ts'
export { contentKey, storeBlobs } from './store/storeUpload.ts'
export { thumbOf } from './store/thumbs.ts'
export { removeUnused } from './usage/index.ts'

type UploadName = `upload.${UploadKind}` | 'upload.bundle'

const isRow = (result: ChunkResult): result is AttachmentRow => 'id' in result

const DONE = '上传成功'

/** Some clients read the attachment from `datas` (contradictions.md 12). */
const answer = (data: object, msg: string) => ({ ...success(data, msg), datas: data })

const receive =
  (kind: UploadKind): RawHandler<`upload.${UploadKind}`> =>
  async (call, request, reply, note) => {
    const ctx = { ...call, note }
    const result = await readUpload<ChunkResult>(request, limitBytes(kind), async (body) => {
      await call.allow(body.params)
      return isChunked(body.params) ? receiveChunk(ctx, kind, body) : receiveWhole(ctx, kind, body)
    })
    if (isRow(result)) return reply.send(answer(presentUploaded(result), DONE))
    if ('same' in result) return new Unlogged(reply.send(answer(presentUploaded(result.same), DONE)))
    return new Unlogged(reply.send(answer(result, '分片上传成功')))
  }

const raw: RawRoutes<UploadName> = {
  'upload.file': receive('file'),
  'upload.image': receive('image'),
  'upload.video': receive('video'),
  'upload.audio': receive('audio'),
  'upload.bundle': receiveBundle,
}

const routes: Routes<'upload', UploadName> & Routes<'attachment'> = {
  'upload.cancel': new OwnTransactions(async (ctx, { kind, ...params }) => {
    await cancelUpload(ctx, kind, params)
    return null
  }),
  'upload.register': async (ctx, { realName, accessPath, path }) => {
    const row = await ownUpload(ctx, accessPath)
    await ctx.db
      .updateTable('attachment')
      .set({ oldName: realName, path, isRegistered: 1 })
      .where('id', '=', row.id)
      .execute()
    return present({ ...row, oldName: realName })
  },
  ...libraryRoutes,
}

/** P7: a test for a chunk that is not here answers 204, which clients read as "send it". */
function serveTest(app: FastifyInstance, deps: ServerDeps, kind: UploadKind): void {
  const op = operations[`upload.${kind}`]
  app.get(
    `/${op.path}`,
    { onRequest: (request, reply) => authorise(op, request, reply, deps) },
    async (request, reply) => {
      const { ctx } = openCall(deps, request, reply, { who: request.signed, waits: false })
      const found = await testChunk(ctx, kind, request.query)
      if (!found) return reply.status(204).send()
      const data = isRow(found) ? { ...presentUploaded(found), skipUpload: true } : found
      return reply.send(answer(data, '已上传'))
    },
  )
}

async function plugin(app: FastifyInstance, deps: ServerDeps): Promise<void> {
  await app.register(multipart, { throwFileSizeLimit: false })
  // Bodies of every other content type (P17) are left unread for the handlers.
  app.addContentTypeParser('*', (_request, _payload, done) => done(null))
  for (const kind of UPLOAD_KINDS) serveTest(app, deps, kind)
  serveUploads(app, deps)
  renewLease(app, deps)
  maintenance(app, deps, () => removeExpired(deps))
}

/** Calls 2–6, 135 and 136, and what the project adds to them. */
export const upload: Resource = { routes, raw, plugin }
