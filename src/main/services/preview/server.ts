import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import writeFileAtomic from 'write-file-atomic'
import { LIVE_PREVIEW } from '#shared/contract/livePreview.ts'

/** Handles a request below the site's prefix, or for an upload of its pages. */
export type HandleRequest = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/**
 * The only loopback port for all previewed workspaces, each below an unguessable path. The page's security policy names
 * this origin, so no other port of this computer can be embedded.
 */
export interface PreviewServer {
  /** Starts listening at the first call; '' when no port is available. */
  origin(): Promise<string>
  /** Returns the secret path of a site, without a trailing `/`, and a function that removes it. */
  mount(answer: HandleRequest): { prefix: string; remove: () => void }
  close(): Promise<void>
}

/** @param folder stores the port, because a page that is still open from the last run may embed only that port */
export function createPreviewServer(folder: string): PreviewServer {
  const sites = new Map<string, HandleRequest>()
  const server = createServer((request, response) => {
    const answer = siteOf(request)
    if (answer === null) return void response.writeHead(403, { 'content-type': 'text/plain' }).end()
    answer(request, response).catch(() => response.destroy())
  })
  let started: Promise<string> | null = null

  /** null: the request does not come from a page of this server. */
  function siteOf({ headers: { host, referer }, method, url = '/' }: IncomingMessage): HandleRequest | null {
    const { port = 0 } = (server.address() as AddressInfo | null) ?? {}
    if (host !== `127.0.0.1:${port}` || method !== 'GET') return null
    const named = sites.get(url.split('/', 2)[1] ?? '')
    if (named) return named
    // Uploads are at the root, not below a site's path: the requesting site is the only one, or is known from the
    // referrer.
    const from = URL.canParse(referer ?? '') ? new URL(referer ?? '').pathname.split('/', 2)[1] : undefined
    return sites.get(from ?? '') ?? [...sites.values()].at(-1) ?? null
  }

  const listen = (port: number): Promise<boolean> =>
    new Promise((resolve) => {
      const failed = (): void => resolve(false)
      server.once('error', failed).listen(port, '127.0.0.1', () => {
        server.off('error', failed)
        resolve(true)
      })
    })

  async function start(): Promise<string> {
    const file = join(folder, 'preview-port')
    const before = Number(await readFile(file, 'utf8').catch(() => '0'))
    const isPort = Number.isInteger(before) && before > 0 && before < 65_536
    if (!(isPort && (await listen(before))) && !(await listen(0))) return ''
    server.unref()
    const { port } = server.address() as AddressInfo
    if (port !== before) await writeFileAtomic(file, String(port), { mode: 0o600 }).catch(() => undefined)
    return `http://127.0.0.1:${port}`
  }

  return {
    origin: () => (started ??= start()),
    mount(answer) {
      const name = `${LIVE_PREVIEW}-${randomBytes(18).toString('base64url')}`
      sites.set(name, answer)
      return { prefix: `/${name}`, remove: () => void sites.delete(name) }
    },
    async close() {
      await started
      server.closeAllConnections()
      server.close()
    },
  }
}
