import type { FastifyInstance } from 'fastify'
import type { ServerDeps } from '#server/deps.ts'
import type { CallContext } from '#server/http/context.ts'
import { issueTicket, ticketPath } from '#server/http/downloadTickets.ts'
import type { Handler } from '#server/http/routes.ts'
import { formatPath, parsePath } from '#server/storage/path.ts'
import { FILE_METHODS, sendFile } from '#server/storage/serve.ts'
import { storesOf } from '#server/storage/stores.ts'
import { extensionOf } from '#shared/domain/fileNames.ts'
import { AppError } from '#shared/errors/index.ts'
import { templateFor } from '../template/index.ts'
import { sendZip, wholeTemplate, wholeTemplateOf } from './exportZip.ts'
import { entryAt, locateTemplate } from './location.ts'

/** Long enough for a browser to come back for further ranges of a large file. */
const TICKET_MS = 10 * 60_000
const DOWNLOAD_PATH = 'api/sitecraft/download'

/** Call 60. The address is absolute and holds a ticket, so that a browser can open it without the session's token. */
export const download: Handler<'templateFile.download'> = async (ctx, { path, downloadFileName }) => {
  const entry = await entryAt(await locateTemplate(ctx, path, 'read'), downloadFileName, 'file')
  return addressOf(ctx, formatPath(entry.path))
}

/** The address of a zip file with all files of the template and its settings. */
export const exportZip: Handler<'templateFile.exportZip'> = async (ctx, { id }) =>
  addressOf(ctx, wholeTemplate((await templateFor(ctx, { id }, 'read')).folder))

/** An address that answers what the path names, for a few minutes. */
const addressOf = (ctx: CallContext, path: string): Promise<string> =>
  issueTicket(ctx, { route: DOWNLOAD_PATH, path, lasts: TICKET_MS })

/** GET or HEAD of a ticket's address: the file's bytes, with ranges. */
export function serveTickets(app: FastifyInstance, deps: ServerDeps): void {
  app.route<{ Params: { ticket: string } }>({
    method: [...FILE_METHODS],
    url: `/${DOWNLOAD_PATH}/:ticket`,
    handler: async (request, reply) => {
      const ticketed = await ticketPath(deps, request.params.ticket)
      if (ticketed === null) throw new AppError('not-found', '下载地址已过期，请回到文件管理重新点击下载')
      const whole = wholeTemplateOf(ticketed)
      if (whole !== null) return sendZip(request, reply, deps, whole)
      const { templates } = await storesOf(deps)
      const path = parsePath(ticketed)
      const entry = await templates.stat(path)
      if (entry?.kind !== 'file') throw new AppError('not-found', `“${path.at(-1) ?? ''}”已被删除，请刷新文件列表`)
      return sendFile(request, reply, {
        name: entry.name,
        extension: extensionOf(entry.name),
        size: entry.size,
        etag: `"${entry.size}-${entry.mtimeNs}"`,
        cacheControl: 'private, no-store',
        download: true,
        open: (range) => templates.stream(path, range),
      })
    },
  })
}
