import type { IncomingMessage } from 'node:http'
import { z } from 'zod'
import { DEVICE_HEADER, GRANTS_HEADER, EXPORT_ID_HEADER } from '#shared/contract/headers.ts'
import type { ApiOperation } from '#shared/contract/define.ts'
import type { Connection } from '#shared/contract/host.ts'
import { operations, type ApiName, type InputOf, type OutputOf } from '#shared/contract/registry.ts'
import type { Attachment, UploadKind } from '#shared/contract/upload.ts'
import { AppError } from '#shared/errors/index.ts'
import type {
  ApiAnswer,
  ApiClient,
  BundledFile,
  CallOptions,
  Chunk,
  Logger,
  OpenedFile,
  OpenOptions,
  SessionCallbacks,
  UploadAnswer,
} from '../types.ts'
import { NOT_AN_API, missingEnvelopeError, readAnswer } from './readAnswer.ts'
import { reshape } from './foreign.ts'
import { readBody, send, type HttpRequest } from './http.ts'
import { compressFor, acceptEncodingFor } from './compression.ts'
import type { Outgoing } from '../network/outgoing.ts'
import { addressOf, baseUrlOf, payloadOf, withQuery } from './request.ts'
import { createSingleChunk } from './singleChunk.ts'
import { createBundleBody, createChunkBody, parseUploadAnswer } from './uploadChunk.ts'

/** ms of silence after which a call fails. */
const DEFAULT_TIMEOUT = 30_000
const SLOW_TIMEOUT = 15 * 60_000
const MAX_REDIRECTS = 5
const OCTETS = 'application/octet-stream'
const anyFields = z.record(z.string(), z.unknown())

export interface ClientDeps extends SessionCallbacks {
  /** Read for every call: the built-in server's port may change during a session. */
  connection: () => Connection
  /** null: nobody is signed in. */
  token: () => string | null
  log: Logger
  /** How requests leave this computer; default: by the environment's proxy settings. */
  outgoing?: Outgoing | undefined
  /** Called after every call with whether the server responded. */
  onReachability?: (reached: boolean) => void
}

/** The silence in ms after which a call of the operation times out. */
export const timeoutOf = ({ slow }: Pick<ApiOperation, 'slow'>): number => (slow ? SLOW_TIMEOUT : DEFAULT_TIMEOUT)

/** The client of one connection: one generic implementation for all operations (architecture.md). */
export const createApiClient = (deps: ClientDeps): ApiClient => new Client(deps)

/** The parts of a request that differ between calls. */
type CallRequest = Pick<HttpRequest, 'url' | 'headers' | 'repeatable' | 'body'> & {
  method: ApiOperation['method']
  options?: CallOptions | undefined
}

class Client implements ApiClient {
  readonly #deps: ClientDeps
  /** A property, because `reshape` receives the function alone. */
  readonly call: ApiClient['call'] = (name, input, options) =>
    this.#inSession(async () => this.#answer(name, await this.#ask(name, input, options), input))

  constructor(deps: ClientDeps) {
    this.#deps = deps
  }

  get connection(): Connection {
    return this.#deps.connection()
  }

  sendBytes<N extends ApiName>(name: N, bytes: Uint8Array, options?: CallOptions): Promise<ApiAnswer<OutputOf<N>>> {
    return this.#inSession(async () => {
      const operation: ApiOperation = operations[name]
      const body = await compressFor(this.#urlOf(name), bytes)
      const response = await this.#post(name, this.#urlOf(name), body.bytes, body.bytes.length, OCTETS, {
        timeoutMs: timeoutOf(operation),
        ...options,
        headers: body.headers,
      })
      return this.#answer(name, response, {})
    })
  }

  readBytes<N extends ApiName>(name: N, input: InputOf<N>, options?: CallOptions): Promise<Buffer> {
    return this.#inSession(async () => {
      const response = await this.#ask(name, input, options)
      if (response.headers['content-type'] === OCTETS && response.statusCode === 200) {
        const bytes = await readBody(response, name)
        if (bytes) return bytes
      }
      // Throws the server's own error if the response has one.
      await this.#answer(name, response, input)
      throw new AppError('bad-answer', NOT_AN_API, { details: { operation: name } })
    })
  }

  sendChunk(kind: UploadKind, chunk: Chunk, options?: CallOptions): Promise<UploadAnswer> {
    return this.#inSession(async () => {
      const name = `upload.${kind}` as const
      const url = this.#urlOf(name)
      const { body, length, type } = createChunkBody(chunk)
      const target = chunk.raw ? withQuery(url, chunk.parameters) : url
      return this.#uploadAnswer(kind, await this.#post(name, target, body, length, type, options))
    })
  }

  sendBundle(files: readonly BundledFile[], options?: CallOptions): Promise<readonly (Attachment | null)[]> {
    return this.#inSession(async () => {
      const name = 'upload.bundle'
      const body = createBundleBody(files)
      const response = await this.#post(name, this.#urlOf(name), body, body.length, OCTETS, options)
      return (await this.#answer(name, response, {})).data
    })
  }

  testChunk(
    kind: UploadKind,
    parameters: Readonly<Record<string, string>>,
    options?: CallOptions,
  ): Promise<UploadAnswer | null> {
    return this.#inSession(async () => {
      const name = `upload.${kind}` as const
      const url = withQuery(this.#urlOf(name), parameters)
      const response = await this.#request(name, { repeatable: true, method: 'GET', url, headers: {}, options })
      if (response.statusCode !== 204) return this.#uploadAnswer(kind, response)
      response.resume()
      return null
    })
  }

  async upload(
    kind: UploadKind,
    file: { path: string; name: string },
    options: CallOptions & { dir?: string; onProgress?: (sent: number) => void } = {},
  ): Promise<Attachment> {
    const chunk = await createSingleChunk(file, {
      ...options,
      dir: options.dir ?? 'file',
      onHashFailed: (error) => this.#deps.log.warn('upload goes on without its hash', { name: file.name, error }),
    })
    const answer = await this.sendChunk(kind, chunk, options)
    if ('attachment' in answer) return answer.attachment
    throw new AppError('bad-answer', NOT_AN_API, { details: { operation: `upload.${kind}` } })
  }

  async open(address: string, options?: OpenOptions): Promise<OpenedFile> {
    const base = baseUrlOf(this.connection)
    const home = new URL(base).origin
    let url = httpAddress(address, base)
    if (url.origin !== home && !options?.allowsOtherServers) {
      throw new AppError('forbidden', '文件不在所连接的服务器上，无法读取；请先将文件上传到资源库')
    }
    for (let hop = 0; hop <= MAX_REDIRECTS; hop++) {
      const get = { ...this.#common('open', options), repeatable: true, method: 'GET' as const, url }
      // The token and the accepted certificate belong to the connected server; a redirect to another origin gets
      // neither.
      const isHome = url.origin === home
      const response = await (isHome
        ? this.#reach({ ...get, headers: this.#authorized({ ...options?.range }) })
        : send({ ...get, headers: { ...options?.range }, certificate: '' }))
      const status = response.statusCode ?? 0
      if (options?.mayPause) response.setTimeout(0)
      if (status >= 200 && status < 300) return toOpenedFile(response)
      response.resume()
      const { location } = response.headers
      if (status < 300 || status >= 400 || !location)
        return this.#inSession(() => Promise.reject(toOpenError(status, isHome)))
      url = httpAddress(location, url.href)
    }
    throw new AppError('bad-answer', '下载地址重定向次数过多')
  }

  #urlOf(name: ApiName): URL {
    return addressOf(this.connection, name, operations[name], {}).url
  }

  #common(operation: string, options: CallOptions = {}) {
    return {
      operation,
      certificate: this.connection.certificate,
      outgoing: this.#deps.outgoing,
      signal: options.signal,
      timeoutMs: options.timeoutMs ?? DEFAULT_TIMEOUT,
    }
  }

  #authorized(headers: Record<string, string>): Record<string, string> {
    const token = this.#deps.token()
    return token === null ? headers : { ...headers, authorization: token }
  }

  /** Runs a call with the token; a rejected token ends the session. */
  async #inSession<T>(work: () => Promise<T>): Promise<T> {
    const { token, onExpired } = this.#deps
    try {
      return await work()
    } catch (error) {
      if (error instanceof AppError && error.code === 'unauthorized' && token() !== null) onExpired?.()
      throw error
    }
  }

  async #reach(request: HttpRequest): Promise<IncomingMessage> {
    const { onReachability, onGrants } = this.#deps
    try {
      const response = await send(request)
      // 502–504 come from a proxy: the server behind it was not reached.
      const status = response.statusCode ?? 0
      onReachability?.(status < 502 || status > 504)
      const grants = response.headers[GRANTS_HEADER]
      if (typeof grants === 'string') onGrants?.(grants)
      return response
    } catch (error) {
      if (error instanceof AppError && (error.code === 'no-response' || error.code === 'timeout'))
        onReachability?.(false)
      throw error
    }
  }

  #request(name: ApiName, { headers, options, ...request }: CallRequest): Promise<IncomingMessage> {
    return this.#reach({
      ...this.#common(name, options),
      ...request,
      headers: this.#authorized({ accept: 'application/json', ...headers }),
    })
  }

  #post(
    name: ApiName,
    url: URL,
    body: HttpRequest['body'],
    length: number,
    type: string,
    { headers = {}, ...options }: CallOptions & { headers?: Record<string, string> } = {},
  ): Promise<IncomingMessage> {
    const sent = { 'content-type': type, 'content-length': String(length), ...headers }
    return this.#request(name, { repeatable: false, method: 'POST', url, headers: sent, body, options })
  }

  async #ask<N extends ApiName>(name: N, input: InputOf<N>, options?: CallOptions): Promise<IncomingMessage> {
    const operation: ApiOperation = operations[name]
    const { url, body } = addressOf(this.connection, name, operation, payloadOf(operation, input, name))
    const isGet = operation.method === 'GET'
    return this.#request(name, {
      options: { timeoutMs: timeoutOf(operation), ...options },
      repeatable: operation.effect === 'read',
      method: operation.method,
      url: isGet ? withQuery(url, body) : url,
      headers: {
        ...acceptEncodingFor(url),
        ...(isGet ? {} : { 'content-type': 'application/json' }),
        ...(options?.watch && { [EXPORT_ID_HEADER]: options.watch }),
        ...(options?.deviceId && { [DEVICE_HEADER]: options.deviceId }),
      },
      ...(isGet ? {} : { body: Buffer.from(JSON.stringify(body)) }),
    })
  }

  #onMended(operation: string) {
    return (notes: string[]): void =>
      this.#deps.log.warn('answer mended to the contract', { operation, notes: notes.slice(0, 10) })
  }

  #answer<N extends ApiName>(name: N, response: IncomingMessage, input: unknown) {
    return readAnswer(response, name, operations[name].output, this.#onMended(name), (data) =>
      reshape(name, data, input, this.call),
    ) as Promise<ApiAnswer<OutputOf<N>>>
  }

  async #uploadAnswer(kind: UploadKind, response: IncomingMessage): Promise<UploadAnswer> {
    const name = `upload.${kind}` as const
    const onMended = this.#onMended(name)
    return parseUploadAnswer((await readAnswer(response, name, anyFields, onMended)).data, name, onMended)
  }
}

function toOpenedFile(response: IncomingMessage): OpenedFile {
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

/** @param isHome the connected server responded; a 401 from another server says nothing about the session */
function toOpenError(status: number, isHome: boolean): AppError {
  if (status === 404 || status === 410) return new AppError('not-found', '服务器上没有该文件，可能已被删除')
  if (status === 403 || (status === 401 && !isHome))
    return new AppError('forbidden', '没有权限读取该文件，或下载链接已过期')
  if (status === 416)
    return new AppError('invalid', '读取的位置超出文件长度，文件可能已被替换', {
      details: { fact: { kind: 'request', status } },
    })
  return missingEnvelopeError(status, 'open')
}
