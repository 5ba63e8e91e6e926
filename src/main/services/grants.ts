import { randomBytes } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { AppError } from '#shared/errors/index.ts'
import type { Grants } from './types.ts'

interface Granted {
  path: string
  name: string
  /** A spooled copy in a folder of its own, which goes with the grant. */
  spooled: boolean
}

export interface FileGrants extends Grants {
  /** Opens a spooled copy of a picked file; `name` is the file's own name. */
  issueSpooled(absolutePath: string, name: string): string
  /** The path with the name that the user knows it by. */
  file(grant: string): { path: string; name: string }
  /** The grant is used up: a spooled copy is removed. Any other grant stays valid until the program ends. */
  release(grant: string): Promise<void>
}

/** architecture.md, Processes: a path never comes from the page; the page holds these ids only. */
export function createGrants(): FileGrants {
  const granted = new Map<string, Granted>()
  const add = (entry: Granted): string => {
    const id = randomBytes(18).toString('base64url')
    granted.set(id, entry)
    return id
  }
  const find = (grant: string): Granted => {
    const entry = granted.get(grant)
    if (!entry) throw new AppError('forbidden', '这个文件或文件夹的授权已失效，请重新选择')
    return entry
  }
  return {
    issue: (path) => add({ path, name: basename(path), spooled: false }),
    issueSpooled: (path, name) => add({ path, name, spooled: true }),
    resolve: (grant) => find(grant).path,
    file: (grant) => ({ path: find(grant).path, name: find(grant).name }),
    async release(grant) {
      const entry = granted.get(grant)
      if (!entry?.spooled) return
      granted.delete(grant)
      // What can't be removed now goes at the next start; the upload that is done must not fail by it.
      await rm(dirname(entry.path), { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined)
    },
  }
}
