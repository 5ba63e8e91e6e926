import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { constants, createZstdCompress } from 'node:zlib'

/**
 * Maximum size in bytes that the program may add to Electron in an installer. Installers use xz and 7z, which compress
 * a tenth better than this measurement.
 */
export const MAX_PROGRAM_BYTES = 25_000_000

/** Compressed size of all files below a folder, in bytes. */
export async function compressedSize(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  const compress = createZstdCompress({
    params: { [constants.ZSTD_c_compressionLevel]: 9, [constants.ZSTD_c_windowLog]: 26 },
  })
  let bytes = 0
  compress.on('data', (chunk: Buffer) => (bytes += chunk.length))
  const done = new Promise<void>((resolve, reject) => compress.once('end', resolve).once('error', reject))
  for (const path of paths.toSorted())
    for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 }))
      if (!compress.write(chunk)) await new Promise((resolve) => compress.once('drain', resolve))
  compress.end()
  await done
  return bytes
}

/** A sentence in Chinese if the program exceeds its budget; '' otherwise. */
export async function describeOverweight(resources: string): Promise<string> {
  const bytes = await compressedSize(resources)
  const formatMb = (amount: number): string => `${(amount / 1e6).toFixed(1)} MB`
  return bytes > MAX_PROGRAM_BYTES
    ? `程序（不含 Electron）压缩后是 ${formatMb(bytes)}，不能超过 ${formatMb(MAX_PROGRAM_BYTES)}`
    : ''
}
