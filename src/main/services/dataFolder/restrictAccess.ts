import { chmod, lstat, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from '../types.ts'

/** Limit of direct entries; everything deeper is inside a closed folder anyway. */
const MAX_ENTRIES = 500
const OTHERS = 0o077
const STICKY = 0o1000

/** Removes other users' rights on the data folder and its direct entries. Windows has no such mode bits. */
export async function restrictAccess(dataDir: string, log: Logger): Promise<void> {
  if (process.platform === 'win32') return
  try {
    const { mode } = await stat(dataDir)
    // A folder with the sticky bit, such as /tmp, is shared on purpose; its mode stays.
    if (mode & STICKY) return log.warn('data in a folder that all users share', { dataDir })
    if (mode & OTHERS) await chmod(dataDir, 0o700)
    for (const name of (await readdir(dataDir)).slice(0, MAX_ENTRIES)) await restrictEntry(join(dataDir, name))
  } catch (error) {
    log.warn('data folder not closed to other users', { dataDir, error })
  }
}

async function restrictEntry(path: string): Promise<void> {
  // The file may vanish: another instance uses the same folder.
  const found = await lstat(path).catch(() => null)
  if (!found || found.isSymbolicLink() || !(found.mode & OTHERS)) return
  await chmod(path, found.isDirectory() ? 0o700 : 0o600).catch(() => undefined)
}
