import type { Fact, RequestFact } from './facts.ts'

/** Stable error codes, the same across every boundary (HTTP, IPC, worker); code branches on them. */
export const ERROR_CODES = [
  'invalid', // the input is invalid; details.issues lists the broken rules
  'unauthorized', // no session, or it has expired
  'forbidden', // signed in, but not allowed
  'not-found',
  'conflict', // the record changed meanwhile, or the name is in use
  'locked', // account locked, folder or file in use
  'too-large',
  'too-many', // rate limit
  'unsupported', // wrong file type, operation not offered here
  'captcha', // wrong or expired captcha
  'no-space',
  'read-only',
  'no-response', // no response from the server
  'bad-answer', // a response that is not an envelope (HTML, cut JSON)
  'bad-certificate',
  'timeout',
  'unavailable', // the server is starting, stopping or overloaded
  'rejected', // an envelope code without an equivalent here
  'cancelled',
  'internal',
] as const
export type ErrorCode = (typeof ERROR_CODES)[number]

/** A broken rule. `field` is the path in the input (`a.b.0`), empty for the whole input. */
export interface Issue {
  field: string
  message: string
}

export interface ErrorDetails {
  /** All broken rules of an `invalid` error, in the order of the schema. */
  issues?: Issue[]
  /** The numeric code of the server's envelope, if the error came from one. */
  serverCode?: number
  /** The server's id of the failed request, for finding it in the log: 错误编号. */
  requestId?: string
  /** The operation that failed. */
  operation?: string
  /**
   * The typed fact of the error: sent by the server as `facts` of the envelope's data, or added by the host for a
   * failed request.
   */
  fact?: Fact | RequestFact
}

/** An error as transferred across a boundary. */
export interface WireError {
  code: ErrorCode
  message: string
  retryable: boolean
  details: ErrorDetails
}

const RETRYABLE: ReadonlySet<ErrorCode> = new Set(['no-response', 'timeout', 'unavailable', 'too-many', 'locked'])

/** An error for users: `message` is plain Chinese with a remedy. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly retryable: boolean
  readonly details: ErrorDetails

  constructor(
    code: ErrorCode,
    message: string,
    options: { details?: ErrorDetails; retryable?: boolean; cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause })
    this.name = 'AppError'
    this.code = code
    this.retryable = options.retryable ?? RETRYABLE.has(code)
    this.details = options.details ?? {}
  }
}

/** An error of one input field, shown at that field or, without a form, as the message. */
export const fieldError = (code: ErrorCode, field: string, message: string): AppError =>
  new AppError(code, message, { details: { issues: [{ field, message }] } })

/** The host's facts about the failed request; empty for any other error. */
export const requestFactOf = ({ details: { fact } }: Pick<AppError, 'details'>): Omit<RequestFact, 'kind'> =>
  fact?.kind === 'request' ? fact : {}

/** Message for an unexpected exception, whose text only goes to the log. */
export const UNEXPECTED_MESSAGE = '程序出现意外错误，请重试；如果仍然出现，请把日志发给管理员'

/** Converts any thrown value to a plain object that survives structured clone and JSON. */
export function toWire(error: unknown): WireError {
  if (error instanceof AppError) {
    return {
      code: error.code,
      message: error.message,
      retryable: error.retryable,
      details: toPlainDetails(error.details),
    }
  }
  if (error instanceof Error && error.name === 'AbortError') {
    return { code: 'cancelled', message: '操作已取消', retryable: false, details: {} }
  }
  return { code: 'internal', message: UNEXPECTED_MESSAGE, retryable: false, details: {} }
}

/** Recreates the error on the other side of the boundary. */
export function fromWire(wire: WireError): AppError {
  return new AppError(wire.code, wire.message, { details: wire.details, retryable: wire.retryable })
}

function toPlainDetails(details: ErrorDetails): ErrorDetails {
  try {
    return JSON.parse(JSON.stringify(details)) as ErrorDetails
  } catch {
    return {}
  }
}
