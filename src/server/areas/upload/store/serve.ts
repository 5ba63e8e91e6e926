import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createReadStream } from 'node:fs'
import type { ServerDeps } from '#server/deps.ts'
import { authorise } from '#server/http/auth.ts'
import { FILE_METHODS, sendFile } from '#server/storage/sendFile.ts'
import { storesOf } from '#server/storage/stores.ts'
import { operations } from '#shared/contract/registry.ts'
import { AppError } from '#shared/errors/index.ts'
import { type AttachmentRow, findByAccessPath, FILES_PREFIX, toContentVersion } from '../attachment/attachments.ts'
import { canReadPrivateFile } from '../privacy/privateFiles.ts'
import { THUMBS_PREFIX, getThumb } from './thumbs.ts'

/** Cache headers: a file can be replaced at its address, so caches must revalidate, except for URLs with a version. */
const CACHE_REVALIDATE = 'public, no-cache'
const CACHE_IMMUTABLE = 'public, max-age=31536000, immutable'
/** Private files must not be cached for other sessions. */
const CACHE_NONE = 'private, no-store'

interface Route {
  Params: { '*': string }
  Querystring: { v?: string }
}

/**
 * Serves /files/<year>/<month>/<id>.<ext> and thumbnails below /thumbs/. Uploads are public like the sites that show
 * them; temporary uploads are not served, and files of mails only to those who may read them.
 */
export function serveUploads(app: FastifyInstance, deps: ServerDeps): void {
  const find = async (request: FastifyRequest<Route>, reply: FastifyReply) => {
    const { params, query } = request
    const row = await findByAccessPath(deps.db, FILES_PREFIX + params['*'])
    if (!row || row.expireTime !== null) throw createMissingError()
    if (row.isPrivate === 1) await requireReader(deps, request, reply, row)
    const cacheControl =
      row.isPrivate === 1 ? CACHE_NONE : query.v === toContentVersion(row) ? CACHE_IMMUTABLE : CACHE_REVALIDATE
    return { row, etag: `"${row.sha512.slice(0, 32)}"`, cacheControl, download: false }
  }
  app.route<Route>({
    method: [...FILE_METHODS],
    url: `${FILES_PREFIX}*`,
    handler: async (request, reply) => {
      const { row, ...how } = await find(request, reply)
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
    url: `${THUMBS_PREFIX}*`,
    handler: async (request, reply) => {
      const { row, ...how } = await find(request, reply)
      const thumb = row.imageWidth > 0 ? await getThumb(deps, row.blobKey) : null
      if (!thumb) throw new AppError('not-found', '该文件没有缩略图')
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

const createMissingError = (): AppError => new AppError('not-found', '文件不存在或已被删除')

/** @throws AppError `unauthorized` without a session; `not-found` for accounts that may not read the file */
async function requireReader(
  deps: ServerDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  row: AttachmentRow,
): Promise<void> {
  await authorise(operations['siteMail.detail'], request, reply, deps)
  const who = request.signed
  if (!who || !(await canReadPrivateFile(deps.db, who, row))) throw createMissingError()
}
