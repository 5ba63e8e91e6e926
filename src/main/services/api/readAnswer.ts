import type { IncomingMessage } from 'node:http'
import type { z } from 'zod'
import { AppError, type ErrorCode } from '#shared/errors/index.ts'
import {
  envelopeError,
  isAcceptedCode,
  REQUEST_ID_PATTERN,
  REQUEST_ID_HEADER,
  SUCCESS,
  type Envelope,
} from '#shared/errors/envelope.ts'
import type { UndocumentedOutput } from '#shared/contract/fields.ts'
import type { ApiAnswer } from '../types.ts'
import { readBody } from './http.ts'
import { parseLeniently } from './lenient.ts'

export const NOT_AN_API = '服务器返回的不是接口数据，请检查服务器地址是否正确'

/** The meaning of a proxy's own response (without an envelope), by status. */
const BY_STATUS = new Map<number, [ErrorCode, string]>([
  [401, ['unauthorized', '登录已失效，请重新登录']],
  [413, ['too-large', '文件太大，服务器拒绝接收']],
  [429, ['too-many', '操作太频繁，请稍后再试']],
  [502, ['unavailable', '服务器暂时不可用（502），请稍后再试']],
  [503, ['unavailable', '服务器暂时不可用（503），请稍后再试']],
  [504, ['timeout', '服务器未及时响应（504），请稍后再试']],
])

/**
 * Reads a response by the rules of A·§8.
 * @throws the envelope's AppError, `bad-answer`, `no-response`
 */
export async function readAnswer<T extends z.ZodType>(
  response: IncomingMessage,
  operation: string,
  output: T,
  onMended: (notes: string[]) => void,
  reshaped?: (data: unknown) => unknown,
): Promise<ApiAnswer<z.output<T>>> {
  try {
    return await parseResponse(response, operation, output, { onMended, reshaped })
  } catch (error) {
    throw withRequestId(error, response)
  }
}

/** Adds the server's request id to the error, if the response has one. */
function withRequestId(error: unknown, { headers }: IncomingMessage): unknown {
  const requestId = headers[REQUEST_ID_HEADER]
  if (!(error instanceof AppError) || typeof requestId !== 'string' || !REQUEST_ID_PATTERN.test(requestId)) return error
  const { code, message, retryable, details, cause } = error
  return new AppError(code, message, { details: { ...details, requestId }, retryable, cause })
}

async function parseResponse<T extends z.ZodType>(
  response: IncomingMessage,
  operation: string,
  output: T,
  {
    onMended,
    reshaped = (data) => data,
  }: { onMended: (notes: string[]) => void; reshaped: ((data: unknown) => unknown) | undefined },
): Promise<ApiAnswer<z.output<T>>> {
  const body = await readBody(response, operation)
  const envelope = body && parseEnvelope(body)
  if (!envelope) throw missingEnvelopeError(response.statusCode ?? 0, operation)
  if (!isAcceptedCode(envelope.code)) throw envelopeError(envelope, operation)
  const data = parseData(output, await reshaped(dataOf(envelope)))
  if (!data) throw notAnApiError(operation, envelope.code === SUCCESS ? '数据格式不符' : `代码 ${envelope.code}`)
  if (data.notes.length > 0) onMended(data.notes)
  return { data: data.value, code: envelope.code, msg: envelope.msg ?? '' }
}

/** Some responses of the documents call the field `datas`. */
const dataOf = (envelope: Envelope): unknown =>
  envelope.data === undefined && 'datas' in envelope ? envelope.datas : envelope.data

/**
 * The data of a response. Where the documents show none (fields.ts, unshown), the data is used only if it identifies
 * the created record: otherwise the missing fields would be filled in and form a record that does not exist.
 */
function parseData<T extends z.ZodType>(output: T, data: unknown): { value: z.output<T>; notes: string[] } | null {
  if (!isUnshown(output)) return parseLeniently(output, data)
  const schema = output.unshown
  const [naming = ''] = 'shape' in schema ? Object.keys(schema.shape as object) : []
  const name = typeof data === 'object' && data !== null ? (data as Record<string, unknown>)[naming] : undefined
  const known = name === undefined || name === null ? null : parseLeniently(schema, data)
  return (known ?? { value: null, notes: [] }) as { value: z.output<T>; notes: string[] }
}

const isUnshown = (output: z.ZodType): output is UndocumentedOutput => 'unshown' in output

/** Foreign servers add a byte order mark (which the decoder removes) or send the code as text. */
function parseEnvelope(body: Buffer): Envelope | null {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(body))
    if (typeof value !== 'object' || value === null) return null
    const { code } = value as { code?: unknown }
    const number = typeof code === 'string' && /^\d+$/.test(code) ? Number(code) : code
    return typeof number === 'number' ? { ...(value as Envelope), code: number } : null
  } catch {
    return null
  }
}

/** The error for a response without an envelope. */
export function missingEnvelopeError(status: number, operation: string): AppError {
  const known = BY_STATUS.get(status)
  if (known) return new AppError(known[0], known[1], { details: { operation, fact: { kind: 'request', status } } })
  return notAnApiError(operation, `HTTP ${status}`, status)
}

const notAnApiError = (operation: string, why: string, status = 0): AppError =>
  new AppError('bad-answer', NOT_AN_API, { details: { operation, fact: { kind: 'request', why, status } } })
