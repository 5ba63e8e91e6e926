import { chmodSync, type Dirent, lstatSync, readdirSync, statSync } from 'node:fs'
import path from 'node:path'

/** Maximum number of entries that are checked; the others are protected by the rights of their parent folder. */
const MAX_ENTRIES = 500
const FOLDER = 0o700
const FILE = 0o600
const STICKY = 0o1000

/**
 * Removes access of other users to the data folder and its topmost entries, and returns problems for people. Windows
 * has other access rights. The calls are synchronous, because nothing else runs yet and promises take twenty times as
 * long.
 */
export function makePrivate(dataDir: string): string[] {
  if (process.platform === 'win32') return []
  const problem = `无法把数据目录 ${dataDir} 设为仅本人可读写，同一台电脑的其他用户可能读取数据，请检查该目录的所有者和权限`
  try {
    // A shared folder such as /tmp (sticky bit) must not be closed to others.
    const { mode } = statSync(dataDir)
    if (mode & STICKY) return [problem]
    if (mode & 0o077) chmodSync(dataDir, FOLDER)
  } catch {
    return [problem]
  }
  const folders = [dataDir]
  for (let seen = 0; folders.length > 0 && seen < MAX_ENTRIES;) {
    const folder = folders.shift() ?? dataDir
    for (const entry of entriesOf(folder).slice(0, MAX_ENTRIES - seen)) {
      seen += 1
      const entryPath = path.join(folder, entry.name)
      if (entry.isDirectory()) folders.push(entryPath)
      removeOthersAccess(entryPath)
    }
  }
  return []
}

// Entries that change or disappear meanwhile do not prevent the start.

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return []
  }
}

function removeOthersAccess(entryPath: string): void {
  try {
    const found = lstatSync(entryPath)
    const wanted = found.isDirectory() ? FOLDER : FILE
    if (!found.isSymbolicLink() && (found.mode & 0o077) !== 0) chmodSync(entryPath, wanted)
  } catch {}
}
