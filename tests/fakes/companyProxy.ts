import { createServer, request as ask } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'

/** A company's proxy: it alone knows where the names of the company lead, and may ask who wants to go there. */
export interface CompanyProxy {
  url: string
  host: string
  port: number
  /** What was asked of it: `CONNECT cms.corp.test:443`, `GET http://…`. */
  asked: string[]
  /** `user:password` that it wants; '' for nobody in particular. */
  wants: string
  /** What it offers to sign in by. */
  schemes: string
  /** html: answers a page instead; drop: ends the connection without a word; refuse: 403; garbage: no HTTP at all. */
  mood: 'normal' | 'html' | 'drop' | 'refuse' | 'garbage'
  /** Where a name leads. */
  knows(name: string, port: number): void
  close(): Promise<void>
}

export async function startCompanyProxy(): Promise<CompanyProxy> {
  const sockets = new Set<Socket>()
  const places = new Map<string, number>()
  const accepts = (header: string | undefined): boolean =>
    proxy.wants === '' || header === `Basic ${Buffer.from(proxy.wants).toString('base64')}`
  const portOf = (host: string): number | undefined => places.get(host.replace(/:\d+$/, ''))

  const server = createServer((request, response) => {
    proxy.asked.push(`${request.method ?? ''} ${request.url ?? ''}`)
    if (proxy.mood === 'drop') return void request.socket.destroy()
    if (proxy.mood === 'html')
      return void response.writeHead(200, { 'content-type': 'text/html' }).end('<html>请登录网络</html>')
    if (!accepts(request.headers['proxy-authorization'])) {
      return void response.writeHead(407, { 'proxy-authenticate': proxy.schemes }).end('<html>proxy</html>')
    }
    const url = new URL(request.url ?? '')
    const port = portOf(url.hostname)
    if (proxy.mood === 'refuse' || port === undefined) return void response.writeHead(403).end('<html>no</html>')
    const { 'proxy-authorization': _secret, ...headers } = request.headers
    const onward = ask(
      { host: '127.0.0.1', port, method: request.method, path: `${url.pathname}${url.search}`, headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(response)
      },
    )
    onward.on('error', () => response.destroy())
    request.pipe(onward)
  })
  server.on('connect', (request, socket: Socket, head) => {
    proxy.asked.push(`CONNECT ${request.url ?? ''}`)
    socket.on('error', () => socket.destroy())
    if (proxy.mood === 'drop') return void socket.destroy()
    if (proxy.mood === 'garbage') return void socket.end('220 mail.corp.test ESMTP\r\n')
    if (proxy.mood === 'html') {
      return void socket.end(
        'HTTP/1.1 302 Found\r\nlocation: http://portal.corp.test/\r\ncontent-type: text/html\r\n\r\n<html></html>',
      )
    }
    if (!accepts(request.headers['proxy-authorization'])) {
      return void socket.end(
        `HTTP/1.1 407 Proxy Authentication Required\r\nproxy-authenticate: ${proxy.schemes}\r\ncontent-length: 0\r\n\r\n`,
      )
    }
    const port = portOf(request.url ?? '')
    if (proxy.mood === 'refuse' || port === undefined)
      return void socket.end('HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n')
    const onward = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
      if (head.length > 0) onward.write(head)
      socket.pipe(onward).pipe(socket)
    })
    onward.on('error', () => socket.destroy())
    socket.on('close', () => onward.destroy())
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const proxy: CompanyProxy = {
    url: `http://127.0.0.1:${port}`,
    host: '127.0.0.1',
    port,
    asked: [],
    wants: '',
    schemes: 'Basic realm="corp"',
    mood: 'normal',
    knows: (name, at) => void places.set(name, at),
    close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      for (const socket of sockets) socket.destroy()
      return closed
    },
  }
  return proxy
}
