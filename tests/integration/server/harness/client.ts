import type { ApiOperation } from '#shared/contract/define.ts'
import { type ApiName, type InputOf, operations, type OwnOutputOf } from '#shared/contract/registry.ts'

export interface Answer<T> {
  status: number
  code: number
  msg: string
  data: T
}

/** What a refused call carries in data. */
export interface Refusal {
  issues?: { field: string; message: string }[]
  facts?: Record<string, unknown>
}

export interface SendOptions {
  method?: string
  /** Sent as JSON; a string goes as it is, and so do bytes. */
  body?: unknown
  headers?: Record<string, string>
}

/** Calls a server over HTTP as its clients do; with a token or without. */
export class TestClient {
  readonly url: string
  readonly token: string | null

  constructor(url: string, token: string | null = null) {
    this.url = url
    this.token = token
  }

  /** A contract call with whatever input, also a wrong one. */
  call<N extends ApiName>(name: N, input: unknown): Promise<Answer<OwnOutputOf<N>>> {
    const op: ApiOperation = operations[name]
    const [path, rest] = fillPath(op.path, input)
    if (op.method === 'GET') return this.send(path + queryOf(rest))
    return this.send(path, { method: 'POST', body: rest })
  }

  /** A contract call that must succeed; answers its data. */
  async ok<N extends ApiName>(name: N, input: InputOf<N>): Promise<OwnOutputOf<N>> {
    const answer = await this.call(name, input)
    if (answer.code !== 200) throw new Error(`${name}: ${answer.code} ${answer.msg}`)
    return answer.data
  }

  async send<T>(path: string, { method = 'GET', body, headers = {} }: SendOptions = {}): Promise<Answer<T>> {
    const response = await this.fetch(path, { method, body, headers })
    if (response.headers.get('content-type') === 'application/octet-stream')
      return { status: response.status, code: 200, msg: '', data: new Uint8Array(await response.arrayBuffer()) as T }
    const envelope = (await response.json()) as Omit<Answer<T>, 'status'>
    return { ...envelope, status: response.status }
  }

  /** The raw answer, for what isn't an envelope. */
  fetch(path: string, { method = 'GET', body, headers = {} }: SendOptions = {}): Promise<Response> {
    const bytes = body instanceof Uint8Array
    const json = body !== undefined && typeof body !== 'string' && !bytes && !(body instanceof FormData)
    return fetch(new URL(path, this.url), {
      method,
      redirect: 'manual',
      headers: {
        ...(this.token ? { authorization: this.token } : {}),
        ...(json || typeof body === 'string' ? { 'content-type': 'application/json' } : {}),
        ...(bytes ? { 'content-type': 'application/octet-stream' } : {}),
        ...headers,
      },
      ...(body === undefined ? {} : { body: json ? JSON.stringify(body) : bytes ? Buffer.from(body) : body }),
    })
  }
}

const queryOf = (rest: unknown): string => {
  if (typeof rest !== 'object' || rest === null || Object.keys(rest).length === 0) return ''
  return `?${new URLSearchParams(Object.entries(rest).map(([name, value]) => [name, String(value)])).toString()}`
}

function fillPath(path: string, input: unknown): [string, unknown] {
  if (typeof input !== 'object' || input === null || Array.isArray(input) || input instanceof Uint8Array)
    return [path, input]
  const rest: Record<string, unknown> = { ...input }
  const filled = path.replace(/\{(\w+)\}/g, (_all, name: string) => {
    const value = rest[name]
    delete rest[name]
    return encodeURIComponent(String(value))
  })
  return [filled, rest]
}
