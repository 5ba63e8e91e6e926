import type { FastifyInstance } from 'fastify'
import type { ServerDeps } from '#server/deps.ts'
import type { CallContext } from '#server/http/context.ts'
import { issueTicket, ticketPath } from '#server/http/downloadTickets.ts'
import type { Handler } from '#server/http/routes.ts'
import { parsePath } from '#server/storage/path.ts'
import { FILE_METHODS, sendFile } from '#server/storage/serve.ts'
import { storesOf } from '#server/storage/stores.ts'
import { extensionOf } from '#shared/domain/fileNames.ts'
import { AppError } from '#shared/errors/index.ts'
import { findTemplate, templateFor } from '../template/index.ts'
import { sendZip, wholeTemplate, wholeTemplateOf } from './exportZip.ts'
import { entryAt, locateTemplate } from './location.ts'

/** Long enough for further range requests of a large file. */
const TICKET_MS = 10 * 60_000
const DOWNLOAD_PATH = 'api/sitecraft/download'

/** Call 60. Returns an absolute URL with a ticket, which a browser can open without a session token. */
export const download: Handler<'templateFile.download'> = async (ctx, { path, downloadFileName }) => {
  const place = await locateTemplate(ctx, path, 'read')
  const entry = await entryAt(place, downloadFileName, 'file')
  return addressOf(ctx, `${place.template.folder}/${entry.path}`)
}

/** Returns the URL of a zip with the template's files and settings. */
export const exportZip: Handler<'templateFile.exportZip'> = async (ctx, { id }) =>
  addressOf(ctx, wholeTemplate((await templateFor(ctx, { id }, 'read')).folder))

/** Issues a download URL that is valid for a few minutes. */
const addressOf = (ctx: CallContext, path: string): Promise<string> =>
  issueTicket(ctx, { route: DOWNLOAD_PATH, path, lasts: TICKET_MS })

/** Serves the files of tickets, with range requests. */
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
      const [folder = '', ...names] = parsePath(ticketed)
      const template = await findTemplate(deps.db, { folder })
      const entry = template && (await templates.find(template.id, names.join('/')))
      const name = names.at(-1) ?? ''
      if (entry?.kind !== 'file') throw new AppError('not-found', `“${name}”已被删除，请刷新文件列表`)
      return sendFile(request, reply, {
        name,
        extension: extensionOf(name),
        size: entry.size,
        etag: `"${entry.sha256}"`,
        cacheControl: 'private, no-store',
        download: true,
        open: (range) => templates.stream(entry, range),
      })
    },
  })
}
