import type { Connection } from '#shared/contract/host.ts'
import type { ApiOperation } from '#shared/contract/define.ts'
import { AppError } from '#shared/errors/index.ts'

type Fields = Record<string, unknown>
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The payload of a call: the parsed input, and `channel: "pc"` unless the caller has set it (A·§7). */
export function payloadOf(operation: ApiOperation, input: unknown, name: string): Fields | unknown[] {
  const parsed = operation.input.safeParse(input)
  if (!parsed.success) throw invalidInput(parsed.error.issues, name)
  // Lists are sent in the documents' form ([{id}]), not as the schema parses them.
  if (Array.isArray(input)) return input as unknown[]
  const fields: Fields = { ...(isFields(input) ? input : {}), ...(isFields(parsed.data) ? parsed.data : {}) }
  const channel = 'channel' in fields ? fields.channel : 'pc'
  delete fields.channel
  return channel === null ? fields : { ...fields, channel }
}

/** All validation issues of an input as one AppError; its message is the first issue's. */
export function invalidInput(
  issues: readonly { path: readonly PropertyKey[]; message: string }[],
  operation: string,
): AppError {
  const list = issues.map((issue) => ({ field: issue.path.map(String).join('.'), message: issue.message }))
  return new AppError('invalid', list[0]?.message ?? '输入有误', { details: { operation, issues: list } })
}

/** The base URL with exactly one trailing slash, so that relative paths resolve below it. */
export function baseUrlOf(connection: Connection): string {
  const base = `${connection.baseUrl.replace(/\/+$/, '')}/`
  if (URL.canParse(base)) return base
  // The built-in server has no address before its first start.
  if (connection.kind === 'builtin') throw new AppError('unavailable', '内置服务器正在启动，请稍候')
  throw new AppError('invalid', '服务器地址不是有效的网址，格式例如 https://cms.example.com')
}

/** The URL of a call on this connection. Fields that are part of the path are removed from the payload. */
export function addressOf(connection: Connection, name: string, operation: ApiOperation, payload: Fields | unknown[]) {
  const rest: Fields = isFields(payload) ? { ...payload } : {}
  const path = (connection.pathMap[name] ?? operation.path).replace(/\{(\w+)\}/g, (_all, key: string) => {
    const value = rest[key]
    delete rest[key]
    return encodeURIComponent(String(value))
  })
  const url = resolveBelowBase(baseUrlOf(connection), path)
  if (!url) throw new AppError('invalid', invalidMappingText(name), { details: { operation: name } })
  return { url, body: isFields(payload) ? rest : payload }
}

/** Resolves a relative path on the base URL; null when it leads to another server, where the token must not be sent. */
export function resolveBelowBase(base: string, path: string): URL | null {
  const relative = path.replace(/^[/\\]+/, '')
  const url = relative !== '' && !/\s/.test(relative) && URL.canParse(relative, base) ? new URL(relative, base) : null
  return url?.origin === new URL(base).origin ? url : null
}

export const invalidMappingText = (name: string): string =>
  `路径映射中“${name}”的路径应相对于服务器地址，例如 api/template/list`

/** Adds the payload of a GET call to its address. */
export function withQuery(url: URL, fields: Fields | unknown[]): URL {
  const target = new URL(url)
  for (const [key, value] of Object.entries(fields)) {
    if (value === undefined || value === null) continue
    target.searchParams.set(key, typeof value === 'string' ? value : JSON.stringify(value))
  }
  return target
}
