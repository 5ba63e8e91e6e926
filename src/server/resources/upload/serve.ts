import type { FastifyInstance } from 'fastify'
import type { ServerDeps } from '#server/deps.ts'
import { FILE_METHODS, sendFile } from '#server/storage/serve.ts'
import { storesOf } from '#server/storage/stores.ts'
import { AppError } from '#shared/errors/index.ts'
import { blobKey, byAccessPath, FILES } from './attachments.ts'

/** GET /files/<year>/<month>/<id>.<ext>: uploads are public, as the sites that show them are. Those for the sync are not. */
export function serveUploads(app: FastifyInstance, deps: ServerDeps): void {
  app.route<{ Params: { '*': string } }>({
    method: [...FILE_METHODS],
    url: `${FILES}*`,
    handler: async (request, reply) => {
      const row = await byAccessPath(deps.db, FILES + request.params['*'])
      if (!row || row.expireTime !== null) throw new AppError('not-found', '文件不存在或已被删除')
      const { blobs } = await storesOf(deps)
      return sendFile(request, reply, {
        name: row.oldName,
        extension: row.extension,
        size: row.size,
        etag: `"${row.sha512.slice(0, 32)}"`,
        cacheControl: 'public, max-age=31536000, immutable',
        download: false,
        open: (range) => blobs.stream(blobKey(row.accessPath), range),
      })
    },
  })
}
