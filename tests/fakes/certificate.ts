import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { X509Certificate } from 'node:crypto'

/** A fresh self-signed certificate for 127.0.0.1, made by openssl, with its SHA-256 fingerprint. */
export function selfSigned(): { key: string; cert: string; fingerprint: string } {
  const folder = mkdtempSync(join(tmpdir(), 'sitecraft-cert-'))
  try {
    const at = (name: string): string => join(folder, name)
    const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1']
    execFileSync(
      'openssl',
      ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...subject, '-keyout', at('k'), '-out', at('c')],
      { stdio: 'ignore' },
    )
    const cert = readFileSync(at('c'), 'utf8')
    return { key: readFileSync(at('k'), 'utf8'), cert, fingerprint: new X509Certificate(cert).fingerprint256 }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
