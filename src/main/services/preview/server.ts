import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import writeFileAtomic from 'write-file-atomic'
import { LIVE_PREVIEW } from '#shared/contract/livePreview.ts'

/** Answers a request below the site's prefix, or for an upload of its pages. */
export type Answer = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/**
 * The one loopback port on which all previewed workspaces stand, each below a path that nobody can guess. The page's policy
 * names its origin, so no other port of this computer can be framed.
 */
export interface PreviewServer {
  /** Listens at the first question; '' when no port could be had. */
  origin(): Promise<string>
  /** Answers the secret path of a site, without a `/` at its end, and the way to take it away. */
  mount(answer: Answer): { prefix: string; remove: () => void }
  close(): Promise<void>
}

/** @param folder remembers the port there: a page that is still open from the run before may frame that one alone. */
export function createPreviewServer(folder: string): PreviewServer {
  const sites = new Map<string, Answer>()
  const server = createServer((request, response) => {
    const answer = siteOf(request)
    if (answer === null) return void response.writeHead(403, { 'content-type': 'text/plain' }).end()
    answer(request, response).catch(() => response.destroy())
  })
  let started: Promise<string> | null = null

  /** null: nobody asks so who has an address of this server. */
  function siteOf({ headers: { host, referer }, method, url = '/' }: IncomingMessage): Answer | null {
    const { port = 0 } = (server.address() as AddressInfo | null) ?? {}
    if (host !== `127.0.0.1:${port}` || method !== 'GET') return null
    const named = sites.get(url.split('/', 2)[1] ?? '')
    if (named) return named
    // Uploads stand on top of a site: which one asks does not matter while there is one, else its page says so.
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
