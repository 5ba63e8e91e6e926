import type { FastifyInstance } from 'fastify'
import type { ServerDeps } from '#server/deps.ts'
import type { CallContext } from '#server/http/context.ts'
import { issueTicket, findTicketPath } from '#server/http/downloadTickets.ts'
import type { Handler } from '#server/http/routes.ts'
import { parsePath } from '#server/storage/path.ts'
import { FILE_METHODS, sendFile } from '#server/storage/sendFile.ts'
import { storesOf } from '#server/storage/stores.ts'
import { extensionOf } from '#shared/domain/fileNames.ts'
import { AppError } from '#shared/errors/index.ts'
import { findTemplate, requireTemplate } from '../template/index.ts'
import { sendZip, toTemplateTicket, parseTemplateTicket } from './exportZip.ts'
import { requireEntry, locateTemplate } from './location.ts'

/** Long enough for further range requests of a large file. */
const TICKET_LIFETIME_MS = 10 * 60_000
const DOWNLOAD_PATH = 'api/sitecraft/download'

/** Call 60. Returns an absolute URL with a ticket, which a browser can open without a session token. */
export const download: Handler<'templateFile.download'> = async (ctx, { path, downloadFileName }) => {
  const location = await locateTemplate(ctx, path, 'read')
  const entry = await requireEntry(location, downloadFileName, 'file')
  return issueDownloadUrl(ctx, `${location.template.folder}/${entry.path}`)
}

/** Returns the URL of a zip with the template's files and settings. */
export const exportZip: Handler<'templateFile.exportZip'> = async (ctx, { id }) =>
  issueDownloadUrl(ctx, toTemplateTicket((await requireTemplate(ctx, { id }, 'read')).folder))

/** Issues a download URL that is valid for a few minutes. */
const issueDownloadUrl = (ctx: CallContext, path: string): Promise<string> =>
  issueTicket(ctx, { route: DOWNLOAD_PATH, path, lifetimeMs: TICKET_LIFETIME_MS })

/** Serves the files of tickets, with range requests. */
export function serveTickets(app: FastifyInstance, deps: ServerDeps): void {
  app.route<{ Params: { ticket: string } }>({
    method: [...FILE_METHODS],
    url: `/${DOWNLOAD_PATH}/:ticket`,
    handler: async (request, reply) => {
      const path = await findTicketPath(deps, request.params.ticket)
      if (path === null) throw new AppError('not-found', '下载地址已过期，请回到文件管理重新点击下载')
      const templateFolder = parseTemplateTicket(path)
      if (templateFolder !== null) return sendZip(request, reply, deps, templateFolder)
      const { templates } = await storesOf(deps)
      const [folder = '', ...names] = parsePath(path)
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
