import { NO_RESPONSE_MESSAGE } from '#shared/errors/envelope.ts'
import { AppError, type ErrorDetails } from '#shared/errors/index.ts'
import { NetworkProblem, OTHER_CERTIFICATE } from '../network/problem.ts'

const CERTIFICATE = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'CERT_REVOKED',
  'CERT_UNTRUSTED',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  OTHER_CERTIFICATE,
])

const OTHER_CERTIFICATE_MESSAGE =
  '服务器的证书与之前信任的证书不同，连接已停止。请向服务器管理员确认是否更换过证书，再在“连接到服务器”中重新测试并核对指纹'
const CERTIFICATE_MESSAGE =
  '服务器的证书不受信任（可能是自签名证书）。请在“连接到服务器”中测试该连接，核对指纹后选择信任此证书'

const EXPIRED_MESSAGE = '服务器的证书不在有效期内：请先检查本机的日期和时间；如果无误，请联系服务器管理员更换证书'
const CLIENT_CERTIFICATE_MESSAGE = '服务器要求客户端证书，请在“网络诊断”中选择公司发放的证书（.pfx 或 .p12）'

const messages: Record<string, string> = {
  [OTHER_CERTIFICATE]: OTHER_CERTIFICATE_MESSAGE,
  CERT_HAS_EXPIRED: EXPIRED_MESSAGE,
  CERT_NOT_YET_VALID: EXPIRED_MESSAGE,
}

/** OpenSSL error codes that mean that the server requires a client certificate, or another one. */
export const requiresClientCertificate = (code: string): boolean =>
  /CERTIFICATE_REQUIRED|ALERT_BAD_CERTIFICATE|ALERT_UNKNOWN_CA|HANDSHAKE_FAILURE/.test(code)

/** Node's code of a failed request (`ECONNREFUSED`, …); '' if there is none. */
export function networkCode(error: unknown): string {
  if (typeof error !== 'object' || error === null) return ''
  const { code, errors } = error as { code?: unknown; errors?: unknown }
  if (typeof code === 'string') return code
  return Array.isArray(errors) && errors.length > 0 ? networkCode(errors[0]) : ''
}

/** The AppError for a request without a response (A·§8); its fact contains Node's code. */
export function networkError(error: unknown, operation: string): AppError {
  if (error instanceof AppError) return error
  const cause = networkCode(error)
  const details: ErrorDetails = { operation, fact: { kind: 'request', cause } }
  if (error instanceof Error && error.name === 'AbortError') return cancelledError(operation)
  if (cause === 'ETIMEDOUT') return timeoutError(operation)
  if (CERTIFICATE.has(cause)) {
    return new AppError('bad-certificate', messages[cause] ?? CERTIFICATE_MESSAGE, { details, cause: error })
  }
  if (error instanceof NetworkProblem) return new AppError('no-response', error.message, { details, cause: error })
  if (requiresClientCertificate(cause)) {
    return new AppError('no-response', CLIENT_CERTIFICATE_MESSAGE, { details, cause: error })
  }
  return new AppError('no-response', NO_RESPONSE_MESSAGE, { details, cause: error })
}

const UNREACHED_CODES: ReadonlySet<string> = new Set(['no-response', 'timeout', 'bad-certificate'])

/** Whether the server itself did not respond. Any response, even a rejection, shows that it is reachable. */
export const isUnreached = (error: unknown): boolean => !(error instanceof AppError) || UNREACHED_CODES.has(error.code)

export const cancelledError = (operation: string): AppError =>
  new AppError('cancelled', '操作已取消', { details: { operation } })

export const timeoutError = (operation: string): AppError =>
  new AppError('timeout', '服务器未及时响应，请检查网络后重试', { details: { operation } })
