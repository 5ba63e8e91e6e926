import { createHash, randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import type { Writable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { SHEET_PATH } from '#shared/contract/sheet.ts'
import { AppError } from '#shared/errors/index.ts'
import type { ServerDeps } from '../deps.ts'
import type { CallContext } from '../http/context.ts'
import { fsCode } from '../storage/fsErrors.ts'
import { FILE_METHODS, sendFile } from '../storage/serve.ts'

/** Long enough to look at a result and then fetch its report. */
const KEPT_MS = 3600_000
const TICKET = /^[\w-]{32}$/

const folderOf = (deps: ServerDeps): string => join(deps.dataDir, 'sheets')
/** The disk does not tell the tickets. */
const fileOf = (deps: ServerDeps, ticket: string): string =>
  join(folderOf(deps), createHash('sha256').update(ticket).digest('hex'))

/**
 * Keeps a sheet for an hour under a ticket that nobody can guess; nothing stays when `write` throws. A file's time on
 * the disk is when it ends.
 */
export async function keepSheet(
  { deps, clock }: CallContext,
  write: (into: Writable) => Promise<void>,
): Promise<string> {
  const ticket = randomBytes(24).toString('base64url')
  const file = fileOf(deps, ticket)
  await mkdir(folderOf(deps), { recursive: true })
  try {
    await write(createWriteStream(file, { flags: 'wx' }))
    const ends = new Date(clock.now().getTime() + KEPT_MS)
    await utimes(file, ends, ends)
  } catch (error) {
    await rm(file, { force: true })
    throw fsCode(error) === 'ENOSPC' ? new AppError('no-space', '服务器的磁盘空间不足，请联系管理员清理后重试') : error
  }
  return ticket
}

/** The absolute address of a kept sheet, which works without the session. @param name without an extension */
export const sheetAddress = ({ baseUrl }: CallContext, ticket: string, name: string): string =>
  `${baseUrl}${SHEET_PATH}/${ticket}/${encodeURIComponent(name)}.xlsx`

/** GET or HEAD of a kept sheet's address. */
export function serveSheets(app: FastifyInstance, deps: ServerDeps): void {
  app.route<{ Params: { ticket: string; name: string } }>({
    method: [...FILE_METHODS],
    url: `/${SHEET_PATH}/:ticket/:name`,
    handler: async (request, reply) => {
      const { ticket, name } = request.params
      const file = fileOf(deps, ticket)
      const found = TICKET.test(ticket) ? await stat(file).catch(() => null) : null
      if (!found || found.mtimeMs < deps.clock.now().getTime()) {
        throw new AppError('not-found', '表格的下载地址已过期，请重新导出')
      }
      return sendFile(request, reply, {
        name,
        extension: 'xlsx',
        size: found.size,
        etag: `"${ticket}"`,
        cacheControl: 'private, no-store',
        download: true,
        open: (range) => createReadStream(file, range),
      })
    },
  })
}

/** Removes what has ended, and what a killed process left half written. */
export async function pruneSheets(deps: ServerDeps): Promise<void> {
  const folder = folderOf(deps)
  const names = await readdir(folder).catch((error: unknown) => {
    if (fsCode(error) === 'ENOENT') return []
    throw error
  })
  for (const name of names) {
    const file = join(folder, name)
    const found = await stat(file).catch(() => null)
    // KEPT_MS is added because a file that is just being written has the mtime of its last write.
    if (found && found.mtimeMs + KEPT_MS < deps.clock.now().getTime()) await rm(file, { force: true })
  }
}
