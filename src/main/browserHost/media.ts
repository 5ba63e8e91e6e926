import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import type { Media } from '#services/transfers/media.ts'

/** Streams a file of the connected server to the page, also in parts; a page that goes away ends the reading. */
export async function sendMedia(
  media: Pick<Media, 'serve'>,
  id: string,
  { headers: { range, ...others } }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  const ifRange = others['if-range']?.toString()
  const { status, headers, body } = await media.serve(id, { range, ifRange, signal: gone.signal })
  response.writeHead(status, headers)
  if (typeof body === 'string') response.end(body)
  // The connection is cut, so that the page asks for the rest of the file.
  else await pipeline(body, response).catch(() => response.destroy())
}
