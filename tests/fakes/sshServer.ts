import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { SftpAccount } from '#deploy/sftp.ts'
import { execute } from './execute.ts'
import { freePort } from './listening.ts'

/** OpenSSH of this machine, on a port and with keys of its own; one account, the one that runs the tests. */
export interface SshServer {
  account: SftpAccount
  stop(): Promise<void>
}

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('data', () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', () => resolve(false))
  })

export async function startSshServer(): Promise<SshServer> {
  const folder = await mkdtemp(join(tmpdir(), 'sitecraft-sshd-'))
  const keyAt = async (name: string): Promise<string> => {
    await execute('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', join(folder, name)])
    return readFile(join(folder, `${name}.pub`), 'utf8')
  }
  const hostPublic = await keyAt('host')
  await writeFile(join(folder, 'authorized_keys'), await keyAt('user'), { mode: 0o600 })
  const port = await freePort()
  const lines = [
    `Port ${port}`,
    'ListenAddress 127.0.0.1',
    `HostKey ${join(folder, 'host')}`,
    `AuthorizedKeysFile ${join(folder, 'authorized_keys')}`,
    `PidFile ${join(folder, 'pid')}`,
    'PasswordAuthentication no',
    'StrictModes no',
    'UsePAM no',
    'PermitRootLogin yes',
    'Subsystem sftp internal-sftp',
  ]
  await writeFile(join(folder, 'sshd_config'), lines.join('\n'))
  const child = spawn('/usr/sbin/sshd', ['-D', '-e', '-f', join(folder, 'sshd_config')], { stdio: 'ignore' })
  for (let tries = 0; !(await answers(port)); tries++) {
    if (tries > 100 || child.exitCode !== null) throw new Error('sshd did not start')
    await delay(50)
  }
  const raw = Buffer.from(hostPublic.split(' ')[1] ?? '', 'base64')
  return {
    account: {
      host: '127.0.0.1',
      port,
      username: userInfo().username,
      password: '',
      privateKey: await readFile(join(folder, 'user'), 'utf8'),
      passphrase: '',
      agent: '',
      hostKey: createHash('sha256').update(raw).digest('base64').replace(/=+$/, ''),
      folder: '',
    },
    async stop() {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill()
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}
