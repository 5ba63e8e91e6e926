import { createReadStream } from 'node:fs'
import { createServer, request, type ServerResponse } from 'node:http'
import { createRequire } from 'node:module'
import { type AddressInfo } from 'node:net'

/** What passed through: a request of the client and what it was answered. */
export interface Passed {
  method: string
  /** Parameters of the URL. */
  query: URLSearchParams
  /** 0: cut. */
  status: number
}

/** What befalls a request instead of being answered: a status, or `cut` in the middle of its body. */
export type Fault = number | 'cut'

/** A web server with the client's own page; everything below /api and /files goes on to the CMS. */
export interface Gateway {
  url: string
  passed: Passed[]
  /** Asked for each request below /api; null: let it pass. `nth` counts from 1 over those of its method. */
  fault: (method: string, nth: number) => Fault | null
  close(): Promise<void>
}

/** The client as its makers publish it. */
const CLIENT = createRequire(import.meta.url).resolve('simple-uploader.js/dist/uploader.js')
const PAGE =
  '<!doctype html><meta charset="utf-8"><title>simple-uploader.js</title><script src="/uploader.js"></script>'

/** Which of several servers a request goes to: its number. */
export type Choose = (request: { nth: number; query: URLSearchParams }) => number

/**
 * @param targets one server, or several among which `choose` does; by default each in its turn
 * @param slowMs how much later than the others each of them answers
 */
export async function startGateway(
  targets: string | readonly string[],
  choose: Choose = ({ nth }) => nth,
  slowMs: readonly number[] = [],
): Promise<Gateway> {
  const all = typeof targets === 'string' ? [targets] : targets
  const [first = ''] = all
  const counts = new Map<string, number>()
  const server = createServer((incoming, outgoing) => {
    const url = new URL(incoming.url ?? '/', first)
    const method = incoming.method ?? ''
    if (url.pathname === '/') return void outgoing.setHeader('content-type', 'text/html').end(PAGE)
    if (url.pathname === '/uploader.js') return void createReadStream(CLIENT).pipe(outgoing)
    if (!url.pathname.startsWith('/api') && !url.pathname.startsWith('/files'))
      return void outgoing.writeHead(404).end()
    const nth = (counts.get(method) ?? 0) + 1
    counts.set(method, nth)
    const note: Passed = { method, query: url.searchParams, status: 0 }
    gateway.passed.push(note)
    const fault = gateway.fault(method, nth)
    if (typeof fault === 'number') {
      note.status = fault
      incoming.resume().once('end', () => refuse(outgoing, fault))
      return
    }
    const chosen = choose({ nth, query: url.searchParams }) % all.length
    const target = all[chosen] ?? first
    const onward = request(
      new URL(`${url.pathname}${url.search}`, target),
      { method, headers: incoming.headers },
      (answer) => {
        note.status = answer.statusCode ?? 0
        const pass = (): void => {
          outgoing.writeHead(note.status, answer.headers)
          answer.pipe(outgoing)
        }
        setTimeout(pass, slowMs[chosen] ?? 0)
      },
    )
    onward.on('error', () => outgoing.destroy())
    if (fault === null) return void incoming.pipe(onward)
    incoming.once('data', (piece: Buffer) =>
      onward.write(piece.subarray(0, piece.length >> 1), () => {
        onward.destroy()
        incoming.destroy()
      }),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const gateway: Gateway = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    passed: [],
    fault: () => null,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return gateway
}

const refuse = (outgoing: ServerResponse, status: number): void =>
  void outgoing.writeHead(status, { 'content-type': 'text/html' }).end('<h1>trouble</h1>')
