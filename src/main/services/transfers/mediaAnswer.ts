import type { Readable } from 'node:stream'
import { type ErrorCode, requestFactOf, toWire } from '#shared/errors/index.ts'

/** The used parts of the page's request. */
export interface MediaRequest {
  range?: string | undefined
  ifRange?: string | undefined
  signal?: AbortSignal
}

export interface MediaAnswer {
  status: number
  headers: Record<string, string>
  /** The file's stream, or an error text for the user. */
  body: Readable | string
}

/** The byte range of the request; other units than bytes count as a request for the whole file. */
export function toRangeOptions({ range, ifRange, signal }: MediaRequest) {
  const asked = range !== undefined && /^bytes=\d*-\d*$/.test(range)
  return { ...(asked ? { range: { range, ...(ifRange ? { 'if-range': ifRange } : {}) } } : {}), signal }
}

export const createRefusal = (status: number, text: string): MediaAnswer => ({
  status,
  headers: { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' },
  body: text,
})

const STATUS: Partial<Record<ErrorCode, number>> = {
  unauthorized: 401,
  forbidden: 403,
  'not-found': 404,
}

/** The response to the page when the server did not deliver the file. */
export function toFailedAnswer(error: unknown): MediaAnswer {
  const wire = toWire(error)
  return createRefusal(requestFactOf(wire).status === 416 ? 416 : (STATUS[wire.code] ?? 502), wire.message)
}
