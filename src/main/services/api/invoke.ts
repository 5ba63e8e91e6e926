import type { ApiOperation } from '#shared/contract/define.ts'
import { operations, type ApiName, type InputOf, type OperationName } from '#shared/contract/registry.ts'
import { AppError } from '#shared/errors/index.ts'
import { encryptPassword } from './encryptPassword.ts'
import type { ApiAnswer, ApiClient, Sessions } from '../types.ts'

export type ApiInvoker = (name: OperationName, input: unknown) => Promise<ApiAnswer<unknown>>

/** Runs API operations for the page on the current connection. Operations with secrets or raw bytes are refused. */
export function createApiInvoker(deps: {
  sessions: Sessions
  /** A client without a token, for operations that need no session. */
  anonymous: (connectionId: string) => ApiClient
  /** Resolves when the connection's server can be called. */
  ready: (connectionId: string) => Promise<void>
}): ApiInvoker {
  const { sessions } = deps
  return async (name, input) => {
    const operation = operations[name]
    if (operation.kind !== 'api') throw new AppError('unsupported', `“${name}”不是服务器操作`)
    const api: ApiOperation = operation
    if (api.hostOnly || api.raw) throw new AppError('forbidden', `页面无法直接调用“${api.title}”`)
    const connectionId = sessions.currentConnectionId()
    if (connectionId === null) throw new AppError('unavailable', '请先选择要连接的服务器')
    const signedIn = sessions.clientFor(connectionId)
    if (!signedIn && api.access.kind !== 'open') throw new AppError('unauthorized', '请先登录')
    await deps.ready(connectionId)
    const client = signedIn ?? deps.anonymous(connectionId)
    // The client parses the input with the operation's own schema.
    return client.call(name as ApiName, (await withPasswords(api, input, client)) as InputOf<ApiName>)
  }
}

/** Encrypts the input's password fields (`encrypts`) for the server; fetches the key only if necessary. */
async function withPasswords({ encrypts = [] }: ApiOperation, input: unknown, client: ApiClient): Promise<unknown> {
  if (typeof input !== 'object' || input === null) return input
  const fields: Record<string, unknown> = { ...input }
  const plain = encrypts.flatMap((name): [string, string][] => {
    const value = fields[name]
    return typeof value === 'string' && value !== '' ? [[name, value]] : []
  })
  if (plain.length === 0) return input
  const { data: publicKey } = await client.call('rsa.publicKey', {})
  for (const [name, value] of plain) fields[name] = encryptPassword(publicKey, value)
  return fields
}
