import type { FastifyInstance, FastifyRequest } from 'fastify'
import { createReadStream } from 'node:fs'
import type { ServerDeps } from '#server/deps.ts'
import { FILE_METHODS, sendFile } from '#server/storage/serve.ts'
import { storesOf } from '#server/storage/stores.ts'
import { AppError } from '#shared/errors/index.ts'
import { byAccessPath, FILES, versionOf } from '../attachment/attachments.ts'
import { THUMBS, thumbOf } from './thumbs.ts'

/** A file can be replaced under its address, so caches ask whether it is the same; not under an address that names the version. */
const ASKED = 'public, no-cache'
const FOR_GOOD = 'public, max-age=31536000, immutable'

interface Route {
  Params: { '*': string }
  Querystring: { v?: string }
}

/**
 * GET /files/<year>/<month>/<id>.<ext> and its small picture under /thumbs/: uploads are public, as the sites that show
 * them are. Those for the sync are not.
 */
export function serveUploads(app: FastifyInstance, deps: ServerDeps): void {
  const find = async ({ params, query }: FastifyRequest<Route>) => {
    const row = await byAccessPath(deps.db, FILES + params['*'])
    if (!row || row.expireTime !== null) throw new AppError('not-found', '文件不存在或已被删除')
    const cacheControl = query.v === versionOf(row) ? FOR_GOOD : ASKED
    return { row, etag: `"${row.sha512.slice(0, 32)}"`, cacheControl, download: false }
  }
  app.route<Route>({
    method: [...FILE_METHODS],
    url: `${FILES}*`,
    handler: async (request, reply) => {
      const { row, ...how } = await find(request)
      const { blobs } = await storesOf(deps)
      const { oldName: name, extension, size } = row
      return sendFile(request, reply, {
        ...how,
        name,
        extension,
        size,
        open: (part) => blobs.stream(row.blobKey, part),
      })
    },
  })
  app.route<Route>({
    method: [...FILE_METHODS],
    url: `${THUMBS}*`,
    handler: async (request, reply) => {
      const { row, ...how } = await find(request)
      const thumb = row.imageWidth > 0 ? await thumbOf(deps, row.blobKey) : null
      if (!thumb) throw new AppError('not-found', '这个文件没有缩略图')
      const name = `${row.oldName}.webp`
      const { file, size } = thumb
      return sendFile(request, reply, {
        ...how,
        name,
        extension: 'webp',
        size,
        open: (part) => createReadStream(file, part),
      })
    },
  })
}
