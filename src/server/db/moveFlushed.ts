import { open, rename } from 'node:fs/promises'
import path from 'node:path'

/** Gives a finished file its name; bytes and name outlive a power cut when it resolves. */
export async function moveFlushed(from: string, to: string): Promise<void> {
  const isWindows = process.platform === 'win32'
  // Windows flushes only files that are open for writing; it can't open folders, and journals names itself.
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
