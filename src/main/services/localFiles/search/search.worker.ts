import { isUtf8 } from 'node:buffer'
import { lstat, readFile } from 'node:fs/promises'
import { parentPort, workerData } from 'node:worker_threads'
import type { FileMatches } from '#shared/contract/localFile.ts'
import { decodeText } from '#services/sync/core/text.ts'
import { findMatches, createPattern, type SearchText } from './match.ts'

export interface SearchJob extends SearchText {
  /** Paths in the workspace and on the disk. */
  files: { path: string; target: string }[]
  /** Maximum number of matches. */
  most: number
  /** One number: the index of the file being read, which shows that the search is not stuck. */
  current: SharedArrayBuffer
}
export type SearchProgress = { files: FileMatches[]; read: number; matches: number; ended: boolean }

/** Bytes. Larger files are data, not text that people write. */
const MAX_FILE_BYTES = 2 * 1024 * 1024
const REPORT_INTERVAL_MS = 80

const job = workerData as SearchJob
const current = new Int32Array(job.current)
const pattern = createPattern(job)

let found: FileMatches[] = []
let matches = 0
let reportedAt = performance.now()
const report = (read: number, ended: boolean): void => {
  parentPort?.postMessage({ files: found, read, matches, ended } satisfies SearchProgress)
  found = []
  reportedAt = performance.now()
}

async function textOf(target: string): Promise<string | null> {
  try {
    const stat = await lstat(target)
    if (!stat.isFile() || stat.size > MAX_FILE_BYTES) return null
    const bytes = await readFile(target)
    if (bytes.includes(0)) return null
    return isUtf8(bytes) ? bytes.toString('utf8') : (decodeText(bytes, MAX_FILE_BYTES)?.text ?? null)
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
  const inFile = text === null ? [] : findMatches(text, pattern, job.most - matches)
  read += 1
  matches += inFile.length
  if (inFile.length > 0) found.push({ path, matches: inFile })
  if (performance.now() - reportedAt > REPORT_INTERVAL_MS) report(read, false)
}
report(read, true)
