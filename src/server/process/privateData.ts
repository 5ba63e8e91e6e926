import { chmod, lstat, readdir, stat } from 'node:fs/promises'
import path from 'node:path'

/** Entries that are looked at: what is deeper or beyond is out of others' reach behind its closed folder. */
const MOST = 500
const FOLDER = 0o700
const FILE = 0o600
const STICKY = 0o1000

/**
 * Closes a data folder to the other users of the machine: itself first, then what lies uppermost in it. Answers what
 * could not be done, for a person. Windows keeps such rights elsewhere.
 */
export async function makePrivate(dataDir: string): Promise<string[]> {
  if (process.platform === 'win32') return []
  const problem = `不能把数据目录 ${dataDir} 设为仅本人可读写，同一台电脑的其他用户可能读到数据，请检查它的所有者和权限`
  try {
    // A shared folder such as /tmp (sticky bit) must not be closed to others.
    const { mode } = await stat(dataDir)
    if (mode & STICKY) return [problem]
    if (mode & 0o077) await chmod(dataDir, FOLDER)
  } catch {
    return [problem]
  }
  const folders = [dataDir]
  for (let seen = 0; folders.length > 0 && seen < MOST;) {
    const folder = folders.shift() ?? dataDir
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
    for (const entry of entries.slice(0, MOST - seen)) {
      seen += 1
      const entryPath = path.join(folder, entry.name)
      if (entry.isDirectory()) folders.push(entryPath)
      // A file that has been changed or removed meanwhile is no reason not to start.
      await close(entryPath).catch(() => undefined)
    }
  }
  return []
}

async function close(entryPath: string): Promise<void> {
  const found = await lstat(entryPath)
  const wanted = found.isDirectory() ? FOLDER : FILE
  if (found.isSymbolicLink() || (found.mode & 0o077) === 0) return
  await chmod(entryPath, wanted)
}
