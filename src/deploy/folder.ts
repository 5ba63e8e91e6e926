import { randomBytes } from 'node:crypto'
import { createWriteStream, type Dirent } from 'node:fs'
import { lstat, mkdir, open, readdir, readFile, rename, rm, rmdir } from 'node:fs/promises'
import { dirname, isAbsolute, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { AppError } from '#shared/errors/index.ts'
import { targetError } from './errors.ts'
import { FolderMaker } from './folderMaker.ts'
import { LEFTOVER, OWN_FOLDER } from './manifest.ts'
import { createFolderReleases } from './folderReleases.ts'
import type { ReleaseSupport, TargetConnection, TargetFile } from './target.ts'

const PARALLEL = 8

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT'

/**
 * A folder of this machine, or of a share that is mounted here. Links inside the folder are never followed, so that nothing is written
 * outside it.
 * @param root absolute path of a folder that is there
 */
export async function openFolderTarget(root: string): Promise<TargetConnection> {
  if (!isAbsolute(root)) throw new AppError('invalid', `文件夹“${root}”不是完整路径，请填写以根目录或盘符开头的路径`)
  const found = await lstat(root).catch((error: unknown) => {
    if (isMissing(error)) throw new AppError('not-found', `文件夹“${root}”不存在，请先创建，或检查网络磁盘是否已挂载`)
    throw targetError(error, root)
  })
  if (!found.isDirectory() && !found.isSymbolicLink()) throw new AppError('invalid', `“${root}”不是文件夹`)
  return new FolderTarget(root)
}

class FolderTarget implements TargetConnection {
  readonly parallel = PARALLEL
  readonly releases: ReleaseSupport
  readonly #root: string
  /** Folders that are known to be real ones. */
  readonly #folders = new FolderMaker((folder) => this.#makeOne(folder))

  constructor(root: string) {
    this.#root = root
    this.releases = createFolderReleases(root, (folder) => this.#folders.make(folder))
  }

  async write(path: string, source: () => Promise<NodeJS.ReadableStream>): Promise<void> {
    const file = join(this.#root, path)
    const temp = join(this.#root, OWN_FOLDER, `${randomBytes(8).toString('hex')}.part`)
    try {
      await this.#folders.make(OWN_FOLDER)
      await this.#folders.make(dirname(path))
      await pipeline(await source(), createWriteStream(temp, { flush: true, mode: 0o644 }))
      await renameOver(temp, file)
    } catch (error) {
      await rm(temp, { force: true }).catch(() => undefined)
      throw targetError(error, path)
    }
  }

  async read(path: string): Promise<Buffer | null> {
    try {
      await this.#checkFolders(dirname(path))
      if ((await lstat(join(this.#root, path))).isSymbolicLink()) throw linkError(path)
      return await readFile(join(this.#root, path))
    } catch (error) {
      if (isMissing(error)) return null
      throw targetError(error, path)
    }
  }

  async remove(path: string): Promise<void> {
    try {
      await this.#checkFolders(dirname(path))
      // A folder in the place of the file is somebody else's.
      if (!(await lstat(join(this.#root, path))).isDirectory()) await rm(join(this.#root, path), { force: true })
      for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) {
        this.#folders.forget(folder)
        await rmdir(join(this.#root, folder))
      }
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      if (code !== 'ENOTEMPTY' && code !== 'ENOENT' && code !== 'EEXIST') throw targetError(error, path)
    }
  }

  async *list(top = ''): AsyncIterable<TargetFile> {
    const root = join(this.#root, top)
    const folders = ['']
    for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
      const entries = await this.#entriesOf(join(root, folder), folder !== '' || top !== '')
      for (const entry of entries) {
        const path = folder === '' ? entry.name : `${folder}/${entry.name}`
        if (top === '' && path === OWN_FOLDER) continue
        if (entry.isDirectory()) folders.push(path)
        else {
          // A file that others remove meanwhile is not there.
          const found = await lstat(join(root, path)).catch(() => null)
          if (found) yield { path, sizeBytes: entry.isFile() ? found.size : -1 }
        }
      }
    }
  }

  async removeLeftovers(): Promise<void> {
    await this.#checkFolders(OWN_FOLDER).catch((error: unknown) => {
      if (!isMissing(error)) throw error
    })
    for (const { name } of await this.#entriesOf(join(this.#root, OWN_FOLDER), true))
      if (LEFTOVER.test(name)) await rm(join(this.#root, OWN_FOLDER, name), { recursive: true, force: true })
  }

  async close(): Promise<void> {
    // The names of files survive a power cut only once their folders are flushed. Windows has no such flush.
    for (const folder of ['', ...this.#folders.folders()]) {
      const handle = await open(join(this.#root, folder)).catch(() => null)
      await handle?.sync().catch(() => undefined)
      await handle?.close()
    }
  }

  async #entriesOf(folder: string, mayLack: boolean): Promise<Dirent[]> {
    try {
      return await readdir(folder, { withFileTypes: true })
    } catch (error) {
      if (mayLack && isMissing(error)) return []
      throw targetError(error, folder)
    }
  }

  async #makeOne(folder: string): Promise<void> {
    const path = join(this.#root, folder)
    const found = await lstat(path).catch((error: unknown) => {
      if (isMissing(error)) return null
      throw error
    })
    if (found?.isDirectory()) return
    if (found?.isSymbolicLink()) throw linkError(folder)
    // A file where the site has a folder now.
    if (found) await rm(path)
    await mkdir(path, { recursive: true, mode: 0o755 })
  }

  async #checkFolders(folder: string): Promise<void> {
    const names = folder === '.' ? [] : folder.split('/')
    for (const [at] of names.entries()) {
      const path = names.slice(0, at + 1).join('/')
      if ((await lstat(join(this.#root, path))).isSymbolicLink()) throw linkError(path)
    }
  }
}

export const linkError = (path: string): AppError =>
  new AppError('conflict', `发布目标中的“${path}”是链接，可能指向别处，请在目标上删除它后重试`)

/** A rename replaces a file or a link; a folder in its place is removed first. */
async function renameOver(from: string, to: string): Promise<void> {
  try {
    await rename(from, to)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'EISDIR' && code !== 'ENOTEMPTY' && code !== 'EPERM' && code !== 'EEXIST') throw error
    if (!(await lstat(to)).isDirectory()) throw error
    await rm(to, { recursive: true })
    await rename(from, to)
  }
}
