import type { Fact, RequestFact } from './facts.ts'

/** Stable error codes: they cross every border (HTTP, IPC, worker) and are what code branches on. */
export const ERROR_CODES = [
  'invalid', // the input breaks a rule; details.issues says which
  'unauthorized', // no session, or it has expired
  'forbidden', // signed in, but not allowed
  'not-found',
  'conflict', // the thing changed meanwhile, or the name is taken
  'locked', // account locked, folder or file in use
  'too-large',
  'too-many', // rate limit
  'unsupported', // wrong file type, operation not offered here
  'captcha', // wrong or expired captcha
  'no-space',
  'read-only',
  'no-response', // the server did not answer at all
  'bad-answer', // it answered, but not with the envelope (HTML, cut JSON)
  'bad-certificate',
  'timeout',
  'unavailable', // the server is starting, stopping or overloaded
  'rejected', // an envelope code that has no meaning of its own here
  'cancelled',
  'internal',
] as const
export type ErrorCode = (typeof ERROR_CODES)[number]

/** One broken rule. `field` is the path in the input (`a.b.0`), empty for the whole. */
export interface Issue {
  field: string
  message: string
}

export interface ErrorDetails {
  /** All broken rules of an `invalid` error, in the order of the schema. */
  issues?: Issue[]
  /** The numeric code of the server's envelope, when the error came from one. */
  serverCode?: number
  /** The server's name for the request that failed, by which its log is searched: 错误编号. */
  requestId?: string
  /** The operation that failed. */
  operation?: string
  /** What a call declares to go wrong, sent as `facts` of the envelope's data; or what the host knows of a failed request. */
  fact?: Fact | RequestFact
}

/** The shape in which an error crosses a border. */
export interface WireError {
  code: ErrorCode
  message: string
  retryable: boolean
  details: ErrorDetails
}

const RETRYABLE: ReadonlySet<ErrorCode> = new Set(['no-response', 'timeout', 'unavailable', 'too-many', 'locked'])

/** An error that a person may see: `message` is plain Chinese and says what to do. */
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

/** An error of one input field: shown at that field, or as the message where there is no form. */
export const fieldError = (code: ErrorCode, field: string, message: string): AppError =>
  new AppError(code, message, { details: { issues: [{ field, message }] } })

/** What the host knows of the request that failed with this error; nothing for any other error. */
export const requestFactOf = ({ details: { fact } }: Pick<AppError, 'details'>): Omit<RequestFact, 'kind'> =>
  fact?.kind === 'request' ? fact : {}

/** What an unexpected throw becomes; its text stays in the log, not on the screen. */
export const UNEXPECTED_MESSAGE = '程序出现意外错误，请重试；如果仍然出现，请把日志发给管理员'

/** Any thrown value as a plain object that survives structured clone and JSON. */
export function toWire(error: unknown): WireError {
  if (error instanceof AppError) {
    return { code: error.code, message: error.message, retryable: error.retryable, details: plain(error.details) }
  }
  if (error instanceof Error && error.name === 'AbortError') {
    return { code: 'cancelled', message: '操作已取消', retryable: false, details: {} }
  }
  return { code: 'internal', message: UNEXPECTED_MESSAGE, retryable: false, details: {} }
}

/** The error on the other side of the border. */
export function fromWire(wire: WireError): AppError {
  return new AppError(wire.code, wire.message, { details: wire.details, retryable: wire.retryable })
}

function plain(details: ErrorDetails): ErrorDetails {
  try {
    return JSON.parse(JSON.stringify(details)) as ErrorDetails
  } catch {
    return {}
  }
}
