import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { AppError } from '#shared/errors/index.ts'
import type { Grants } from '../types.ts'

/** Characters; the server's limit. */
const MAX_PATH_LENGTH = 2000

export interface GrantedPath {
  path: string
  name: string
  relativePath: string
  /** A copy in its own folder, which is deleted with the grant; its user may move it away. */
  spooled: boolean
}

export interface FileGrants extends Grants {
  /**
   * Grants a file of a chosen folder, with its path there (`a/b/c.css`).
   * @throws AppError `invalid` for an invalid relative path
   */
  issuePlaced(absolutePath: string, relativePath: string): string
  /** Grants a spooled copy of a picked file; `name` is the file's own name. */
  issueSpooled(absolutePath: string, name: string, relativePath?: string): string
  /**
   * The path, the name known to the user, and the path within the folder that was chosen or dropped into a browser tab
   * (`a/b/c.css`; only the name for a single file).
   */
  file(grant: string): GrantedPath
  /** Ends the grant and deletes a spooled copy. Any other grant stays valid until the program ends. */
  release(grant: string): Promise<void>
}

/** architecture.md, Processes: a path never comes from the page; the page has only these ids. */
export function createGrants(): FileGrants {
  const granted = new Map<string, GrantedPath>()
  const add = (entry: GrantedPath): string => {
    const id = randomBytes(18).toString('base64url')
    granted.set(id, entry)
    return id
  }
  const find = (grant: string): GrantedPath => {
    const entry = granted.get(grant)
    if (!entry) throw new AppError('forbidden', '文件或文件夹的授权已失效，请重新选择')
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
      // A folder that can't be deleted now is deleted at the next start; the finished upload must not fail because of
      // it.
      await rm(dirname(entry.path), { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined)
    },
  }
}

/** Whether the path consists of folder names and the file's name, and can't lead outside. */
export function isSafeRelativePath(relativePath: string, name: string): boolean {
  const steps = relativePath.split('/')
  const plain = steps.every((step) => step !== '' && step !== '.' && step !== '..' && !/[\\\0]/.test(step))
  return plain && steps.at(-1) === name && relativePath.length <= MAX_PATH_LENGTH
}
