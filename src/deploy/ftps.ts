import type { Client, FileInfo } from 'basic-ftp'
import { randomBytes } from 'node:crypto'
import { posix } from 'node:path'
import { Readable, Writable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { AppError } from '#shared/errors/index.ts'
import { targetError } from './errors.ts'
import { linkError } from './folder.ts'
import { FtpPool } from './ftpPool.ts'
import { ftpCode, type FtpsAccount, signInFtps } from './ftpSession.ts'
import { FolderMaker } from './folderMaker.ts'
import { OWN_FOLDER } from './manifest.ts'
import type { TargetConnection, TargetFile } from './target.ts'

/** Connections to one server: each carries one file at a time, and many servers allow few of one address. */
const PARALLEL = 4
/** A file that is read as a whole. */
const MAX_READ_BYTES = 4 * 1024 * 1024
const EMPTY_FILE_MS = 200
const REFUSED = 550

/** Opens a connection. AppErrors: `conflict` for a certificate that is not trusted, `forbidden` for a refused sign-in. */
export async function openFtpsTarget(account: FtpsAccount, signal: AbortSignal): Promise<TargetConnection> {
  const client = await signInFtps(account, signal)
  try {
    const root = posix.resolve(await client.pwd(), account.folder)
    await client.cd(root).catch((error: unknown) => {
      if (ftpCode(error) === REFUSED)
        throw new AppError('not-found', `服务器上没有文件夹“${account.folder}”，或没有进入的权限，请检查路径`)
      throw error
    })
    return new FtpsTarget(new FtpPool(account, client, PARALLEL, signal), root)
  } catch (error) {
    client.close()
    throw ftpError(error, account.folder)
  }
}

/** What a server answered, for people. */
function ftpError(error: unknown, name: string): AppError {
  if (error instanceof AppError) return error
  const cause = { cause: error }
  const code = ftpCode(error)
  if (code === 452 || code === 552 || code === 451)
    return new AppError('unavailable', `写入“${name}”失败，发布目标的空间可能已满，请清理后重试`, cause)
  if (code === REFUSED || code === 553 || code === 532)
    return new AppError('forbidden', `服务器拒绝处理“${name}”，请检查发布目标的文件夹权限`, cause)
  if (error instanceof Error && /timeout/i.test(error.message))
    return new AppError('timeout', '发布目标长时间没有响应，请稍后重试', cause)
  if (code === 421 || code === 425 || code === 426 || (error instanceof Error && /closed|FIN/.test(error.message)))
    return targetError(Object.assign(new Error('connection lost'), { code: 'ECONNRESET' }), name)
  return targetError(error, name)
}

/** The server has to have ended its part of the handshake before the connection closes, or it takes it for broken. */
const emptyStream = (): Readable =>
  Readable.from(
    (async function* () {
      await delay(EMPTY_FILE_MS)
      yield* []
    })(),
  )

type Kind = 'folder' | 'file' | 'link'
const kindOf = (entry: FileInfo): Kind => (entry.isDirectory ? 'folder' : entry.isFile ? 'file' : 'link')

class FtpsTarget implements TargetConnection {
  readonly parallel = PARALLEL
  readonly #pool: FtpPool
  readonly #root: string
  /** Folders that are known to be real ones. */
  readonly #folders = new FolderMaker((folder) => this.#makeOne(folder))
  /** What lies in a folder, so that each is listed once. */
  readonly #entries = new Map<string, Promise<Map<string, Kind>>>()

  constructor(pool: FtpPool, root: string) {
    this.#pool = pool
    this.#root = root
  }

  async write(path: string, open: () => Promise<Readable>, sizeBytes: number): Promise<void> {
    const temp = `${OWN_FOLDER}/${randomBytes(8).toString('hex')}.part`
    try {
      await this.#folders.make(OWN_FOLDER)
      await this.#folders.make(posix.dirname(path))
      const content = sizeBytes === 0 ? emptyStream() : await open()
      await this.#pool.using(async (client) => {
        await client.uploadFrom(content, this.#at(temp))
        await this.#replace(client, temp, path)
      })
      this.#entries.get(posix.dirname(path))?.then(
        (entries) => entries.set(posix.basename(path), 'file'),
        () => undefined,
      )
    } catch (error) {
      await this.#pool.using((client) => client.sendIgnoringError(`DELE ${this.#at(temp)}`)).catch(() => undefined)
      throw ftpError(error, path)
    }
  }

  async read(path: string): Promise<Buffer | null> {
    const pieces: Buffer[] = []
    let size = 0
    const sink = new Writable({
      write: (piece: Buffer, _encoding, done) => {
        size += piece.length
        pieces.push(piece)
        done(size > MAX_READ_BYTES ? new AppError('too-large', `发布目标上的“${path}”过大`) : null)
      },
    })
    try {
      await this.#checkFolders(posix.dirname(path))
      await this.#pool.using((client) => client.downloadTo(sink, this.#at(path)))
      return Buffer.concat(pieces)
    } catch (error) {
      if (ftpCode(error) === REFUSED && !(await this.#has(path))) return null
      throw ftpError(error, path)
    }
  }

  async remove(path: string): Promise<void> {
    try {
      await this.#checkFolders(posix.dirname(path))
      await this.#pool.using((client) => client.remove(this.#at(path)))
    } catch (error) {
      if (ftpCode(error) !== REFUSED || (await this.#has(path))) throw ftpError(error, path)
    }
    for (let folder = posix.dirname(path); folder !== '.'; folder = posix.dirname(folder)) {
      const { code } = await this.#pool.using((client) => client.sendIgnoringError(`RMD ${this.#at(folder)}`))
      if (code >= 400) return
      this.#folders.forget(folder)
      this.#entries.delete(folder)
      this.#entries.delete(posix.dirname(folder))
    }
  }

  async *list(): AsyncIterable<TargetFile> {
    const folders = ['']
    while (folders.length > 0) {
      const some = folders.splice(0, PARALLEL)
      const found = await Promise.all(some.map(async (folder) => ({ folder, entries: await this.#read(folder) })))
      for (const { folder, entries } of found)
        for (const entry of entries) {
          const path = folder === '' ? entry.name : `${folder}/${entry.name}`
          if (path === OWN_FOLDER) continue
          if (entry.isDirectory) folders.push(path)
          else yield { path, sizeBytes: entry.isFile ? entry.size : -1 }
        }
    }
  }

  async close(): Promise<void> {
    this.#pool.close()
  }

  #at(path: string): string {
    return path === '' || path === '.' ? this.#root : posix.join(this.#root, path)
  }

  async #read(folder: string): Promise<FileInfo[]> {
    try {
      // Names with `*` and `[` are patterns in the argument of a list, so the folder is entered first.
      const entries = await this.#pool.using(async (client) => {
        await client.cd(this.#at(folder))
        return client.list()
      })
      return entries.filter(({ name }) => name !== '.' && name !== '..' && !name.includes('/'))
    } catch (error) {
      throw ftpError(error, folder || '/')
    }
  }

  #entriesOf(folder: string): Promise<Map<string, Kind>> {
    const known = this.#entries.get(folder)
    if (known) return known
    const read = this.#read(folder === '.' ? '' : folder).then(
      (entries) => new Map(entries.map((entry) => [entry.name, kindOf(entry)])),
    )
    this.#entries.set(folder, read)
    read.catch(() => this.#entries.delete(folder))
    return read
  }

  async #has(path: string): Promise<boolean> {
    const folder = posix.dirname(path)
    this.#entries.delete(folder)
    return (await this.#entriesOf(folder).catch(() => new Map<string, Kind>())).has(posix.basename(path))
  }

  /** Refuses a path that leads through a link; folders that are missing are no error. */
  async #checkFolders(folder: string): Promise<void> {
    if (folder === '.' || this.#folders.has(folder)) return
    const parent = posix.dirname(folder)
    await this.#checkFolders(parent)
    const entries = await this.#entriesOf(parent).catch(() => new Map<string, Kind>())
    if (entries.get(posix.basename(folder)) === 'link') throw linkError(folder)
  }

  async #makeOne(folder: string): Promise<void> {
    const entries = await this.#entriesOf(posix.dirname(folder))
    const name = posix.basename(folder)
    const there = entries.get(name)
    if (there === 'link') throw linkError(folder)
    if (there === 'folder') return
    await this.#pool.using(async (client) => {
      // A file where the site has a folder now.
      if (there === 'file') await client.remove(this.#at(folder))
      await client.send(`MKD ${this.#at(folder)}`)
    })
    entries.set(name, 'folder')
    this.#entries.set(folder, Promise.resolve(new Map<string, Kind>()))
  }

  /** Most servers replace a file by a rename; others need the old file, or an empty folder in its place, removed first. */
  async #replace(client: Client, from: string, to: string): Promise<void> {
    try {
      await client.rename(this.#at(from), this.#at(to))
    } catch (error) {
      if (ftpCode(error) < 500) throw error
      const { code } = await client.sendIgnoringError(`DELE ${this.#at(to)}`)
      if (code >= 400) await client.sendIgnoringError(`RMD ${this.#at(to)}`)
      await client.rename(this.#at(from), this.#at(to))
    }
  }
}
