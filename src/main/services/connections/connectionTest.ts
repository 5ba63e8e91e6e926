import type { Connection } from '#shared/contract/host.ts'
import { AppError, requestFactOf } from '#shared/errors/index.ts'
import { createApiClient } from '../api/client.ts'
import { isUnreached, requiresClientCertificate } from '../api/networkError.ts'
import { checkAddress } from './connections.ts'
import type { Outgoing } from '../network/outgoing.ts'
import { OTHER_CERTIFICATE } from '../network/problem.ts'
import type { ApiClient, Logger } from '../types.ts'

const TIMEOUT = 10_000
const UNKNOWN_CERTIFICATE = '服务器的证书不受信任（可能是自签名证书）。如果确认是您的服务器，请核对指纹后选择信任此证书'
const CHANGED_CERTIFICATE =
  '服务器的证书与之前信任的证书不同。请先向服务器管理员确认已更换证书，核对新的指纹后再选择信任此证书'

interface ConnectionReport {
  /** Whether it is Sitecraft's own server. */
  own: boolean
  version: string
  milliseconds: number
  /** Fingerprint of the accepted self-signed certificate; empty for none. */
  certificate: string
}

/**
 * Connects to a server that may not be saved yet and reads its public key. Throws the reason in Chinese; a self-signed
 * certificate is `bad-certificate` with facts.fingerprint, to be shown and, if accepted, passed as `certificate`.
 */
export async function testConnection(
  connection: Connection,
  { log, outgoing }: { log: Logger; outgoing: Outgoing },
): Promise<ConnectionReport> {
  checkAddress(connection)
  const client = createApiClient({ connection: () => connection, token: () => null, log, outgoing })
  const started = performance.now()
  try {
    const version = await readOwnVersion(client)
    const { data: key } = await client.call('rsa.publicKey', {}, { timeoutMs: TIMEOUT })
    if (!key) throw new AppError('bad-answer', '服务器未返回密码公钥，请检查服务器地址和路径映射')
    const milliseconds = Math.round(performance.now() - started)
    return { own: version !== null, version: version ?? '', milliseconds, certificate: connection.certificate }
  } catch (error) {
    throw await explainError(error, new URL(connection.baseUrl), outgoing)
  }
}

/** The version of Sitecraft's own server; null for a foreign one, which lacks this call. */
async function readOwnVersion(client: ApiClient): Promise<string | null> {
  try {
    return (await client.call('system.capabilities', {}, { timeoutMs: TIMEOUT })).data.version
  } catch (error) {
    if (isUnreached(error)) throw error
    return null
  }
}

async function explainError(error: unknown, url: URL, outgoing: Outgoing): Promise<unknown> {
  if (!(error instanceof AppError)) return error
  const { cause = '' } = requestFactOf(error)
  const withMessage = (message: string): AppError =>
    new AppError(error.code, message, { details: error.details, cause: error })
  if (error.code === 'bad-certificate') return certificateError(error, url, outgoing)
  if (error.code === 'timeout') return withMessage(`服务器 ${url.host} 在 10 秒内没有响应，请检查地址、端口和网络`)
  // Proxy errors and a required client certificate have their own messages.
  if (error.code !== 'no-response' || cause.startsWith('SITECRAFT_') || requiresClientCertificate(cause)) return error
  if (cause === 'ENOTFOUND' || cause === 'EAI_AGAIN') {
    return withMessage(`找不到服务器“${url.hostname}”，请检查地址是否写错、网络是否正常`)
  }
  if (cause === 'ECONNREFUSED') return withMessage(`服务器 ${url.host} 拒绝连接，请检查端口是否正确、服务器是否已启动`)
  if (cause === 'EPROTO' || cause.startsWith('ERR_SSL')) {
    return withMessage(`${url.host} 不支持 https，请改用 http:// 开头的地址，或检查端口`)
  }
  return withMessage(`无法连接服务器 ${url.host}（${cause || '没有响应'}），请检查地址和网络`)
}

async function certificateError(error: AppError, url: URL, outgoing: Outgoing): Promise<AppError> {
  const fingerprint = await outgoing.fingerprint(url)
  const known = requestFactOf(error)
  const changed = known.cause === OTHER_CERTIFICATE
  return new AppError('bad-certificate', changed ? CHANGED_CERTIFICATE : UNKNOWN_CERTIFICATE, {
    details: { ...error.details, fact: { kind: 'request', ...known, fingerprint: fingerprint ?? '' } },
    cause: error,
  })
}
