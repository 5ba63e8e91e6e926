import { createHash, randomBytes } from 'node:crypto'
import { posix } from 'node:path'
import type { Readable } from 'node:stream'
import { Client, type ConnectConfig, type FileEntryWithStats, type SFTPWrapper, type Stats } from 'ssh2'
import { AppError } from '#shared/errors/index.ts'
import { targetError } from './errors.ts'
import { linkError } from './folder.ts'
import { OWN_FOLDER } from './manifest.ts'
import type { TargetConnection, TargetFile } from './target.ts'

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

/** Files on their way at a time; requests of one connection don't wait for each other. */
const PARALLEL = 24
const READY_TIMEOUT_MS = 20_000
/** A server that answers nothing for so long is given up. */
const ANSWER_TIMEOUT_MS = 60_000
const KEEPALIVE_MS = 10_000
/** Bytes of one write request that every server takes, and requests of one file that may wait for an answer. */
const CHUNK_BYTES = 32_000
const MAX_PENDING_WRITES = 16

const NO_SUCH_FILE = 2

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

/** Opens a connection. AppErrors: `conflict` for a host key that is not the agreed one, `forbidden` for a refused sign-in. */
export async function openSftpTarget(account: SftpAccount, signal: AbortSignal): Promise<TargetConnection> {
  const client = new Client()
  const end = (): void => void client.end()
  signal.addEventListener('abort', end, { once: true })
  try {
    await signIn(client, account)
    const sftp = await new Promise<SFTPWrapper>((resolve, reject) =>
      client.sftp((error, opened) =>
        error
          ? reject(
              new AppError('forbidden', `服务器“${account.host}”未开放 SFTP，请联系服务器的管理员`, { cause: error }),
            )
          : resolve(opened),
      ),
    )
    const target = new SftpTarget(client, sftp, account)
    await target.checkRoot()
    return target
  } catch (error) {
    client.end()
    throw error
  } finally {
    signal.removeEventListener('abort', end)
  }
}

function signIn(client: Client, account: SftpAccount): Promise<void> {
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

type Answer<T> = (error: Error | null | undefined, result: T) => void

class SftpTarget implements TargetConnection {
  readonly parallel = PARALLEL
  readonly #client: Client
  readonly #sftp: SFTPWrapper
  readonly #root: string
  readonly #known = new Map<string, Promise<void>>()
  readonly #pending = new Set<(error: Error) => void>()
  #canReplace = true

  constructor(client: Client, sftp: SFTPWrapper, { folder }: SftpAccount) {
    this.#client = client
    this.#sftp = sftp
    this.#root = folder === '' ? '.' : folder
    const lost = (error?: Error): void => {
      const reason = Object.assign(error ?? new Error('connection lost'), { code: 'ECONNRESET' })
      for (const reject of this.#pending) reject(reason)
      this.#pending.clear()
    }
    client.on('error', lost)
    client.on('close', () => lost())
  }

  async checkRoot(): Promise<void> {
    const found = await this.#stat(this.#root).catch((error: unknown) => {
      if ((error as { code?: unknown }).code === NO_SUCH_FILE)
        throw new AppError('not-found', `服务器上没有文件夹“${this.#root}”，请先创建，或检查路径`)
      throw targetError(error, this.#root)
    })
    if (!found.isDirectory()) throw new AppError('invalid', `服务器上的“${this.#root}”不是文件夹`)
  }

  async write(path: string, open: () => Promise<Readable>): Promise<void> {
    const temp = this.#at(`${OWN_FOLDER}/${randomBytes(8).toString('hex')}.part`)
    try {
      await this.#makeFolder(OWN_FOLDER)
      await this.#makeFolder(posix.dirname(path))
      await this.#writeFile(temp, await open())
      await this.#replace(temp, this.#at(path))
    } catch (error) {
      await this.#call<void>((done) => this.#sftp.unlink(temp, done)).catch(() => undefined)
      throw targetError(error, path)
    }
  }

  async read(path: string): Promise<Buffer | null> {
    try {
      return await this.#call<Buffer>((done) => this.#sftp.readFile(this.#at(path), done))
    } catch (error) {
      if ((error as { code?: unknown }).code === NO_SUCH_FILE) return null
      throw targetError(error, path)
    }
  }

  async remove(path: string): Promise<void> {
    await this.#checkFolders(posix.dirname(path))
    try {
      await this.#call<void>((done) => this.#sftp.unlink(this.#at(path), done))
    } catch (error) {
      if ((error as { code?: unknown }).code !== NO_SUCH_FILE) throw targetError(error, path)
    }
    for (let folder = posix.dirname(path); folder !== '.'; folder = posix.dirname(folder)) {
      const removed = await this.#call<void>((done) => this.#sftp.rmdir(this.#at(folder), done)).then(
        () => true,
        () => false,
      )
      if (!removed) return
      this.#known.delete(folder)
    }
  }

  async *list(): AsyncIterable<TargetFile> {
    const folders = ['']
    while (folders.length > 0) {
      const some = folders.splice(0, PARALLEL)
      const found = await Promise.all(
        some.map(async (folder) => {
          const read = this.#call<FileEntryWithStats[]>((done) => this.#sftp.readdir(this.#at(folder), done))
          const entries = await read.catch((error: unknown) => {
            throw targetError(error, folder || '/')
          })
          return { folder, entries }
        }),
      )
      for (const { folder, entries } of found)
        for (const { filename, attrs } of entries) {
          const path = folder === '' ? filename : `${folder}/${filename}`
          if (path === OWN_FOLDER || filename === '.' || filename === '..') continue
          if (attrs.isDirectory()) folders.push(path)
          else yield { path, sizeBytes: attrs.isFile() ? attrs.size : -1 }
        }
    }
  }

  async close(): Promise<void> {
    this.#client.end()
  }

  #at(path: string): string {
    return path === '' ? this.#root : posix.join(this.#root, path)
  }

  #stat(path: string): Promise<Stats> {
    return this.#call<Stats>((done) => this.#sftp.stat(path, done))
  }

  #makeFolder(folder: string): Promise<void> {
    if (folder === '.') return Promise.resolve()
    const known = this.#known.get(folder)
    if (known) return known
    const made = this.#makeFolder(posix.dirname(folder)).then(() => this.#makeOne(folder))
    this.#known.set(folder, made)
    made.catch(() => this.#known.delete(folder))
    return made
  }

  /** Refuses a path that leads through a link; folders that are missing are no error. */
  async #checkFolders(folder: string): Promise<void> {
    if (folder === '.' || this.#known.has(folder)) return
    await this.#checkFolders(posix.dirname(folder))
    const found = await this.#call<Stats>((done) => this.#sftp.lstat(this.#at(folder), done)).catch(() => null)
    if (found?.isSymbolicLink()) throw linkError(folder)
  }

  async #makeOne(folder: string): Promise<void> {
    const path = this.#at(folder)
    const found = await this.#call<Stats>((done) => this.#sftp.lstat(path, done)).catch((error: unknown) => {
      if ((error as { code?: unknown }).code === NO_SUCH_FILE) return null
      throw error
    })
    if (found?.isDirectory()) return
    if (found?.isSymbolicLink()) throw linkError(folder)
    if (found) await this.#call<void>((done) => this.#sftp.unlink(path, done))
    await this.#call<void>((done) => this.#sftp.mkdir(path, { mode: 0o755 }, done))
  }

  async #writeFile(path: string, content: Readable): Promise<void> {
    const handle = await this.#call<Buffer>((done) => this.#sftp.open(path, 'w', { mode: 0o644 }, done))
    try {
      const writes = new Set<Promise<void>>()
      let position = 0
      const failure: { error?: Error } = {}
      for await (const piece of content as AsyncIterable<Buffer>)
        for (let at = 0; at < piece.length; at += CHUNK_BYTES) {
          const chunk = piece.subarray(at, at + CHUNK_BYTES)
          const start = position
          position += chunk.length
          const write = this.#call<void>((done) => this.#sftp.write(handle, chunk, 0, chunk.length, start, done))
            .catch((error: unknown) => {
              failure.error = error instanceof Error ? error : new Error(String(error))
            })
            .finally(() => writes.delete(write))
          writes.add(write)
          if (writes.size >= MAX_PENDING_WRITES) await Promise.race(writes)
          if (failure.error) throw failure.error
        }
      await Promise.all(writes)
      if (failure.error) throw failure.error
    } finally {
      await this.#call<void>((done) => this.#sftp.close(handle, done))
    }
  }

  /** A rename that replaces is an extension of OpenSSH; other servers need the old file removed first. */
  async #replace(from: string, to: string): Promise<void> {
    if (this.#canReplace)
      try {
        return await this.#call<void>((done) => this.#sftp.ext_openssh_rename(from, to, done))
      } catch (error) {
        if (!(error instanceof Error) || !/does not support/i.test(error.message))
          return this.#replaceFolder(from, to, error)
        this.#canReplace = false
      }
    await this.#call<void>((done) => this.#sftp.unlink(to, done)).catch(() => undefined)
    await this.#call<void>((done) => this.#sftp.rename(from, to, done))
  }

  /** A folder where the site has a file now is removed if it is empty. */
  async #replaceFolder(from: string, to: string, error: unknown): Promise<void> {
    const there = await this.#call<Stats>((done) => this.#sftp.lstat(to, done)).catch(() => null)
    if (!there?.isDirectory()) throw error
    await this.#call<void>((done) => this.#sftp.rmdir(to, done))
    await this.#call<void>((done) => this.#sftp.ext_openssh_rename(from, to, done))
  }

  /** A request of which the answer comes in time; a connection that is lost rejects it. */
  #call<T>(request: (done: Answer<T>) => unknown): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const settle = (): void => {
        clearTimeout(timer)
        this.#pending.delete(fail)
      }
      const fail = (error: Error): void => {
        settle()
        reject(error)
      }
      const timer = setTimeout(() => {
        fail(new AppError('timeout', '发布目标长时间没有响应，请稍后重试'))
        this.#client.end()
      }, ANSWER_TIMEOUT_MS)
      this.#pending.add(fail)
      try {
        request((error, result) => {
          if (error) return fail(error)
          settle()
          resolve(result)
        })
      } catch (error) {
        fail(error instanceof Error ? error : new Error(String(error)))
      }
    })
  }
}
