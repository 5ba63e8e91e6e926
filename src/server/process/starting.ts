import { createServer } from 'node:http'
import type { ProcessOptions } from './options.ts'

const BODY = JSON.stringify({ code: 503, msg: '服务器正在启动，请稍后再试', data: null })
const STATE = JSON.stringify({ status: 'starting' })

export interface Starting {
  /** Frees the port for the server itself. */
  end(): Promise<void>
}

/**
 * While the database is reached and brought up to date: /health says that the process lives, /ready and everything else 503.
 * null when the system picks the port, which nobody can know yet, or when the port is taken, which the server itself will say.
 */
export async function answerWhileStarting({
  host,
  port,
}: Pick<ProcessOptions, 'host' | 'port'>): Promise<Starting | null> {
  if (port === 0) return null
  const server = createServer((request, response) => {
    const path = request.url?.split('?')[0]
    const headers = { 'content-type': 'application/json; charset=utf-8', connection: 'close', 'retry-after': '1' }
    if (path === '/health') response.writeHead(200, headers).end(JSON.stringify({ status: 'ok' }))
    else response.writeHead(503, headers).end(path === '/ready' ? STATE : BODY)
  })
  const listens = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(port, host, () => resolve(true))
  })
  if (!listens) return null
  return {
    end: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
