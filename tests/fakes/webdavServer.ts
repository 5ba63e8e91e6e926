import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { WebdavAccount } from '#deploy/webdav.ts'
import { selfSigned } from './certificate.ts'
import { freePort, untilAnswers } from './listening.ts'

/** Apache of this machine with mod_dav and TLS, on a port of its own; one account. */
export interface WebdavServer {
  account: WebdavAccount
  /** Its files, at `/dav/`. */
  root: string
  stop(): Promise<void>
}

const MODULES = [
  'mpm_event',
  'authn_core',
  'authn_file',
  'authz_core',
  'authz_user',
  'auth_basic',
  'dav',
  'dav_fs',
  'dir',
  'mime',
  'ssl',
]

export async function startWebdavServer(): Promise<WebdavServer> {
  const folder = await mkdtemp(join(tmpdir(), 'sitecraft-dav-'))
  const { key, cert, fingerprint } = selfSigned()
  const port = await freePort()
  const root = join(folder, 'files')
  const password = 'p:wörd'
  // The server's processes run as another account when root starts it.
  await mkdir(root)
  for (const path of [folder, root]) await chmod(path, 0o777)
  await writeFile(join(folder, 'key.pem'), key)
  await writeFile(join(folder, 'cert.pem'), cert)
  await writeFile(join(folder, 'users'), `web:{SHA}${createHash('sha1').update(password).digest('base64')}\n`)
  const lines = [
    `ServerRoot "${folder}"`,
    'ServerName 127.0.0.1',
    `PidFile "${join(folder, 'pid')}"`,
    `ErrorLog "${join(folder, 'error.log')}"`,
    `Mutex file:${folder} default`,
    ...MODULES.map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`),
    `Listen 127.0.0.1:${port}`,
    'SSLEngine on',
    `SSLCertificateFile "${join(folder, 'cert.pem')}"`,
    `SSLCertificateKeyFile "${join(folder, 'key.pem')}"`,
    `DavLockDB "${join(folder, 'locks')}"`,
    `DocumentRoot "${root}"`,
    'TypesConfig /etc/mime.types',
    // Of no meaning unless root starts it, which has to give up its rights.
    'User nobody',
    'Group nogroup',
    `<Directory "${root}">`,
    'Dav On',
    // Otherwise a folder with an index.html can't be listed.
    'DirectoryIndex disabled',
    'DavMinTimeout 600',
    'AuthType Basic',
    'AuthName dav',
    `AuthUserFile "${join(folder, 'users')}"`,
    'Require valid-user',
    '</Directory>',
  ]
  await writeFile(join(folder, 'apache.conf'), `${lines.join('\n')}\n`)
  const child = spawn('/usr/sbin/apache2', ['-X', '-f', join(folder, 'apache.conf')], { stdio: 'ignore' })
  await untilAnswers(port, child, 'apache2')
  return {
    account: { address: `https://127.0.0.1:${port}`, username: 'web', password, certificate: fingerprint },
    root,
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill()
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}
