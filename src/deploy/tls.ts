import type { X509Certificate } from 'node:crypto'
import { connect, type TLSSocket } from 'node:tls'
import { AppError } from '#shared/errors/index.ts'

const READ_TIMEOUT_MS = 20_000

/** OpenSSL's and Node's names for certificates that are not trusted, with the reason in Chinese. */
const UNTRUSTED: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: '已过期',
  CERT_NOT_YET_VALID: '还没有生效，也可能是本机时钟有误',
  ERR_TLS_CERT_ALTNAME_INVALID: '不是发给这个地址的',
  DEPTH_ZERO_SELF_SIGNED_CERT: '是自签名的，不受信任',
  SELF_SIGNED_CERT_IN_CHAIN: '由不受信任的机构签发',
  UNABLE_TO_GET_ISSUER_CERT: '由不受信任的机构签发',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: '由不受信任的机构签发',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: '由不受信任的机构签发',
  CERT_REVOKED: '已被吊销',
}

/** What a person does about a certificate that is not trusted; null for other errors. */
export function certificateError(error: unknown, host: string): AppError | null {
  if (error instanceof AppError) return error
  const { code: found } = error as { code?: unknown }
  const code = typeof found === 'string' ? found : ''
  const reason = UNTRUSTED[code]
  if (reason !== undefined)
    return new AppError(
      'conflict',
      `服务器“${host}”的证书${reason}。请更换证书；确认是自己的服务器时，可编辑发布目标，读取并核对证书指纹`,
      { cause: error },
    )
  if (code === 'EPROTO' || code.startsWith('ERR_SSL_'))
    return new AppError('unavailable', `无法与服务器“${host}”建立加密连接，请检查端口和加密方式（${code}）`, {
      cause: error,
    })
  return null
}

/** @param seen fingerprint of the certificate that was found */
export const changedCertificate = (host: string, seen: string): AppError =>
  new AppError(
    'conflict',
    `服务器“${host}”的证书与核对过的不同（现在是 ${seen}）。可能是更换了证书，也可能有人冒充它；请向服务器的管理员核实后，编辑发布目标，重新读取并核对证书指纹`,
  )

/** SHA-256 of a server's certificate, as browsers and `openssl x509 -fingerprint` show it; '' while there is none. */
export const fingerprintOf = (socket: Pick<TLSSocket, 'getPeerX509Certificate'>): string => {
  const certificate: X509Certificate | undefined = socket.getPeerX509Certificate()
  return certificate?.fingerprint256 ?? ''
}

/** The fingerprint of the certificate of a server that speaks TLS from the first byte, whether it is trusted or not. */
export function readCertificate(host: string, port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, rejectUnauthorized: false, ...servernameOf(host) })
    const settle = (): void => {
      clearTimeout(timer)
      socket.destroy()
    }
    const timer = setTimeout(() => {
      settle()
      reject(Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' }))
    }, READ_TIMEOUT_MS)
    socket.once('secureConnect', () => {
      resolve(fingerprintOf(socket))
      settle()
    })
    socket.on('error', (error: Error) => {
      reject(error)
      settle()
    })
  })
}

/** Names are sent to the server, which may have several certificates; addresses may not be. */
export const servernameOf = (host: string): { servername?: string } =>
  /^[\d.]+$|:/.test(host) ? {} : { servername: host }
