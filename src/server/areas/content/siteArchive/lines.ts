import { createHash } from 'node:crypto'
import type { ZipWriter } from '#server/storage/zip/writer.ts'
import type { Head } from './format.ts'
import { linesFileName } from './format.ts'
import type { ArchiveFileName } from './kinds.ts'
import type { Row } from './rows.ts'

/** Writes a file with one JSON row per line, and returns its entry for the head. @param onLine called with each line */
export async function writeLines(
  zip: ZipWriter,
  name: ArchiveFileName,
  batches: AsyncIterable<readonly Row[]> | Iterable<readonly Row[]>,
  onLine: (line: string) => void = () => undefined,
): Promise<Head['kinds'][number]> {
  let lines = 0
  const bytes = async function* (): AsyncGenerator<Buffer> {
    for await (const rows of batches) {
      if (rows.length === 0) continue
      const texts = rows.map((row) => `${JSON.stringify(row)}\n`)
      for (const text of texts) onLine(text)
      lines += rows.length
      yield Buffer.from(texts.join(''))
    }
  }
  const written = await zip.add(linesFileName(name), bytes())
  return { name, lines, ...written }
}

export const sha256Of = (text: string | Buffer): string => createHash('sha256').update(text).digest('hex')
