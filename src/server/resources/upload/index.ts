import multipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import type { ServerDeps } from '#server/deps.ts'
import { success } from '#server/http/answer.ts'
import { authorise } from '#server/http/auth.ts'
import type { RawHandler, RawRoutes, Resource, Routes } from '#server/http/routes.ts'
import { upkeep } from '#server/storage/upkeep.ts'
import { operations } from '#shared/contract/registry.ts'
import { UPLOAD_KINDS, type UploadKind } from '#shared/contract/upload.ts'
import { ownUpload, present } from './attachments.ts'
import { removeExpired } from './expire.ts'
import { receiveUpload } from './receive.ts'
import { serveUploads } from './serve.ts'

export { FILES, newBlobKey, ownUpload, takeUpload } from './attachments.ts'
export { readImage } from './image.ts'

type UploadName = `upload.${UploadKind}`

const receive =
  (kind: UploadKind): RawHandler<UploadName> =>
  async (ctx, request, reply) => {
    const data = present(await receiveUpload(ctx, request, kind))
    // Some clients read the attachment from `datas` (contradictions.md 12).
    return reply.send({ ...success(data, '上传成功'), datas: data })
  }

const raw: RawRoutes<UploadName> = {
  'upload.file': receive('file'),
  'upload.image': receive('image'),
  'upload.video': receive('video'),
  'upload.audio': receive('audio'),
}

const routes: Routes<'upload', UploadName> = {
  'upload.register': async (ctx, { realName, accessPath, path }) => {
    const row = await ownUpload(ctx, accessPath)
    await ctx.db
      .updateTable('attachment')
      .set({ oldName: realName, path, isRegistered: 1 })
      .where('id', '=', row.id)
      .execute()
    return present({ ...row, oldName: realName })
  },
}

async function plugin(app: FastifyInstance, deps: ServerDeps): Promise<void> {
  await app.register(multipart, { throwFileSizeLimit: false })
  for (const kind of UPLOAD_KINDS) {
    const op = operations[`upload.${kind}`]
    // P7: a test for a chunk that is not here answers 204, which clients read as "send it".
    app.get(`/${op.path}`, { onRequest: (request) => authorise(op, request, deps) }, (_request, reply) =>
      reply.status(204).send(),
    )
  }
  serveUploads(app, deps)
  upkeep(app, deps, () => removeExpired(deps))
}

/** Calls 2–6. */
export const upload: Resource = { routes, raw, plugin }
