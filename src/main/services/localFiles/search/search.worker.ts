import { isUtf8 } from 'node:buffer'
import { lstat, readFile } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'
import type { FoundFile } from '#shared/contract/localFile.ts'
import { decodeText } from '#services/sync/core/text.ts'
import { matchesIn, patternOf, type SearchText } from './match.ts'

export interface SearchJob extends SearchText {
  /** Paths in the workspace and on the disk. */
  files: { path: string; target: string }[]
  /** Maximum number of matches. */
  most: number
  /** One number: the index of the file being read, which shows that the search is not stuck. */
  current: SharedArrayBuffer
}
export type SearchNews = { files: FoundFile[]; read: number; matches: number; ended: boolean }

/** Bytes. Larger files are data, not text that people write. */
const LARGEST = 2 * 1024 * 1024
const TELL_EVERY_MS = 80

const job = workerData as SearchJob
const current = new Int32Array(job.current)
const pattern = patternOf(job)

let found: FoundFile[] = []
let matches = 0
let told = performance.now()
const tell = (read: number, ended: boolean): void => {
  parentPort?.postMessage({ files: found, read, matches, ended } satisfies SearchNews)
  found = []
  told = performance.now()
}

async function textOf(target: string): Promise<string | null> {
  try {
    const stat = await lstat(target)
    if (!stat.isFile() || stat.size > LARGEST) return null
    const bytes = await readFile(target)
    if (bytes.includes(0)) return null
    return isUtf8(bytes) ? bytes.toString('utf8') : (decodeText(bytes, LARGEST)?.text ?? null)
  } catch {
    // Deleted meanwhile, or unreadable: nothing to search.
    return null
  }
}

let read = 0
for (const { path, target } of job.files) {
  if (matches >= job.most) break
  Atomics.store(current, 0, read)
  const text = await textOf(target)
  const inFile = text === null ? [] : matchesIn(text, pattern, job.most - matches)
  read += 1
  matches += inFile.length
  if (inFile.length > 0) found.push({ path, matches: inFile })
  if (performance.now() - told > TELL_EVERY_MS) tell(read, false)
}
tell(read, true)
