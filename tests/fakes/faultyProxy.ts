import { createServer, type IncomingMessage, request as ask, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

/** What the way to the server does to one request. */
export type Fault =
  /** Answers itself; the request's bytes are read first. */
  | { status: number; body: string; type?: string }
  /** Never answers. */
  | 'silent'
  /** Lets so many bytes of the body through, then cuts both ends. */
  | { cutAfter: number }

export interface SeenRequest {
  method: string
  path: string
  query: URLSearchParams
  type: string
}

/** A proxy before a real server: it remembers requests and breaks those that a test wants broken. */
export interface FaultyProxy {
  url: string
  seen: SeenRequest[]
  /** Asked for every request; null lets it through. */
  fault: (request: SeenRequest) => Fault | null
  close(): Promise<void>
}

export async function startFaultyProxy(target: string): Promise<FaultyProxy> {
  const { hostname, port } = new URL(target)
  const sockets = new Set<Socket>()
  const through = (request: IncomingMessage, response: ServerResponse, cutAfter: number): void => {
    const { method, headers, url: path } = request
    const onward = ask({ hostname, port, method, path, headers, agent: false }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    onward.on('error', () => response.destroy())
    response.on('close', () => onward.destroy())
    let left = cutAfter
    request.on('data', (piece: Buffer) => {
      if (left <= 0) return
      left -= piece.length
      if (!onward.write(piece)) {
        request.pause()
        onward.once('drain', () => request.resume())
      }
      if (left > 0) return
      request.socket.destroy()
      onward.destroy()
    })
    request.on('end', () => onward.end())
  }
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://proxy')
    const seen: SeenRequest = {
      method: request.method ?? '',
      path: url.pathname.slice(1),
      query: url.searchParams,
      type: request.headers['content-type'] ?? '',
    }
    proxy.seen.push(seen)
    request.on('error', () => undefined)
    const fault = proxy.fault(seen)
    if (fault === null) return through(request, response, Infinity)
    if (fault === 'silent') return void request.resume()
    if ('cutAfter' in fault) return through(request, response, fault.cutAfter)
    request.resume().on('end', () => {
      response.writeHead(fault.status, { 'content-type': fault.type ?? 'application/json' })
      response.end(fault.body)
    })
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const proxy: FaultyProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen: [],
    fault: () => null,
    close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      for (const socket of sockets) socket.destroy()
      return closed
    },
  }
  return proxy
}
