import { open, readdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import writeFileAtomic from 'write-file-atomic'

/**
 * Writes a small file of this program as a whole or not at all, for this user's eyes only. When it resolves, the file is
 * there also after a power cut.
 */
export async function writeDurably(path: string, data: string | Buffer): Promise<void> {
  await writeFileAtomic(path, data, { mode: 0o600, fsync: true })
  await syncFolder(dirname(path))
}

/** Makes the bytes of a file safe from a power cut. */
export async function syncFile(path: string): Promise<void> {
  if (process.platform !== 'win32') return flush(path, 'r')
  // Windows flushes only files that are open for writing; one that nobody may write is left to the system.
  await flush(path, 'r+').catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPERM') throw error
  })
}

/** Makes the names in a folder safe from a power cut. Windows can't open folders, and NTFS journals names itself. */
export async function syncFolder(path: string): Promise<void> {
  if (process.platform !== 'win32') await flush(path, 'r')
}

/** Makes a file, or a folder with everything below it, safe from a power cut; its own name is not yet. */
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
