import { randomBytes } from 'node:crypto'
import { posix } from 'node:path'
import type { Readable } from 'node:stream'
import { Client, type FileEntryWithStats, type SFTPWrapper, type Stats } from 'ssh2'
import { AppError } from '#shared/errors/index.ts'
import { targetError } from './errors.ts'
import { FolderMaker } from './folderMaker.ts'
import { linkError } from './folder.ts'
import { LEFTOVER, OWN_FOLDER } from './manifest.ts'
import { createSftpReleases } from './sftpReleases.ts'
import { signIn, type SftpAccount } from './sshSignIn.ts'
import type { ReleaseSupport, TargetConnection, TargetFile } from './target.ts'

export { readHostKey, type SftpAccount } from './sshSignIn.ts'

/** Files on their way at a time; requests of one connection don't wait for each other. */
const PARALLEL = 24
/** A server that answers nothing for so long is given up. */
const ANSWER_TIMEOUT_MS = 60_000
/** Bytes of one write request that every server takes, and requests of one file that may wait for an answer. */
const CHUNK_BYTES = 32_000
const MAX_PENDING_WRITES = 16

const NO_SUCH_FILE = 2
const FAILURE = 4
/** In `f_flag` of statvfs. */
const READ_ONLY = 1
/** A disk with less free space counts as full when a write fails: several writes fail at a time. */
const FULL_BYTES = 1_000_000
const CLOSE_TIMEOUT_MS = 2000

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

type Answer<T> = (error: Error | null | undefined, result: T) => void

class SftpTarget implements TargetConnection {
  readonly parallel = PARALLEL
  readonly releases: ReleaseSupport
  readonly #client: Client
  readonly #sftp: SFTPWrapper
  readonly #root: string
  readonly #folders = new FolderMaker((folder) => this.#makeOne(folder))
  readonly #pending = new Set<(error: Error) => void>()
  #canReplace = true

  constructor(client: Client, sftp: SFTPWrapper, { folder }: SftpAccount) {
    this.#client = client
    this.#sftp = sftp
    this.#root = folder === '' ? '.' : folder
    this.releases = createSftpReleases({
      sftp,
      at: (path) => this.#at(path),
      call: (request) => this.#call(request),
      makeFolder: (folder) => this.#folders.make(folder),
      entriesOf: (folder) => this.#entriesOf(folder),
    })
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
      await this.#folders.make(OWN_FOLDER)
      await this.#folders.make(posix.dirname(path))
      await this.#writeFile(temp, await open())
      await this.#replace(temp, this.#at(path))
    } catch (error) {
      // The space is asked for before the half file gives some of it back.
      const cause = await this.#withSpace(error)
      await this.#call<void>((done) => this.#sftp.unlink(temp, done)).catch(() => undefined)
      throw targetError(cause, path)
    }
  }

  async read(path: string): Promise<Buffer | null> {
    try {
      await this.#checkFolders(posix.dirname(path))
      const found = await this.#call<Stats>((done) => this.#sftp.lstat(this.#at(path), done))
      if (found.isSymbolicLink()) throw linkError(path)
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
      // A folder in the place of the file is somebody else's.
      const found = await this.#call<Stats>((done) => this.#sftp.lstat(this.#at(path), done)).catch(() => null)
      if (found && !found.isDirectory()) throw targetError(error, path)
      if ((error as { code?: unknown }).code === 'ECONNRESET') throw targetError(error, path)
    }
    for (let folder = posix.dirname(path); folder !== '.'; folder = posix.dirname(folder)) {
      const removed = await this.#call<void>((done) => this.#sftp.rmdir(this.#at(folder), done)).then(
        () => true,
        () => false,
      )
      if (!removed) return
      this.#folders.forget(folder)
    }
  }

  async *list(top = ''): AsyncIterable<TargetFile> {
    const folders = ['']
    while (folders.length > 0) {
      const some = folders.splice(0, PARALLEL)
      const found = await Promise.all(
        some.map(async (folder) => ({ folder, entries: await this.#entriesOf(posix.join(top, folder)) })),
      )
      for (const { folder, entries } of found)
        for (const { filename, attrs } of entries) {
          const path = folder === '' ? filename : `${folder}/${filename}`
          if (top === '' && path === OWN_FOLDER) continue
          if (attrs.isDirectory()) folders.push(path)
          else yield { path, sizeBytes: attrs.isFile() ? attrs.size : -1 }
        }
    }
  }

  async removeLeftovers(): Promise<void> {
    await this.#checkFolders(OWN_FOLDER)
    for (const { filename, attrs } of await this.#entriesOf(OWN_FOLDER))
      if (LEFTOVER.test(filename) && !attrs.isDirectory())
        await this.#call<void>((done) => this.#sftp.unlink(this.#at(`${OWN_FOLDER}/${filename}`), done))
  }

  /** Ends without the server's consent when it does not answer. */
  async close(): Promise<void> {
    const timer = setTimeout(() => this.#client.destroy(), CLOSE_TIMEOUT_MS)
    this.#client.once('close', () => clearTimeout(timer))
    this.#client.end()
  }

  async #entriesOf(folder: string): Promise<FileEntryWithStats[]> {
    const path = this.#at(folder === '.' ? '' : folder)
    try {
      const found = await this.#call<FileEntryWithStats[]>((done) => this.#sftp.readdir(path, done))
      return found.filter(({ filename }) => filename !== '.' && filename !== '..')
    } catch (error) {
      // A folder that others remove meanwhile holds nothing; the root has to be there.
      if (path !== this.#root && (error as { code?: unknown }).code === NO_SUCH_FILE) return []
      throw targetError(error, folder)
    }
  }

  /** The version of SFTP that servers speak has no codes for a full or read-only disk, so a failure asks for the disk's state. */
  async #withSpace(failure: unknown): Promise<unknown> {
    if ((failure as { code?: unknown }).code !== FAILURE) return failure
    const found = await this.#call<Record<'f_bavail' | 'f_bsize' | 'f_flag', number | bigint>>((done) =>
      this.#sftp.ext_openssh_statvfs(this.#root, done as (error: Error | undefined, space: unknown) => void),
    ).catch(() => null)
    const coded = (code: string): Error => Object.assign(new Error(code, { cause: failure }), { code })
    if (!found) return failure
    if (Number(found.f_flag) & READ_ONLY) return coded('EROFS')
    return Number(found.f_bavail) * Number(found.f_bsize) < FULL_BYTES ? coded('ENOSPC') : failure
  }

  #at(path: string): string {
    return path === '' ? this.#root : posix.join(this.#root, path)
  }

  #stat(path: string): Promise<Stats> {
    return this.#call<Stats>((done) => this.#sftp.stat(path, done))
  }

  /** Refuses a path that leads through a link; folders that are missing are no error. */
  async #checkFolders(folder: string): Promise<void> {
    if (folder === '.' || this.#folders.has(folder)) return
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
