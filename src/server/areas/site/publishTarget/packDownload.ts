import type { FastifyInstance } from 'fastify'
import type { ServerDeps } from '#server/deps.ts'
import type { CallContext } from '#server/http/context.ts'
import { issueTicket, findTicketPath } from '#server/http/downloadTickets.ts'
import { findArchive } from '#server/storage/archives.ts'
import { FILE_METHODS, sendFile } from '#server/storage/sendFile.ts'
import { AppError } from '#shared/errors/index.ts'
import { DAY_MS } from '#shared/util/dates.ts'

/** Long enough to download gigabytes over a slow line, with several resumes. */
const TICKET_MS = DAY_MS
const PATH = 'api/sitecraft/release'
/** Prefix of the deployment in the ticket of its zip. */
const TICKET_OF = 'release:'

/** The name under which the zip of a deployment is kept. */
export const packName = (deploymentId: number): string => `release-${deploymentId}`

/** Which of some deployments have a zip that can be downloaded. */
export async function packedOf({ deps }: CallContext, ids: readonly number[]): Promise<Set<number>> {
  const found = await Promise.all(ids.map(async (id) => ((await findArchive(deps, packName(id))) ? [id] : [])))
  return new Set(found.flat())
}

/** A download address that works for a day without a session. AppError `not-found` when the zip is gone. */
export async function packAddress(ctx: CallContext, deploymentId: number): Promise<string> {
  if (!(await findArchive(ctx.deps, packName(deploymentId))))
    throw new AppError('not-found', '压缩包已过期或已被清理，请重新发布')
  return issueTicket(ctx, { route: PATH, path: `${TICKET_OF}${deploymentId}`, lifetimeMs: TICKET_MS })
}

/** Serves GET and HEAD of a zip's download address, with ranges. */
export function servePacks(app: FastifyInstance, deps: ServerDeps): void {
  app.route<{ Params: { ticket: string } }>({
    method: [...FILE_METHODS],
    url: `/${PATH}/:ticket`,
    handler: async (request, reply) => {
      const ticketed = await findTicketPath(deps, request.params.ticket)
      const id = ticketed?.startsWith(TICKET_OF) ? Number(ticketed.slice(TICKET_OF.length)) : 0
      const found = id > 0 ? await findArchive(deps, packName(id)) : null
      if (!found) throw new AppError('not-found', '下载地址已过期，请在发布记录中重新下载')
      const site = await deps.db
        .selectFrom('deployment')
        .innerJoin('site', 'site.id', 'deployment.siteId')
        .select('site.symbol')
        .where('deployment.id', '=', id)
        .executeTakeFirst()
      return sendFile(request, reply, {
        name: `${site?.symbol ?? 'site'}-${id}.zip`,
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
