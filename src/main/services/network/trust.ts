import tls from 'node:tls'
import { X509Certificate } from 'node:crypto'

export interface TrustOptions {
  /** PEM texts of additional authorities, besides the system's and Node's. */
  authorities: readonly string[]
  /** A client certificate (PKCS#12) with its password; null for none. */
  client: { pfx: Buffer; passphrase: string } | null
}

/**
 * Trust and client certificate of https connections: Mozilla's authorities, those of NODE_EXTRA_CA_CERTS, those of the
 * operating system (which include a company's own) and the given ones.
 */
export function createTrustContext({ authorities, client }: TrustOptions): tls.SecureContext {
  const ca = [...new Set([...tls.getCACertificates('default'), ...systemCertificates(), ...authorities])]
  return tls.createSecureContext({ ca, ...(client ? { pfx: client.pfx, passphrase: client.passphrase } : {}) })
}

/** Authorities of the operating system; none if its store can't be read. */
function systemCertificates(): readonly string[] {
  try {
    return tls.getCACertificates('system')
  } catch {
    return []
  }
}

const PEM = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

/** The certificates in a PEM text; unreadable ones are omitted. */
export const parseCertificates = (text: string): string[] =>
  (text.match(PEM) ?? []).filter((each) => {
    try {
      return new X509Certificate(each).raw.length > 0
    } catch {
      return false
    }
  })

/** Why a client certificate can't be used; null if it can. */
export function checkClientCertificate(pfx: Buffer, passphrase: string): string | null {
  if (passphrase === '') return '请填写客户端证书的密码；不支持没有密码保护的证书文件'
  try {
    tls.createSecureContext({ pfx, passphrase })
    return null
  } catch (error) {
    const wrong = /mac verify|password/i.test(error instanceof Error ? error.message : '')
    return wrong ? '客户端证书的密码有误，请重新输入' : '无法读取客户端证书，请选择 .pfx 或 .p12 文件'
  }
}
