import { chmodSync, type Dirent, lstatSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'

/** Entries that are looked at: what is deeper or beyond is out of others' reach behind its closed folder. */
const MOST = 500
const FOLDER = 0o700
const FILE = 0o600
const STICKY = 0o1000

/**
 * Closes a data folder to the other users of the machine: itself first, then what lies uppermost in it. Answers what
 * could not be done, for a person. Windows keeps such rights elsewhere. At once, as nothing else runs yet: a promise for each
 * entry takes twenty times as long.
 */
export function makePrivate(dataDir: string): string[] {
  if (process.platform === 'win32') return []
  const problem = `不能把数据目录 ${dataDir} 设为仅本人可读写，同一台电脑的其他用户可能读到数据，请检查它的所有者和权限`
  try {
    // A shared folder such as /tmp (sticky bit) must not be closed to others.
    const { mode } = statSync(dataDir)
    if (mode & STICKY) return [problem]
    if (mode & 0o077) chmodSync(dataDir, FOLDER)
  } catch {
    return [problem]
  }
  const folders = [dataDir]
  for (let seen = 0; folders.length > 0 && seen < MOST;) {
    const folder = folders.shift() ?? dataDir
    for (const entry of entriesOf(folder).slice(0, MOST - seen)) {
      seen += 1
      const entryPath = path.join(folder, entry.name)
      if (entry.isDirectory()) folders.push(entryPath)
      close(entryPath)
    }
  }
  return []
}

// What has been changed or removed meanwhile is no reason not to start.

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}

function close(entryPath: string): void {
  try {
    const found = lstatSync(entryPath)
    const wanted = found.isDirectory() ? FOLDER : FILE
    if (!found.isSymbolicLink() && (found.mode & 0o077) !== 0) chmodSync(entryPath, wanted)
  } catch {}
}
