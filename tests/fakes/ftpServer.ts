import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FtpsAccount } from '#deploy/ftpSession.ts'
import { selfSigned } from './certificate.ts'
import { freePort, untilAnswers } from './listening.ts'

/** vsftpd of this machine with TLS, on a port and a certificate of its own; it lets in `anonymous` alone, which may write. */
export interface FtpServer {
  account: FtpsAccount
  /** Its files. */
  root: string
  stop(): Promise<void>
}

export async function startFtpServer(encryption: FtpsAccount['encryption'] = 'explicit'): Promise<FtpServer> {
  const folder = await mkdtemp(join(tmpdir(), 'sitecraft-ftp-'))
  const { key, cert, fingerprint } = selfSigned()
  const port = await freePort()
  const root = join(folder, 'files')
  await mkdir(root)
  await writeFile(join(folder, 'key.pem'), key, { mode: 0o600 })
  await writeFile(join(folder, 'cert.pem'), cert)
  const settings = {
    listen: 'YES',
    listen_address: '127.0.0.1',
    listen_port: port,
    background: 'NO',
    run_as_launching_user: 'YES',
    anonymous_enable: 'YES',
    local_enable: 'NO',
    anon_root: root,
    write_enable: 'YES',
    anon_upload_enable: 'YES',
    anon_mkdir_write_enable: 'YES',
    anon_other_write_enable: 'YES',
    anon_world_readable_only: 'NO',
    anon_umask: '022',
    ssl_enable: 'YES',
    allow_anon_ssl: 'YES',
    force_anon_logins_ssl: 'YES',
    force_anon_data_ssl: 'YES',
    implicit_ssl: encryption === 'implicit' ? 'YES' : 'NO',
    rsa_cert_file: join(folder, 'cert.pem'),
    rsa_private_key_file: join(folder, 'key.pem'),
    seccomp_sandbox: 'NO',
    xferlog_enable: 'NO',
  }
  const file = join(folder, 'vsftpd.conf')
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`)
  await writeFile(file, lines.join(''))
  const child = spawn('/usr/sbin/vsftpd', [file], { stdio: 'ignore' })
  await untilAnswers(port, child, 'vsftpd')
  return {
    account: {
      host: '127.0.0.1',
      port,
      encryption,
      username: 'anonymous',
      password: 'guest',
      certificate: fingerprint,
      folder: root,
    },
    root,
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill()
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}
