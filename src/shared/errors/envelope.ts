import { parseFact } from './facts.ts'
import { AppError, type ErrorCode, type ErrorDetails, type Issue } from './index.ts'

/** A·§8: the shared layer accepts these codes; only SUCCESS shows a message and reloads. */
export const SUCCESS = 200
const ACCEPTED: ReadonlySet<number> = new Set([1, SUCCESS, 400006])
export const isAcceptedCode = (code: number): boolean => ACCEPTED.has(code)

/** A·§8: message for a request without any response. */
export const NO_RESPONSE_MESSAGE = '未可知错误，大部分是由于后端不支持跨域CORS或无效配置引起'

/** Response header with the request's id: 错误编号 in the desktop's messages, for finding it in the server's log. */
export const REQUEST_ID_HEADER = 'x-request-id'
/** Valid form of a request id from outside. */
export const REQUEST_ID_PATTERN = /^[\w.-]{6,64}$/

/** The body of every response of the CMS API. */
export interface Envelope<T = unknown> {
  code: number
  msg: string
  data: T
}

/**
 * Envelope codes of this project's own server. 400045 is a code that the documents do not explain; here it means a
 * wrong captcha.
 */
const WIRE: Record<ErrorCode, number> = {
  invalid: 400,
  unauthorized: 401,
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  'too-large': 413,
  unsupported: 415,
  locked: 423,
  'too-many': 429,
  captcha: 400045,
  'no-space': 507,
  'read-only': 400046,
  'no-response': 502,
  'bad-answer': 502,
  'bad-certificate': 502,
  timeout: 504,
  unavailable: 503,
  rejected: 400,
  cancelled: 499,
  internal: 500,
}

export const wireCode = (code: ErrorCode): number => WIRE[code]

/**
 * The HTTP status for an envelope code: the code itself if it is a valid status, 200 for other accepted codes, else
 * 400.
 */
export const httpStatus = (code: number): number =>
  code >= 200 && code < 600 ? code : isAcceptedCode(code) ? 200 : 400

const BY_NUMBER = new Map<number, ErrorCode>([
  [400, 'invalid'],
  [401, 'unauthorized'],
  [403, 'forbidden'],
  [404, 'not-found'],
  [409, 'conflict'],
  [413, 'too-large'],
  [415, 'unsupported'],
  [423, 'locked'],
  [429, 'too-many'],
  [400045, 'captcha'],
  [400046, 'read-only'],
  [500, 'internal'],
  [502, 'unavailable'],
  [503, 'unavailable'],
  [504, 'timeout'],
  [507, 'no-space'],
])

/** The typed error of a failing envelope, with the server's own message. */
export function envelopeError(
  envelope: { code: number; msg?: string | null; data?: unknown },
  operation: string,
): AppError {
  const code = BY_NUMBER.get(envelope.code) ?? 'rejected'
  const message = envelope.msg?.trim() || `服务器拒绝了这次操作（代码 ${envelope.code}）`
  return new AppError(code, message, { details: { serverCode: envelope.code, operation, ...detailsOf(envelope.data) } })
}

function detailsOf(data: unknown): Pick<ErrorDetails, 'issues' | 'fact'> {
  if (typeof data !== 'object' || data === null) return {}
  const { issues, facts } = data as { issues?: Issue[]; facts?: unknown }
  const fact = parseFact(facts)
  return { ...(Array.isArray(issues) ? { issues } : {}), ...(fact && { fact }) }
}
