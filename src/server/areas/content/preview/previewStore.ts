import { createHash, randomBytes } from 'node:crypto'
import { mkdir, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { ServerDeps } from '#server/deps.ts'
import type { CallContext } from '#server/http/context.ts'
import { fsCode } from '#server/storage/fsErrors.ts'
import { PREVIEW_PAGES } from '#shared/contract/preview.ts'
import { AppError } from '#shared/errors/index.ts'

const KEPT_MS = 30 * 60_000
const TICKET = /^[\w-]{32}$/
/** Content of people stands here: no script, no form, no origin of its own, and nothing from elsewhere. */
const POLICY =
  "default-src 'none'; img-src 'self' data:; media-src 'self'; style-src 'unsafe-inline'; base-uri 'none'; " +
  "form-action 'none'; frame-ancestors *; sandbox"

const folderOf = (deps: ServerDeps): string => join(deps.dataDir, 'previews')
/** The disk does not tell the tickets. */
const fileOf = (deps: ServerDeps, ticket: string): string =>
  join(folderOf(deps), createHash('sha256').update(ticket).digest('hex'))

/** Keeps a page for 30 minutes and answers its absolute address, which nobody can guess and which needs no session. */
export async function keepPreview({ deps, clock, baseUrl }: CallContext, html: string): Promise<string> {
  const ticket = randomBytes(24).toString('base64url')
  const file = fileOf(deps, ticket)
  await mkdir(folderOf(deps), { recursive: true })
  try {
    await writeFile(file, html, { flag: 'wx' })
    const ends = new Date(clock.now().getTime() + KEPT_MS)
    // The file's mtime holds the time at which the preview ends.
    await utimes(file, ends, ends)
  } catch (error) {
    await rm(file, { force: true })
    throw fsCode(error) === 'ENOSPC' ? new AppError('no-space', '服务器的磁盘空间不足，请联系管理员清理后重试') : error
  }
  return `${baseUrl}${PREVIEW_PAGES}/${ticket}`
}

/** GET of a preview's address. */
export function servePreviews(app: FastifyInstance, deps: ServerDeps): void {
  app.get<{ Params: { ticket: string } }>(`/${PREVIEW_PAGES}/:ticket`, async (request, reply) => {
    const { ticket } = request.params
    const file = fileOf(deps, ticket)
    const found = TICKET.test(ticket) ? await stat(file).catch(() => null) : null
    if (!found || found.mtimeMs < deps.clock.now().getTime())
      throw new AppError('not-found', '预览已过期，请回到内容表单重新点击预览')
    return reply
      .header('content-security-policy', POLICY)
      .header('cache-control', 'private, no-store')
      .type('text/html; charset=utf-8')
      .send(await readFile(file))
  })
}

/** Removes previews that have ended. */
export async function prunePreviews(deps: ServerDeps): Promise<void> {
  const folder = folderOf(deps)
  const names = await readdir(folder).catch((error: unknown) => {
    if (fsCode(error) === 'ENOENT') return []
    throw error
  })
  for (const name of names) {
    const found = await stat(join(folder, name)).catch(() => null)
    // KEPT_MS is added because a file that is just being written has the mtime of its last write.
    if (found && found.mtimeMs + KEPT_MS < deps.clock.now().getTime()) await rm(join(folder, name), { force: true })
  }
}
