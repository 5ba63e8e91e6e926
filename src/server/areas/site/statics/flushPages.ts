import { execFileSync } from 'node:child_process'
import { closeSync, fsyncSync, openSync } from 'node:fs'
import { MANY_FILES } from '#server/storage/local/durable.ts'

/**
 * Flushes written files and folders to disk. Blocks, so it must not run in the server's main thread.
 * @param root a folder on the same file system
 */
export function flushPages(root: string, files: ReadonlySet<string>, folders: ReadonlySet<string>): void {
  if (files.size === 0) return
  if (files.size + folders.size >= MANY_FILES && flushDisk(root)) return
  const isWindows = process.platform === 'win32'
  for (const file of files) flush(file, isWindows ? 'r+' : 'r')
  // Windows can't open folders, and journals directory entries itself.
  if (!isWindows) for (const folder of folders) flush(folder, 'r')
}

/** Flushes the whole file system; false: not supported on this platform. */
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
