import { createHash } from 'node:crypto'
import { open } from 'node:fs/promises'

const CHUNK = 1024 * 1024

/** The hash of a file in hex. Reads 1 MB at a time. */
export async function hashFile(file: string, algorithm: 'sha256' | 'sha512'): Promise<string> {
  const hash = createHash(algorithm)
  const handle = await open(file)
  try {
    const { size } = await handle.stat()
    // One byte more than the file has, so that the first read also detects the end.
    const piece = Buffer.allocUnsafe(Math.min(CHUNK, size + 1))
    for (;;) {
      const { bytesRead } = await handle.read(piece)
      hash.update(piece.subarray(0, bytesRead))
      if (bytesRead === 0) return hash.digest('hex')
    }
  } finally {
    await handle.close()
  }
}
