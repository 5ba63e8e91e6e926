import { randomBytes } from 'node:crypto'
import { open, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const MB = 1024 * 1024
/** The server's type check reads the first bytes. */
const ZIP_HEAD = Buffer.from('PK\x03\x04')

/** Creates a file of random bytes with the signature of a zip. */
export async function makeFile(folder: string, name: string, bytes: number): Promise<string> {
  const path = join(folder, name)
  const file = await open(path, 'w')
  try {
    const piece = randomBytes(Math.min(bytes, 16 * MB))
    for (let at = 0; at < bytes; at += piece.length) {
      piece.writeUInt32LE(at / MB, 8)
      await file.write(piece, 0, Math.min(piece.length, bytes - at), at)
    }
    await file.write(ZIP_HEAD, 0, ZIP_HEAD.length, 0)
  } finally {
    await file.close()
  }
  return path
}

/** Creates a sparse file of this size, which takes hardly any disk space. */
export async function makeSparseFile(folder: string, name: string, bytes: number): Promise<string> {
  const path = join(folder, name)
  await writeFile(path, ZIP_HEAD)
  await truncate(path, bytes)
  return path
}
