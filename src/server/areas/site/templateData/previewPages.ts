import { createHash, randomBytes } from 'node:crypto'
import { rm, writeFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import type { ServerDeps } from '#server/deps.ts'
import type { CallContext } from '#server/http/context.ts'
import { fsCode } from '#server/storage/fsErrors.ts'
import { maintenance } from '#server/storage/maintenance.ts'
import { storeUntil, findExpiringFile, expiringTempPath, pruneExpired } from '#server/storage/expiringFiles.ts'
import { PREVIEW_PAGES } from '#shared/contract/preview.ts'
import { AppError } from '#shared/errors/index.ts'

const KEPT_MS = 30 * 60_000
const TICKET = /^[\w-]{32}$/
/** Content of people stands here: no script, no form, no origin of its own, and nothing from elsewhere. */
const POLICY =
  "default-src 'none'; img-src 'self' data:; media-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; " +
  "form-action 'none'; frame-ancestors *; sandbox"

/** The store does not tell the tickets. */
const nameOf = (ticket: string): string => createHash('sha256').update(ticket).digest('hex')

/** Keeps a page for 30 minutes and answers its absolute address, which nobody can guess and which needs no session. */
export async function storePreview({ deps, clock, baseUrl }: CallContext, html: string): Promise<string> {
  const ticket = randomBytes(24).toString('base64url')
  const file = await expiringTempPath(deps, 'previews', nameOf(ticket))
  try {
    await writeFile(file, html, { flag: 'wx' })
    await storeUntil(deps, 'previews', nameOf(ticket), file, new Date(clock.now().getTime() + KEPT_MS))
  } catch (error) {
    await rm(file, { force: true })
    throw fsCode(error) === 'ENOSPC' ? new AppError('no-space', '服务器的磁盘空间不足，请联系管理员清理后重试') : error
  }
  return `${baseUrl}${PREVIEW_PAGES}/${ticket}`
}

/** Pages that are shown before anything of them is saved, of entries and of templates: GET of a preview's address. */
export function previewPages(app: FastifyInstance, deps: ServerDeps): void {
  app.get<{ Params: { ticket: string } }>(`/${PREVIEW_PAGES}/:ticket`, async (request, reply) => {
    const { ticket } = request.params
    const found = TICKET.test(ticket) ? await findExpiringFile(deps, 'previews', nameOf(ticket)) : null
    if (!found) throw new AppError('not-found', '预览已过期，请回到编辑的地方重新点击预览')
    return reply
      .header('content-security-policy', POLICY)
      .header('cache-control', 'private, no-store')
      .type('text/html; charset=utf-8')
      .send(await found.open())
  })
  maintenance(app, deps, () => prunePreviews(deps))
}

/** Removes previews that have ended. */
export const prunePreviews = (deps: ServerDeps): Promise<void> => pruneExpired(deps, 'previews', KEPT_MS)
