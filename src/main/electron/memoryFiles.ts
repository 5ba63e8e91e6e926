import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import type { Spool, StreamedFile } from '#services/grants/spool.ts'
import type { GrantedFile, Result } from '#shared/contract/bridge.ts'
import { APP_ORIGIN } from '#shared/contract/ipc.ts'
import { SUCCESS } from '#shared/errors/envelope.ts'
import { toWire } from '#shared/errors/index.ts'

export const GRANT_PATH = '/grant'
/** More than one message of the page may name. */
const MAX_EXPECTED = 10_000

type Expected = Pick<StreamedFile, 'name' | 'relativePath'>

/**
 * Receives files that exist only in the page's memory (pasted and cropped images): their bytes come as requests, never
 * over IPC.
 */
export interface MemoryFiles {
  /**
   * Returns a one-time address to which the page may send the file. Call it only for messages of the program's own
   * page.
   */
  expect(file: Expected): string
  /** Handles a POST to such an address; responds with a Result of the grant. */
  receive(request: Request): Promise<Response>
}

export function createMemoryFiles(spool: Spool): MemoryFiles {
  const expected = new Map<string, Expected>()
  return {
    expect(file) {
      const ticket = randomBytes(18).toString('base64url')
      expected.set(ticket, file)
      for (const oldest of expected.keys()) {
        if (expected.size <= MAX_EXPECTED) break
        expected.delete(oldest)
      }
      return `${GRANT_PATH}?${new URLSearchParams({ ticket })}`
    },
    async receive(request) {
      // Chromium doesn't always send the origin to a custom scheme; only the main frame of the program's own page has
      // the ticket.
      const origin = request.headers.get('origin')
      const ticket = new URL(request.url).searchParams.get('ticket') ?? ''
      const file = expected.get(ticket)
      if (!file || (origin !== null && origin !== APP_ORIGIN)) return new Response(null, { status: 403 })
      expected.delete(ticket)
      return json(await storeFile(spool, file, request))
    },
  }
}

async function storeFile(
  spool: Spool,
  file: Expected,
  { body, headers, signal }: Request,
): Promise<Result<GrantedFile>> {
  try {
    const bytes = body ? Readable.fromWeb(body as ReadableStream) : Readable.from([])
    const announced = Number(headers.get('content-length') ?? 0)
    return { ok: true, data: await spool.store(bytes, { ...file, announced, signal }), code: SUCCESS, msg: '' }
  } catch (error) {
    return { ok: false, error: toWire(error) }
  }
}

const json = (result: Result): Response =>
  new Response(JSON.stringify(result), {
    headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' },
  })
