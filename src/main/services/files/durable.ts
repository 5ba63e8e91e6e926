import { open, readdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import writeFileAtomic from 'write-file-atomic'

/**
 * Writes a small file of this program atomically, readable only by this user. Once it resolves, the file survives a
 * power cut.
 */
export async function writeDurably(path: string, data: string | Buffer): Promise<void> {
  await writeFileAtomic(path, data, { mode: 0o600, fsync: true })
  await syncFolder(dirname(path))
}

/** Flushes a file's bytes to disk, so that they survive a power cut. */
export async function syncFile(path: string): Promise<void> {
  if (process.platform !== 'win32') return flush(path, 'r')
  // Windows flushes only files that are open for writing; read-only files are left to the system.
  await flush(path, 'r+').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPERM') throw error
  })
}

/** Flushes a folder's entries to disk. Windows can't open folders, and NTFS journals names itself. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform !== 'win32') await flush(path, 'r')
}

/** Flushes a file, or a folder with everything below it, to disk, but not its own name. */
export async function syncTree(path: string): Promise<void> {
  const found = await stat(path)
  if (found.isFile()) await syncFile(path)
  if (!found.isDirectory()) return
  for (const name of await readdir(path)) await syncTree(join(path, name))
  await syncFolder(path)
}

async function flush(path: string, flags: string): Promise<void> {
  const handle = await open(path, flags)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
