import { createHash, randomBytes } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import type { ServerDeps } from '#server/deps.ts'
import type { CallContext } from '#server/http/context.ts'
import { fsCode } from '#server/storage/fsErrors.ts'
import { scheduleMaintenance } from '#server/jobs/maintenance.ts'
import { storeExpiringFile, findExpiringFile, expiringTempPath, pruneExpired } from '#server/storage/expiringFiles.ts'
import { PREVIEW_PAGES } from '#shared/contract/preview.ts'
import { AppError } from '#shared/errors/index.ts'

const PREVIEW_LIFETIME_MS = 30 * 60_000
const TICKET = /^[\w-]{32}$/
/** The page contains user content: no scripts, forms, own origin or external resources. */
const POLICY =
  "default-src 'none'; img-src 'self' data:; media-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; " +
  "form-action 'none'; frame-ancestors *; sandbox"

/** Hashes the ticket, so that the store does not reveal it. */
const toFileName = (ticket: string): string => createHash('sha256').update(ticket).digest('hex')

/** Stores a page for 30 minutes and returns its absolute URL, which nobody can guess and which needs no session. */
export async function storePreview({ deps, clock, baseUrl }: CallContext, html: string): Promise<string> {
  const ticket = randomBytes(24).toString('base64url')
  const file = await expiringTempPath(deps, 'previews', toFileName(ticket))
  try {
    await writeFile(file, html, { flag: 'wx' })
    await storeExpiringFile(
      deps,
      'previews',
      toFileName(ticket),
      file,
      new Date(clock.now().getTime() + PREVIEW_LIFETIME_MS),
    )
  } catch (error) {
    await rm(file, { force: true })
    throw fsCode(error) === 'ENOSPC' ? new AppError('no-space', '服务器的磁盘空间不足，请联系管理员清理后重试') : error
  }
  return `${baseUrl}${PREVIEW_PAGES}/${ticket}`
}

/** Serves the stored previews of entries and templates. */
export function servePreviewPages(app: FastifyInstance, deps: ServerDeps): void {
  app.get<{ Params: { ticket: string } }>(`/${PREVIEW_PAGES}/:ticket`, async (request, reply) => {
    const { ticket } = request.params
    const found = TICKET.test(ticket) ? await findExpiringFile(deps, 'previews', toFileName(ticket)) : null
    if (!found) throw new AppError('not-found', '预览已过期，请返回编辑页面重新点击预览')
    return reply
      .header('content-security-policy', POLICY)
      .header('cache-control', 'private, no-store')
      .type('text/html; charset=utf-8')
      .send(await found.open())
  })
  scheduleMaintenance(app, deps, () => prunePreviews(deps))
}

/** Deletes expired previews. */
export const prunePreviews = (deps: ServerDeps): Promise<void> => pruneExpired(deps, 'previews', PREVIEW_LIFETIME_MS)
