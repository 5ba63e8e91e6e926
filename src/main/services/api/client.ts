import type { IncomingMessage } from 'node:http'
import { z } from 'zod'
import type { ApiOperation } from '#shared/contract/define.ts'
import { DEVICE_HEADER } from '#shared/contract/account.ts'
import type { Connection } from '#shared/contract/host.ts'
import { operations, type ApiName, type InputOf, type OutputOf } from '#shared/contract/registry.ts'
import { GRANTS_HEADER } from '#shared/contract/role.ts'
import { WATCH_HEADER } from '#shared/contract/sheet.ts'
import type { UploadKind } from '#shared/contract/upload.ts'
import { AppError } from '#shared/errors/index.ts'
import type {
  ApiAnswer,
  ApiClient,
  CallOptions,
  Chunk,
  Logger,
  OpenedFile,
  SessionTold,
  UploadAnswer,
} from '../types.ts'
import { NOT_AN_API, noEnvelope, readAnswer } from './answer.ts'
import { reshape } from './foreign.ts'
import { readBody, send, type HttpRequest } from './http.ts'
import { pack, packed } from './packed.ts'
import type { Outgoing } from '../network/outgoing.ts'
import { addressOf, baseOf, payloadOf, withQuery } from './request.ts'
import { singleChunk } from './singleChunk.ts'
import { bundleBody, chunkBody, readUploadAnswer } from './uploadChunk.ts'

/** Silence after which a call counts as unanswered, ms. */
const DEFAULT_TIMEOUT = 30_000
const SLOW_TIMEOUT = 15 * 60_000
const MAX_REDIRECTS = 5
const anyFields = z.record(z.string(), z.unknown())

export interface ClientDeps extends SessionTold {
  /** Asked for every call: the built-in server's port may change while a session lasts. */
  connection: () => Connection
  /** null: nobody is signed in. */
  token: () => string | null
  log: Logger
  /** How requests leave this computer; default: as the environment says. */
  outgoing?: Outgoing | undefined
  /** Told after every call whether the server answered at all. */
  onReach?: (reached: boolean) => void
}

/** The silence in ms after which a call of the operation times out. */
export const patience = ({ slow }: Pick<ApiOperation, 'slow'>): number => (slow ? SLOW_TIMEOUT : DEFAULT_TIMEOUT)

/** The client of one connection: one generic implementation for all operations (architecture.md). */
export function createApiClient(deps: ClientDeps): ApiClient {
  const common = (operation: string, options: CallOptions = {}) => ({
    operation,
    certificate: deps.connection().certificate,
    outgoing: deps.outgoing,
    signal: options.signal,
    timeoutMs: options.timeoutMs ?? DEFAULT_TIMEOUT,
  })
  const authorized = (headers: Record<string, string>): Record<string, string> => {
    const token = deps.token()
    return token === null ? headers : { ...headers, authorization: token }
  }
  const reach = async (request: HttpRequest): Promise<IncomingMessage> => {
    try {
      const response = await send(request)
      // 502–504 come from a proxy: the server behind it was not reached.
      const status = response.statusCode ?? 0
      deps.onReach?.(status < 502 || status > 504)
      const grants = response.headers[GRANTS_HEADER]
      if (typeof grants === 'string') deps.onGrants?.(grants)
      return response
    } catch (error) {
      if (error instanceof AppError && (error.code === 'no-response' || error.code === 'timeout')) deps.onReach?.(false)
      throw error
    }
  }
  /** Runs a call with the token: a refusal of it ends the session. */
  const inSession = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      if (error instanceof AppError && error.code === 'unauthorized' && deps.token() !== null) deps.onExpired?.()
      throw error
    }
  }
  const answer = <N extends ApiName>(name: N, response: IncomingMessage, input: unknown) =>
    readAnswer(
      response,
      name,
      operations[name].output,
      (notes) => deps.log.warn('answer mended to the contract', { operation: name, notes: notes.slice(0, 10) }),
      (data) => reshape(name, data, input, client.call),
    ) as Promise<ApiAnswer<OutputOf<N>>>

  const uploadAnswer = async (kind: UploadKind, response: IncomingMessage): Promise<UploadAnswer> => {
    const name = `upload.${kind}` as const
    const onMended = (notes: string[]): void =>
      deps.log.warn('answer mended to the contract', { operation: name, notes })
    return readUploadAnswer((await readAnswer(response, name, anyFields, onMended)).data, name, onMended)
  }
  const sendChunk = (kind: UploadKind, chunk: Chunk, options?: CallOptions): Promise<UploadAnswer> =>
    inSession(async () => {
      const name = `upload.${kind}` as const
      const { url } = addressOf(deps.connection(), name, operations[name], {})
      const { body, length, type } = chunkBody(chunk)
      const response = await reach({
        ...common(name, options),
        repeatable: false,
        method: 'POST',
        url: chunk.raw ? withQuery(url, chunk.parameters) : url,
        headers: authorized({ accept: 'application/json', 'content-type': type, 'content-length': String(length) }),
        body,
      })
      return uploadAnswer(kind, response)
    })

  const ask = async <N extends ApiName>(name: N, input: InputOf<N>, options?: CallOptions) => {
    const operation: ApiOperation = operations[name]
    const { url, body } = addressOf(deps.connection(), name, operation, payloadOf(operation, input, name))
    const get = operation.method === 'GET'
    return reach({
      ...common(name, { timeoutMs: patience(operation), ...options }),
      repeatable: operation.effect === 'read',
      method: operation.method,
      url: get ? withQuery(url, body) : url,
      headers: authorized({
        accept: 'application/json',
        ...packed(url),
        ...(get ? {} : { 'content-type': 'application/json' }),
        ...(options?.watch && { [WATCH_HEADER]: options.watch }),
        ...(options?.deviceId && { [DEVICE_HEADER]: options.deviceId }),
      }),
      ...(get ? {} : { body: Buffer.from(JSON.stringify(body)) }),
    })
  }
  const client: ApiClient = {
    get connection() {
      return deps.connection()
    },
    call<N extends ApiName>(name: N, input: InputOf<N>, options?: CallOptions) {
      return inSession(async () => answer(name, await ask(name, input, options), input))
    },
    sendBytes: (name, bytes, options) =>
      inSession(async () => {
        const operation: ApiOperation = operations[name]
        const { url } = addressOf(deps.connection(), name, operation, {})
        const body = await pack(url, bytes)
        const response = await reach({
          ...common(name, { timeoutMs: patience(operation), ...options }),
          repeatable: false,
          method: 'POST',
          url,
          headers: authorized({
            accept: 'application/json',
            'content-type': 'application/octet-stream',
            'content-length': String(body.bytes.length),
            ...body.headers,
          }),
          body: body.bytes,
        })
        return answer(name, response, {})
      }),
    readBytes: (name, input, options) =>
      inSession(async () => {
        const response = await ask(name, input, options)
        if (response.headers['content-type'] === 'application/octet-stream' && response.statusCode === 200) {
          const bytes = await readBody(response, name)
          if (bytes) return bytes
        }
        // Throws the server's own error where its answer has one.
        await answer(name, response, input)
        throw new AppError('bad-answer', NOT_AN_API, { details: { operation: name } })
      }),
    sendChunk,
    sendBundle: (files, options) =>
      inSession(async () => {
        const name = 'upload.bundle'
        const body = bundleBody(files)
        const response = await reach({
          ...common(name, options),
          repeatable: false,
          method: 'POST',
          url: addressOf(deps.connection(), name, operations[name], {}).url,
          headers: authorized({
            accept: 'application/json',
            'content-type': 'application/octet-stream',
            'content-length': String(body.length),
          }),
          body,
        })
        return (await answer(name, response, {})).data
      }),
    testChunk(kind, parameters, options) {
      const name = `upload.${kind}` as const
      return inSession(async () => {
        const { url } = addressOf(deps.connection(), name, operations[name], {})
        const response = await reach({
          ...common(name, options),
          repeatable: true,
          method: 'GET',
          url: withQuery(url, parameters),
          headers: authorized({ accept: 'application/json' }),
        })
        if (response.statusCode !== 204) return uploadAnswer(kind, response)
        response.resume()
        return null
      })
    },
    async upload(kind, file, options = {}) {
      const chunk = await singleChunk(file, {
        ...options,
        dir: options.dir ?? 'file',
        onHashFailed: (error) => deps.log.warn('upload goes on without its hash', { name: file.name, error }),
      })
      const answer = await sendChunk(kind, chunk, options)
      if ('attachment' in answer) return answer.attachment
      throw new AppError('bad-answer', NOT_AN_API, { details: { operation: `upload.${kind}` } })
    },
    async open(address, options) {
      const base = baseOf(deps.connection())
      const home = new URL(base).origin
      let url = httpAddress(address, base)
      if (url.origin !== home && !options?.anywhere) {
        throw new AppError('forbidden', '文件不在所连接的服务器上，不能读取；请先把它上传到资源库')
      }
      for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
        const get = { ...common('open', options), repeatable: true, method: 'GET' as const, url }
        // Token and accepted certificate belong to the connected server; a redirect to another origin gets neither.
        const isHome = url.origin === home
        const response = await (isHome
          ? reach({ ...get, headers: authorized({ ...options?.range }) })
          : send({ ...get, headers: { ...options?.range }, certificate: '' }))
        const status = response.statusCode ?? 0
        if (options?.pauses) response.setTimeout(0)
        if (status >= 200 && status < 300) return opened(response)
        response.resume()
        const { location } = response.headers
        if (status < 300 || status >= 400 || !location)
          return inSession(() => Promise.reject(failedOpen(status, isHome)))
        url = httpAddress(location, url.href)
      }
      throw new AppError('bad-answer', '下载地址重定向次数过多')
    },
  }
  return client
}

function opened(response: IncomingMessage): OpenedFile {
  const length = response.headers['content-length']
  return {
    stream: response,
    size: length === undefined ? null : Number(length),
    type: response.headers['content-type'] ?? 'application/octet-stream',
    part: response.statusCode === 206 ? (response.headers['content-range'] ?? null) : null,
    etag: response.headers.etag ?? '',
  }
}

function httpAddress(address: string, base: string): URL {
  const url = URL.canParse(address, base) ? new URL(address, base) : null
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') throw new AppError('invalid', '下载地址无效')
  return url
}

/** @param isHome the connected server answered: another one's 401 says nothing about the session */
function failedOpen(status: number, isHome: boolean): AppError {
  if (status === 404 || status === 410) return new AppError('not-found', '服务器上没有这个文件，可能已被删除')
  if (status === 403 || (status === 401 && !isHome))
    return new AppError('forbidden', '没有权限读取这个文件，或下载链接已过期')
  if (status === 416) return new AppError('invalid', '文件没有这么长，可能已被替换', { details: { facts: { status } } })
  return noEnvelope(status, 'open')
}
