import { createReadStream } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { constants, createZstdCompress } from 'node:zlib'

/** Most that the program may add to Electron in an installer, bytes; xz and 7z make it a tenth smaller than this measure. */
export const PROGRAM_BUDGET = 25_000_000

/** What all files below a folder weigh when they are compressed together, bytes. */
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

/** A sentence in Chinese when the program is heavier than its budget; '' when it is not. */
export async function overweight(resources: string): Promise<string> {
  const bytes = await compressedSize(resources)
  const shown = (amount: number): string => `${(amount / 1e6).toFixed(1)} MB`
  return bytes > PROGRAM_BUDGET
    ? `程序（不含 Electron）压缩后是 ${shown(bytes)}，不能超过 ${shown(PROGRAM_BUDGET)}`
    : ''
}
