import type { ParsedOf } from '#shared/contract/registry.ts'

/** The key of an SSH server, or the fingerprint of the certificate of another one. @throws AppError when it does not say */
export async function identityOf(place: ParsedOf<'publishTarget.readHostKey'>): Promise<string> {
  const { kind, host, port, encryption, address } = place
  if (kind === 'sftp') {
    const { readHostKey } = await import('#deploy/sftp.ts')
    return readHostKey({ host, port })
  }
  if (kind === 'ftps') {
    const { readFtpsCertificate } = await import('#deploy/ftpSession.ts')
    return readFtpsCertificate({ host, port, encryption })
  }
  const { readWebCertificate } = await import('#deploy/http.ts')
  return readWebCertificate(new URL(address))
}
