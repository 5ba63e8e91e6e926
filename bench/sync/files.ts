import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

const PER_FOLDER = 100

/** The n-th file of a tree. */
export const pathOf = (n: number): string => `part-${Math.floor(n / PER_FOLDER)}/page-${n}.html`

/** A unique text of 1 to 20 kB, half of which compresses well. */
export function contentOf(n: number): Buffer {
  const bytes = 1000 + ((n * 7919) % 19_000)
  return Buffer.from(`<p>${n} ${randomBytes(bytes / 4).toString('hex')}</p>`.padEnd(bytes, ' <br>'))
}

/** Writes files of 1 to 20 kB, a hundred per folder. */
export function makeFiles(root: string, count: number): void {
  for (let n = 0; n < count; n++) {
    const file = join(root, pathOf(n))
    if (n % PER_FOLDER === 0) mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, contentOf(n))
  }
}

/** Changes files spread over the tree; returns path → SHA-256. */
export function changeFiles(root: string, total: number, count: number): Map<string, string> {
  const changed = new Map<string, string>()
  for (let at = 0; at < count; at++) {
    const n = Math.floor((at * total) / count)
    const content = contentOf(n)
    writeFileSync(join(root, pathOf(n)), content)
    changed.set(pathOf(n), createHash('sha256').update(content).digest('hex'))
  }
  return changed
}
