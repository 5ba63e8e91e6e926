import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { createReadStream } from 'node:fs'
import { lstat } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pino } from 'pino'
import { AppError } from '#shared/errors/index.ts'
import { notFound, sendError } from '../http/response.ts'
import { FILE_METHODS, sendFile } from '../storage/sendFile.ts'
import type { ProcessOptions } from './options.ts'

const STDERR = 2
/** File names that `npm run release` writes; none can lead out of the folder. */
const NAME = /^[A-Za-z0-9][A-Za-z0-9._+-]{0,200}$/
/** Files that each release rewrites; packages have their version in their name. */
const REWRITTEN_FILES = /\.(yml|sig|json|txt)$/

/**
 * Serves the folder of a release under /updates/ for desktop programs: single files, with ranges, without a listing.
 * Access is public, because the program verifies the signature of each update.
 */
export function serveUpdates(app: FastifyInstance, dir: string): void {
  app.route<{ Params: { name: string } }>({
    method: [...FILE_METHODS],
    url: '/updates/:name',
    schema: { hide: true },
    handler: async (request, reply) => {
      const { name } = request.params
      if (!NAME.test(name)) throw notFound()
      const path = join(dir, name)
      const found = await lstat(path).catch(() => null)
      if (!found?.isFile()) throw notFound()
      return sendFile(request, reply, {
        name,
        extension: name.slice(name.lastIndexOf('.') + 1).toLowerCase(),
        size: found.size,
        etag: `"${found.size.toString(36)}-${Math.round(found.mtimeMs).toString(36)}"`,
        cacheControl: REWRITTEN_FILES.test(name) ? 'no-cache' : 'public, max-age=3600',
        download: true,
        open: (range) => createReadStream(path, range),
      })
    },
  })
}

/** `npm run server -- updates DIR`: serves only the folder, without a database. */
export async function serveUpdatesOnly(
  { dir, host, port, logLevel }: Pick<ProcessOptions, 'dir' | 'host' | 'port' | 'logLevel'>,
  print: (line: string) => void,
): Promise<{ url: string; close(): Promise<void> }> {
  if (!(await lstat(dir).catch(() => null))?.isDirectory())
    throw new AppError('invalid', `目录 ${dir} 不存在，请指定 npm run release 生成的发布文件目录`)
  const log: FastifyBaseLogger = pino({ level: logLevel }, pino.destination(STDERR))
  const app = Fastify({ loggerInstance: log, forceCloseConnections: true })
  app.setErrorHandler(sendError)
  app.setNotFoundHandler((request, reply) => sendError(notFound(), request, reply))
  serveUpdates(app, dir)
  await app.listen({ host, port })
  const address = app.server.address() as AddressInfo
  const url = `http://${address.family === 'IPv6' ? `[${address.address}]` : address.address}:${address.port}`
  print(`listening on ${url}/updates/`)
  return { url, close: () => app.close() }
}
