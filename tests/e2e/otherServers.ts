import { createServer as createHttp, request, type RequestListener, type Server } from 'node:http'
import { createServer as createHttps } from 'node:https'
import type { AddressInfo } from 'node:net'
import { selfSigned } from '#tests/fakes/certificate.ts'

export interface OtherServer {
  url: string
  close(): Promise<void>
}

async function listen(server: Server, scheme: 'http' | 'https'): Promise<OtherServer> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `${scheme}://127.0.0.1:${port}/`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** A web server that is no CMS: it answers every request with the same. */
export const plainServer = (answer: RequestListener): Promise<OtherServer> => listen(createHttp(answer), 'http')

/** The given server behind TLS with a self-signed certificate, as small installations have it. */
export async function behindTls(target: string): Promise<OtherServer & { fingerprint: string }> {
  const { key, cert, fingerprint } = selfSigned()
  const server = createHttps({ key, cert }, (incoming, outgoing) => {
    const onward = request(new URL(incoming.url ?? '/', target), { method: incoming.method, headers: incoming.headers })
    onward.on('response', (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(outgoing)
    })
    onward.on('error', () => outgoing.destroy())
    incoming.pipe(onward)
  })
  return { ...(await listen(server, 'https')), fingerprint }
}
