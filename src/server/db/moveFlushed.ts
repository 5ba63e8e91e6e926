import { open, rename } from 'node:fs/promises'
import path from 'node:path'

/** Renames a finished file. When the promise resolves, content and name survive a power cut. */
export async function moveFlushed(from: string, to: string): Promise<void> {
  const isWindows = process.platform === 'win32'
  // Windows flushes only files that are open for writing; it can't open folders, and its file system journals names.
  await flush(from, isWindows ? 'r+' : 'r')
  await rename(from, to)
  if (!isWindows) await flush(path.dirname(to), 'r')
}

async function flush(file: string, flags: string): Promise<void> {
  const handle = await open(file, flags)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
