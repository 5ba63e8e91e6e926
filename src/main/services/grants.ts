import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { AppError } from '#shared/errors/index.ts'
import type { Grants } from './types.ts'

/** Characters, as the server takes them. */
const LONGEST_PATH = 2000

export interface GrantedPath {
  path: string
  name: string
  relativePath: string
  /** A copy in a folder of its own, which goes with the grant: whoever takes the grant up may move it away. */
  spooled: boolean
}

export interface FileGrants extends Grants {
  /**
   * Opens a file of a chosen folder, in its place there (`a/b/c.css`).
   * @throws AppError `invalid` for a place that is none
   */
  issuePlaced(absolutePath: string, relativePath: string): string
  /** Opens a spooled copy of a picked file; `name` is the file's own name. */
  issueSpooled(absolutePath: string, name: string, relativePath?: string): string
  /**
   * The path with the name that the user knows it by, and with the folders in which it lay when a folder was chosen, or
   * dropped into a browser tab (`a/b/c.css`; the name alone for a single file).
   */
  file(grant: string): GrantedPath
  /** The grant is used up: a spooled copy is removed. Any other grant stays valid until the program ends. */
  release(grant: string): Promise<void>
}

/** architecture.md, Processes: a path never comes from the page; the page holds these ids only. */
export function createGrants(): FileGrants {
  const granted = new Map<string, GrantedPath>()
  const add = (entry: GrantedPath): string => {
    const id = randomBytes(18).toString('base64url')
    granted.set(id, entry)
    return id
  }
  const find = (grant: string): GrantedPath => {
    const entry = granted.get(grant)
    if (!entry) throw new AppError('forbidden', '这个文件或文件夹的授权已失效，请重新选择')
    return entry
  }
  return {
    issue: (path) => add({ path, name: basename(path), relativePath: basename(path), spooled: false }),
    issuePlaced(path, relativePath) {
      const name = basename(path)
      if (!isSafeRelativePath(relativePath, name))
        throw new AppError('invalid', `“${name}”所在文件夹的路径无效，请重新选择文件夹`)
      return add({ path, name, relativePath, spooled: false })
    },
    issueSpooled: (path, name, relativePath = name) => add({ path, name, relativePath, spooled: true }),
    resolve: (grant) => find(grant).path,
    file: (grant) => find(grant),
    async release(grant) {
      const entry = granted.get(grant)
      if (!entry?.spooled) return
      granted.delete(grant)
      // A folder that can't be removed now is removed at the next start; the finished upload must not fail because of
      // it.
      await rm(dirname(entry.path), { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined)
    },
  }
}

/** Names of folders and then the file's: nothing that could lead out of where it is put. */
export function isSafeRelativePath(relativePath: string, name: string): boolean {
  const steps = relativePath.split('/')
  const plain = steps.every((step) => step !== '' && step !== '.' && step !== '..' && !/[\\\0]/.test(step))
  return plain && steps.at(-1) === name && relativePath.length <= LONGEST_PATH
}
