import { randomBytes } from 'node:crypto'
import { posix } from 'node:path'
import type { FileEntryWithStats, SFTPWrapper, Stats } from 'ssh2'
import { AppError } from '#shared/errors/index.ts'
import { targetError } from './errors.ts'
import { OWN_FOLDER } from './manifest.ts'
import { notLinkError, type ReleaseSupport } from './target.ts'

type Answer<T> = (error: Error | null | undefined, result: T) => void

/** What a connection over SFTP does for its releases. */
export interface SftpParts {
  sftp: SFTPWrapper
  at(path: string): string
  call<T>(request: (done: Answer<T>) => unknown): Promise<T>
  makeFolder(folder: string): Promise<void>
  entriesOf(folder: string): Promise<FileEntryWithStats[]>
}

const NO_SUCH_FILE = 2
/** Files that are removed at a time. */
const PARALLEL = 24

const hasCode = (error: unknown, code: number): boolean => (error as { code?: unknown }).code === code
const isUnsupported = (error: unknown): boolean =>
  hasCode(error, 8) || (error instanceof Error && /does not support/i.test(error.message))

/** How a server over SFTP switches releases. */
export const createSftpReleases = (parts: SftpParts): ReleaseSupport => new SftpReleases(parts)

class SftpReleases implements ReleaseSupport {
  readonly #parts: SftpParts
  #canLink = true
  #canCopy = true

  constructor(parts: SftpParts) {
    this.#parts = parts
  }

  async readLink(path: string): Promise<string | null> {
    const found = await this.#lstat(path)
    if (!found) return null
    if (!found.isSymbolicLink()) throw notLinkError(path)
    return this.#do<string>((done) => this.#parts.sftp.readlink(this.#parts.at(path), done)).catch((error: unknown) => {
      throw targetError(error, path)
    })
  }

  async switchLink(path: string, to: string): Promise<void> {
    const { sftp, at, makeFolder } = this.#parts
    const temp = at(`${OWN_FOLDER}/${randomBytes(8).toString('hex')}.part`)
    try {
      await makeFolder(OWN_FOLDER)
      const found = await this.#lstat(path)
      if (found && !found.isSymbolicLink()) throw notLinkError(path)
      await this.#do<void>((done) => sftp.symlink(to, temp, done))
      await this.#do<void>((done) => sftp.ext_openssh_rename(temp, at(path), done))
    } catch (error) {
      await this.#do<void>((done) => sftp.unlink(temp, done)).catch(() => undefined)
      if (isUnsupported(error))
        throw new AppError(
          'invalid',
          '服务器的 SFTP 不能一步替换链接，不支持整站切换，请编辑发布目标，关闭“整站切换”',
          {
            cause: error,
          },
        )
      throw targetError(error, path)
    }
  }

  async copyFile(from: string, to: string): Promise<boolean> {
    if (!this.#canLink && !this.#canCopy) return false
    const { sftp, at, makeFolder } = this.#parts
    try {
      await makeFolder(posix.dirname(to))
      const found = await this.#lstat(from)
      if (!found?.isFile()) return false
      await this.#do<void>((done) => sftp.unlink(at(to), done)).catch((error: unknown) => {
        if (!hasCode(error, NO_SUCH_FILE)) throw error
      })
      if (await this.#link(at(from), at(to))) return true
      return await this.#copy(at(from), at(to), found.size)
    } catch (error) {
      if (hasCode(error, NO_SUCH_FILE)) return false
      throw targetError(error, to)
    }
  }

  async listFolders(folder: string): Promise<string[]> {
    const entries = await this.#parts.entriesOf(folder)
    return entries.filter(({ attrs }) => attrs.isDirectory()).map(({ filename }) => filename)
  }

  async removeTree(folder: string): Promise<void> {
    const { sftp, at, entriesOf } = this.#parts
    const entries = await entriesOf(folder)
    const files = entries.filter(({ attrs }) => !attrs.isDirectory())
    for (let start = 0; start < files.length; start += PARALLEL)
      await Promise.all(
        files
          .slice(start, start + PARALLEL)
          .map(({ filename }) => this.#do<void>((done) => sftp.unlink(at(`${folder}/${filename}`), done))),
      ).catch((error: unknown) => {
        throw targetError(error, folder)
      })
    for (const { filename, attrs } of entries) if (attrs.isDirectory()) await this.removeTree(`${folder}/${filename}`)
    await this.#do<void>((done) => sftp.rmdir(at(folder), done)).catch((error: unknown) => {
      if (!hasCode(error, NO_SUCH_FILE)) throw targetError(error, folder)
    })
  }

  async #link(from: string, to: string): Promise<boolean> {
    if (!this.#canLink) return false
    try {
      await this.#do<void>((done) => this.#parts.sftp.ext_openssh_hardlink(from, to, done))
      return true
    } catch (error) {
      if (isUnsupported(error)) this.#canLink = false
      else if (hasCode(error, NO_SUCH_FILE) || (error as { code?: unknown }).code === 'ECONNRESET') throw error
      return false
    }
  }

  /** Copies on the server's side. */
  async #copy(from: string, to: string, sizeBytes: number): Promise<boolean> {
    if (!this.#canCopy) return false
    const { sftp } = this.#parts
    const source = await this.#do<Buffer>((done) => sftp.open(from, 'r', done))
    try {
      const copy = await this.#do<Buffer>((done) => sftp.open(to, 'w', { mode: 0o644 }, done))
      try {
        if (sizeBytes > 0) await this.#do<void>((done) => sftp.ext_copy_data(source, 0, sizeBytes, copy, 0, done))
        return true
      } catch (error) {
        if (!isUnsupported(error)) throw error
        this.#canCopy = false
        return false
      } finally {
        await this.#do<void>((done) => sftp.close(copy, done))
      }
    } finally {
      await this.#do<void>((done) => sftp.close(source, done))
    }
  }

  async #lstat(path: string): Promise<Stats | null> {
    return this.#do<Stats>((done) => this.#parts.sftp.lstat(this.#parts.at(path), done)).catch((error: unknown) => {
      if (hasCode(error, NO_SUCH_FILE)) return null
      throw targetError(error, path)
    })
  }

  #do<T>(request: (done: Answer<T>) => unknown): Promise<T> {
    return this.#parts.call(request)
  }
}
