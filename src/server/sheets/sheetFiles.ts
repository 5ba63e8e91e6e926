import { createHash, randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import { SHEET_PATH } from '#shared/contract/sheet.ts'
import { AppError } from '#shared/errors/index.ts'
import type { ServerDeps } from '../deps.ts'
import type { CallContext } from '../http/context.ts'
import { fsCode } from '../storage/fsErrors.ts'
import { storeExpiringFile, findExpiringFile, expiringTempPath, pruneExpired } from '../storage/expiringFiles.ts'
import { FILE_METHODS, sendFile } from '../storage/sendFile.ts'

/** Lifetime of a sheet: enough to view a result and then download its report. */
const LIFETIME_MS = 3600_000
const TICKET = /^[\w-]{32}$/

/** Names in the store are hashes, so that they don't reveal tickets. */
const nameOf = (ticket: string): string => createHash('sha256').update(ticket).digest('hex')

/** Stores a sheet for an hour under a random ticket. `write` creates the file, which is removed after an error. */
export async function storeSheet(
  { deps, clock }: CallContext,
  write: (file: string) => Promise<void>,
): Promise<string> {
  const ticket = randomBytes(24).toString('base64url')
  const file = await expiringTempPath(deps, 'sheets', nameOf(ticket))
  try {
    await write(file)
    await storeExpiringFile(deps, 'sheets', nameOf(ticket), file, new Date(clock.now().getTime() + LIFETIME_MS))
  } catch (error) {
    await rm(file, { force: true })
    throw fsCode(error) === 'ENOSPC' ? new AppError('no-space', '服务器的磁盘空间不足，请联系管理员清理后重试') : error
  }
  return ticket
}

/** The absolute address of a stored sheet, which works without a session. @param name without an extension */
export const sheetAddress = ({ baseUrl }: CallContext, ticket: string, name: string): string =>
  `${baseUrl}${SHEET_PATH}/${ticket}/${encodeURIComponent(name)}.xlsx`

/** Serves the addresses of stored sheets. */
export function serveSheets(app: FastifyInstance, deps: ServerDeps): void {
  app.route<{ Params: { ticket: string; name: string } }>({
    method: [...FILE_METHODS],
    url: `/${SHEET_PATH}/:ticket/:name`,
    handler: async (request, reply) => {
      const { ticket, name } = request.params
      const found = TICKET.test(ticket) ? await findExpiringFile(deps, 'sheets', nameOf(ticket)) : null
      if (!found) {
        throw new AppError('not-found', '表格的下载地址已过期，请重新导出')
      }
      return sendFile(request, reply, {
        name,
        extension: 'xlsx',
        size: found.size,
        etag: `"${ticket}"`,
        cacheControl: 'private, no-store',
        download: true,
        open: (range) => found.open(range),
      })
    },
  })
}

/** Removes expired sheets, and partial files of killed processes. */
export const pruneSheets = (deps: ServerDeps): Promise<void> => pruneExpired(deps, 'sheets', LIFETIME_MS)
