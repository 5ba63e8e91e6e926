import { execFileSync } from 'node:child_process'
import { closeSync, fsyncSync, openSync } from 'node:fs'
import { MANY_FILES } from '#server/storage/local/durable.ts'

/**
 * Makes written files and their names safe from a power cut. Not for the server's own thread: it waits for the disk.
 * @param root a folder on the same file system
 */
export function flushPages(root: string, files: ReadonlySet<string>, folders: ReadonlySet<string>): void {
  if (files.size === 0) return
  if (files.size + folders.size >= MANY_FILES && flushDisk(root)) return
  const isWindows = process.platform === 'win32'
  for (const file of files) flush(file, isWindows ? 'r+' : 'r')
  // Windows can't open folders, and journals names itself.
  if (!isWindows) for (const folder of folders) flush(folder, 'r')
}

/** false: it can't be asked for here. */
function flushDisk(root: string): boolean {
  if (process.platform !== 'linux') return false
  try {
    execFileSync('sync', ['-f', root], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

function flush(path: string, flags: string): void {
  const opened = openSync(path, flags)
  try {
    fsyncSync(opened)
  } finally {
    closeSync(opened)
  }
}
