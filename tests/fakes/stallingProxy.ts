import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

/** A way to a server on this machine that can fall silent in the middle. */
export interface StallingProxy {
  port: number
  /** From now on each connection lets so many bytes of its client through and then nothing. */
  stallAfter(bytes: number): void
  /** Resolves once a connection has fallen silent. */
  stalled: Promise<void>
  /** New connections pass whole; those that fell silent are lost. */
  pass(): void
  stop(): void
}

export async function startStallingProxy(serverPort: number): Promise<StallingProxy> {
  let limit = Infinity
  const sockets = new Set<Socket>()
  const stalled = Promise.withResolvers<void>()
  const end = (): void => {
    for (const socket of sockets) socket.destroy()
    sockets.clear()
  }
  const proxy = createServer((client) => {
    const upstream = connect(serverPort, '127.0.0.1')
    const bytes = limit
    let passed = 0
    for (const [socket, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => other.destroy())
    }
    client.on('data', (chunk) => {
      passed += chunk.length
      if (passed <= bytes) upstream.write(chunk)
      else stalled.resolve()
    })
    upstream.on('data', (chunk) => client.write(chunk))
  })
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  return {
    port: (proxy.address() as AddressInfo).port,
    stallAfter: (bytes) => (limit = bytes),
    stalled: stalled.promise,
    pass() {
      limit = Infinity
      end()
    },
    stop() {
      end()
      proxy.close()
    },
  }
}
