import { createHash } from 'node:crypto'
import { Client, type ConnectConfig } from 'ssh2'
import { AppError } from '#shared/errors/index.ts'

/** How a server is reached. */
export interface SftpAccount {
  host: string
  port: number
  username: string
  /** '' when a key is used. */
  password: string
  /** Private key in PEM or OpenSSH form; ''. */
  privateKey: string
  passphrase: string
  /** Path of the socket of an SSH agent; ''. */
  agent: string
  /** SHA-256 of the server's key in base64, which a person has agreed to; '' none yet, so that no connection is made. */
  hostKey: string
  /** Folder of the site on the server. */
  folder: string
}

const READY_TIMEOUT_MS = 20_000
const KEEPALIVE_MS = 10_000

const fingerprintOf = (key: Buffer): string => createHash('sha256').update(key).digest('base64').replace(/=+$/, '')

/**
 * The fingerprint of a server's key, without signing in.
 * @returns SHA-256 in base64, as `ssh` prints it
 */
export function readHostKey({ host, port }: Pick<SftpAccount, 'host' | 'port'>): Promise<string> {
  return new Promise((resolve, reject) => {
    const client = new Client()
    let found = ''
    client.on('error', (error) => (found === '' ? reject(connectError(error, host)) : resolve(found)))
    client.on('close', () => (found === '' ? reject(connectError(new Error('closed'), host)) : resolve(found)))
    client.connect({
      host,
      port,
      username: 'sitecraft',
      readyTimeout: READY_TIMEOUT_MS,
      hostVerifier: (key: Buffer) => {
        found = fingerprintOf(key)
        return false
      },
    })
  })
}

/** Signs in, at a server with the agreed key alone. */
export function signIn(client: Client, account: SftpAccount): Promise<void> {
  let seen = ''
  const config: ConnectConfig = {
    host: account.host,
    port: account.port,
    username: account.username,
    readyTimeout: READY_TIMEOUT_MS,
    keepaliveInterval: KEEPALIVE_MS,
    keepaliveCountMax: 3,
    hostVerifier: (key: Buffer) => {
      seen = fingerprintOf(key)
      return seen === account.hostKey
    },
    ...(account.password === '' ? {} : { password: account.password }),
    ...(account.privateKey === '' ? {} : { privateKey: account.privateKey, passphrase: account.passphrase }),
    ...(account.agent === '' ? {} : { agent: account.agent }),
  }
  return new Promise((resolve, reject) => {
    const fail = (error: Error): void =>
      reject(seen !== '' && seen !== account.hostKey ? hostKeyError(account, seen) : connectError(error, account.host))
    client.once('ready', resolve)
    client.on('error', fail)
    client.once('close', () => fail(new Error('closed')))
    try {
      client.connect(config)
    } catch (error) {
      reject(new AppError('invalid', '私钥或它的口令有误，请粘贴完整的私钥，并填写它的口令', { cause: error }))
    }
  })
}

const hostKeyError = ({ host, hostKey }: SftpAccount, seen: string): AppError =>
  hostKey === ''
    ? new AppError('conflict', `还没有确认服务器“${host}”的主机密钥，请编辑发布目标，读取并核对主机密钥`)
    : new AppError(
        'conflict',
        `服务器“${host}”的主机密钥已改变（现在是 SHA256:${seen}）。可能是服务器重装，也可能有人冒充它；请向服务器的管理员核实后，编辑发布目标，重新读取并核对主机密钥`,
      )

function connectError(error: Error & { level?: string; code?: string }, host: string): AppError {
  const cause = { cause: error }
  if (error.level === 'client-authentication')
    return new AppError('forbidden', `服务器“${host}”拒绝登录，请检查用户名和密码（或私钥）`, cause)
  if (error.level === 'client-timeout' || error.code === 'ETIMEDOUT')
    return new AppError('timeout', `连接服务器“${host}”超时，请检查地址、端口和防火墙`, cause)
  if (error.code === 'ECONNREFUSED')
    return new AppError('unavailable', `服务器“${host}”拒绝连接，请检查端口，以及 SSH 服务是否已启动`, cause)
  if (error.code === 'ENOTFOUND' || error.code === 'EAI_AGAIN')
    return new AppError('unavailable', `找不到服务器“${host}”，请检查地址`, cause)
  return new AppError('unavailable', `无法连接服务器“${host}”：${error.message}`, cause)
}
