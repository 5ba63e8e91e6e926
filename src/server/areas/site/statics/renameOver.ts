import { renameSync, rmSync } from 'node:fs'
import { fsCode } from '#server/storage/fsErrors.ts'

/** Renames a file over an existing file or folder. */
export function renameOver(from: string, to: string): void {
  try {
    renameSync(from, to)
  } catch (error) {
    if (fsCode(error) !== 'EISDIR' && fsCode(error) !== 'EPERM' && fsCode(error) !== 'ENOTEMPTY') throw error
    rmSync(to, { recursive: true, force: true })
    renameSync(from, to)
  }
}
