import { createServer, connect, type AddressInfo, type Socket } from 'node:net'
import path from 'node:path'
import { onTestFinished } from 'vitest'

/** A way to a test's PostgreSQL that the test can close or freeze, for one kind of connection alone. */
export interface DatabaseGate {
  /** The same database by this way. */
  url: string
  /** Ends what goes through and lets nothing in. */
  close(): void
  /** Nothing passes any more and nobody is told: a firewall that forgot the connections. */
  freeze(): void
  /** Lets new connections through. */
  open(): void
  /** Connections that came in until now. */
  came: number
}

/** @param databaseUrl of the harness: over a socket in a folder */
export async function databaseGate(databaseUrl: string): Promise<DatabaseGate> {
  const to = new URL(databaseUrl)
  const socket = path.join(to.searchParams.get('host') ?? '', '.s.PGSQL.5432')
  const sockets = new Set<Socket>()
  let isOpen = true
  const drop = (): void => sockets.forEach((each) => each.destroy())
  const server = createServer((inner) => {
    gate.came += 1
    if (!isOpen) return void inner.destroy()
    const outer = connect(socket)
    for (const [one, other] of [
      [inner, outer],
      [outer, inner],
    ] as const) {
      sockets.add(one)
      one.pipe(other)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        sockets.delete(one)
        other.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    drop()
    server.close()
  })
  const gate: DatabaseGate = {
    url: `postgresql://postgres@127.0.0.1:${(server.address() as AddressInfo).port}${to.pathname}`,
    came: 0,
    close() {
      isOpen = false
      drop()
    },
    freeze() {
      for (const each of sockets) each.unpipe().pause()
    },
    open() {
      isOpen = true
    },
  }
  return gate
}
