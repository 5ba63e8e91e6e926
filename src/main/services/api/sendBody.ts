import type { ClientRequest } from 'node:http'

/** What makes a body. A piece is its maker's again when the next one is asked for. */
export type Body = AsyncIterable<Buffer>

/**
 * Sends a body and ends the request. Each piece is asked for when the one before has left for the socket. Gives up, and ends
 * the body, when the request closes; throws what the body throws.
 */
export async function sendBody(body: Body, outgoing: ClientRequest): Promise<void> {
  // Also for who only waits: a request that is given up tells nobody of what it did not write.
  const closed = new Promise<false>((resolve) => outgoing.once('close', () => resolve(false)))
  for await (const piece of body) {
    const left = new Promise<boolean>((resolve) => outgoing.write(piece, (error) => resolve(!error)))
    if (outgoing.destroyed || !(await Promise.race([left, closed]))) return
  }
  outgoing.end()
}
