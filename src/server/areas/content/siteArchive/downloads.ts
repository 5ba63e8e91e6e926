import type { FastifyInstance } from 'fastify'
import type { ServerDeps } from '#server/deps.ts'
import type { CallContext } from '#server/http/context.ts'
import { issueTicket, findTicketPath } from '#server/http/downloadTickets.ts'
import { FILE_METHODS, sendFile } from '#server/storage/sendFile.ts'
import type { SiteExport } from '#shared/contract/siteArchive.ts'
import { canSeeMenu } from '#shared/domain/permissions.ts'
import { MENU } from '#shared/domain/systemMenus.ts'
import { AppError } from '#shared/errors/index.ts'
import { DAY_MS, formatDateTime } from '#shared/util/dates.ts'
import { exportInput } from './format.ts'
import { ARCHIVE_RETENTION_MS, findExport } from './archiveFiles.ts'

/** Long enough to download gigabytes over a slow line, with several resumes. */
const TICKET_MS = DAY_MS
const PATH = 'api/sitecraft/archive'
/** Prefix of the job in the ticket of an archive. */
const TICKET_PREFIX = 'archive:'

/**
 * The exports of a site that the caller may download, newest first. Exports with members need access to the members'
 * menu.
 */
export async function findExports(ctx: CallContext, siteId: number): Promise<SiteExport[]> {
  const { db, deps } = ctx
  const canSeeMembers = canSeeMenu(ctx.requireSignedIn().authority, MENU.memberManage)
  const rows = await db
    .selectFrom('job')
    .select(['id', 'endTime', 'input'])
    .where('kind', '=', 'site.export')
    .where('state', '=', 'done')
    .where('siteId', '=', siteId)
    .orderBy('id', 'desc')
    .limit(20)
    .execute()
  const jobs = rows.filter(({ input }) => canSeeMembers || !exportInput.parse(JSON.parse(input)).members)
  const found = await Promise.all(
    jobs.map(async ({ id, endTime }) => {
      const file = await findExport(deps, id)
      const ended = endTime ?? 0
      const isOver = ended + ARCHIVE_RETENTION_MS < deps.clock.now().getTime()
      return file && !isOver
        ? {
            jobId: id,
            createDate: formatDateTime(ended),
            size: file.size,
            expireDate: formatDateTime(ended + ARCHIVE_RETENTION_MS),
          }
        : null
    }),
  )
  return found.filter((each) => each !== null)
}

/** A download address that works for a day without a session. AppError `not-found` when the archive is gone. */
export async function createDownloadAddress(ctx: CallContext, siteId: number, jobId: number): Promise<string> {
  const exports = await findExports(ctx, siteId)
  if (!exports.some((each) => each.jobId === jobId))
    throw new AppError('not-found', '导出包已过期或已被清理，请重新导出')
  return issueTicket(ctx, { route: PATH, path: `${TICKET_PREFIX}${siteId}:${jobId}`, lifetimeMs: TICKET_MS })
}

/** Serves GET and HEAD of an archive's download address, with ranges. */
export function serveArchives(app: FastifyInstance, deps: ServerDeps): void {
  app.route<{ Params: { ticket: string } }>({
    method: [...FILE_METHODS],
    url: `/${PATH}/:ticket`,
    handler: async (request, reply) => {
      const ticketed = await findTicketPath(deps, request.params.ticket)
      const [siteId = 0, jobId = 0] = ticketed?.startsWith(TICKET_PREFIX)
        ? ticketed.slice(TICKET_PREFIX.length).split(':').map(Number)
        : []
      const found = jobId > 0 ? await findExport(deps, jobId) : null
      if (!found) throw new AppError('not-found', '下载地址已过期，请在“导出站点”中重新下载')
      const site = await deps.db.selectFrom('site').select('symbol').where('id', '=', siteId).executeTakeFirst()
      return sendFile(request, reply, {
        name: `${site?.symbol ?? 'site'}.zip`,
        extension: 'zip',
        size: found.size,
        etag: found.etag,
        cacheControl: 'private, no-store',
        download: true,
        open: found.open,
      })
    },
  })
}
