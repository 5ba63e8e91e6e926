import { constants, type Dirent } from 'node:fs'
import { copyFile, lstat, mkdir, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { fsCode } from '../storage/fsErrors.ts'

const NOTHING = /^$/

/** The files that one backup has copied. Other processes write meanwhile; files that disappear are skipped. */
export class BackupCopier {
  readonly #stamps = new Map<string, string>()
  #changes = 0

  /** Counts files and folders that were copied or deleted. */
  get changes(): number {
    return this.#changes
  }

  /**
   * Updates the copy of a folder: copies changed files and deletes those that no longer exist.
   * @param leaveOut names of direct entries to skip
   */
  async updateFolder(from: string, to: string, leaveOut = NOTHING): Promise<void> {
    if (await mkdir(to, { recursive: true, mode: 0o700 })) this.#changes += 1
    const items = (await readdir(from, { withFileTypes: true })).filter(({ name }) => !leaveOut.test(name))
    for (const item of items) await this.#item(item, path.join(from, item.name), path.join(to, item.name))
    const there = new Set(items.map(({ name }) => name))
    for (const name of await readdir(to))
      if (!there.has(name) && !leaveOut.test(name)) await this.#drop(path.join(to, name))
  }

  /** Updates the copy of a single file or folder. */
  async updateEntry(from: string, to: string, name: string): Promise<void> {
    const [source, target] = [path.join(from, name), path.join(to, name)]
    await mkdir(path.dirname(target), { recursive: true, mode: 0o700 })
    const found = await stat(source).catch(() => null)
    if (!found) await this.#drop(target)
    else await ignoreMissing(found.isDirectory() ? this.updateFolder(source, target) : this.#file(source, target))
  }

  async #drop(target: string): Promise<void> {
    const found = await lstat(target).catch(() => null)
    if (!found) return
    await rm(target, { recursive: true, force: true })
    this.#changes += 1
  }

  #item(item: Dirent, source: string, target: string): Promise<void> {
    if (item.isDirectory()) return ignoreMissing(this.updateFolder(source, target))
    return item.isFile() ? ignoreMissing(this.#file(source, target)) : Promise.resolve()
  }

  async #file(source: string, target: string): Promise<void> {
    const { ino, size, mtimeNs, ctimeNs } = await stat(source, { bigint: true })
    const stamp = `${ino} ${size} ${mtimeNs} ${ctimeNs}`
    if (this.#stamps.get(target) === stamp) return
    this.#changes += 1
    await copyFile(source, target, constants.COPYFILE_FICLONE)
    this.#stamps.set(target, stamp)
  }
}

async function ignoreMissing(work: Promise<void>): Promise<void> {
  await work.catch((error: unknown) => {
    if (fsCode(error) !== 'ENOENT') throw error
  })
}
