import { randomBytes } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { toWire } from '#shared/errors/index.ts'
import type { LocalLinks } from '#services/ports.ts'

type Source = Parameters<LocalLinks['publish']>[0]

export interface Links extends LocalLinks {
  /** Streams the published file once; 404 for an unknown or used address. */
  serve(id: string, response: ServerResponse): Promise<void>
}

/** ms. A page opens the address at once; unused addresses must expire. */
const LIFETIME_MS = 5 * 60_000

export function createLinks(): Links {
  const published = new Map<string, Source>()
  return {
    publish(source) {
      const id = randomBytes(18).toString('base64url')
      published.set(id, source)
      setTimeout(() => published.delete(id), LIFETIME_MS).unref()
      return `/download/${id}`
    },
    async serve(id, response) {
      const source = published.get(id)
      published.delete(id)
      if (!source) return sendText(response, 404, '下载地址只能使用一次，请重新点击下载')
      try {
        const { stream, size } = await source.open()
        response.writeHead(200, {
          'content-type': 'application/octet-stream',
          'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(source.name).replace(/['()*]/g, escape)}`,
          'cache-control': 'no-store',
          'x-content-type-options': 'nosniff',
          ...(size === null ? {} : { 'content-length': String(size) }),
        })
        await pipeline(stream, response)
      } catch (error) {
        // The connection is cut, so that the browser does not treat a broken download as complete.
        if (response.headersSent) response.destroy()
        else sendText(response, 502, toWire(error).message)
      }
    },
  }
}

export function sendText(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' })
  response.end(text)
}
