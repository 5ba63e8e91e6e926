import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

interface Issued {
  key: string
  cert: string
}

/** A company's own certificate authority, made by openssl for one test. */
export interface Authority {
  /** PEM of the root. */
  root: string
  /** A server's certificate. @param names as in a certificate: `DNS:cms.corp.test`, `IP:127.0.0.1` @param days -1: expired */
  server(names: string, days?: number): Issued
  /** A person's certificate as PKCS#12. */
  client(name: string, passphrase: string): Buffer
}

export function makeAuthority(name = 'Corp Root CA'): Authority {
  const folder = mkdtempSync(join(tmpdir(), 'sitecraft-ca-'))
  const at = (file: string): string => join(folder, file)
  const openssl = (...args: string[]): void => void execFileSync('openssl', args, { stdio: 'ignore', cwd: folder })
  const makeKey = (file: string): void => openssl('ecparam', '-name', 'prime256v1', '-genkey', '-noout', '-out', file)
  try {
    makeKey('root.key')
    openssl('req', '-x509', '-new', '-key', 'root.key', '-days', '2', '-subj', `/O=Corp/CN=${name}`, '-out', 'root.pem')
    const root = readFileSync(at('root.pem'), 'utf8')
    const rootKey = readFileSync(at('root.key'), 'utf8')
    return { root, server: (names, days = 2) => issue(names, days), client: issueClient(root, rootKey) }

    function issue(names: string, days: number): Issued {
      const common = names.split(',', 1)[0]?.replace(/^\w+:/, '') ?? ''
      return inFolder(root, rootKey, (each, run) => {
        sign(each, run, `/O=Corp/CN=${common}`, `subjectAltName=${names}\n`, days)
        return { key: readFileSync(join(each, 'leaf.key'), 'utf8'), cert: readFileSync(join(each, 'leaf.pem'), 'utf8') }
      })
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

type Run = (...args: string[]) => void

const issueClient =
  (root: string, rootKey: string) =>
  (name: string, passphrase: string): Buffer =>
    inFolder(root, rootKey, (folder, run) => {
      sign(folder, run, `/O=Corp/CN=${name}`, 'extendedKeyUsage=clientAuth\n', 2)
      run(
        'pkcs12',
        '-export',
        '-inkey',
        'leaf.key',
        '-in',
        'leaf.pem',
        '-out',
        'leaf.pfx',
        '-passout',
        `pass:${passphrase}`,
      )
      return readFileSync(join(folder, 'leaf.pfx'))
    })

function sign(folder: string, run: Run, subject: string, extensions: string, days: number): void {
  writeFileSync(join(folder, 'ext'), extensions)
  run('ecparam', '-name', 'prime256v1', '-genkey', '-noout', '-out', 'leaf.key')
  run('req', '-new', '-key', 'leaf.key', '-subj', subject, '-out', 'leaf.csr')
  run(
    'x509',
    '-req',
    '-in',
    'leaf.csr',
    '-CA',
    'root.pem',
    '-CAkey',
    'root.key',
    '-CAcreateserial',
    '-days',
    String(days),
    '-extfile',
    'ext',
    '-out',
    'leaf.pem',
  )
}

function inFolder<T>(root: string, rootKey: string, work: (folder: string, run: Run) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'sitecraft-ca-'))
  try {
    writeFileSync(join(folder, 'root.pem'), root)
    writeFileSync(join(folder, 'root.key'), rootKey, { mode: 0o600 })
    return work(folder, (...args) => void execFileSync('openssl', args, { stdio: 'ignore', cwd: folder }))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
