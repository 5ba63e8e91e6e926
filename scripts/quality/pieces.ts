import { resolveImport } from './layers.ts'
import type { SourceFile } from './source.ts'
import { isProduct } from './tree.ts'

/** Of a file of one consumer, the lines up to which it may as well stand in that. */
export const PIECE_LINES = 60

/** A small file that one other file alone imports. */
export interface Piece {
  path: string
  lines: number
  consumer: string
}

/** What the recipe for a screen and a resource gives a file of its own (docs/adding-a-screen.md), and what starts a thread. */
const OWN_FILE =
  /\/(?:screen|columns|text|routes|repo|rules|present|index|table)\.tsx?$|^src\/shared\/contract\/|[Ww]orker\.ts$/

/**
 * Product files of at most PIECE_LINES lines with exactly one importing file, without those that a test imports on its own
 * (a seam), that their consumer loads later, or that the recipe gives a file of their own.
 */
export function piecesOf(files: readonly SourceFile[]): Piece[] {
  const users = new Map<string, { path: string; later: boolean }[]>()
  for (const file of files) {
    for (const { specifier, names } of file.imports) {
      const path = resolveImport(file.path, specifier)
      if (path) users.set(path, [...(users.get(path) ?? []), { path: file.path, later: names.includes('*') }])
    }
  }
  return files.flatMap(({ path, lines }) => {
    if (!isProduct(path) || lines > PIECE_LINES || OWN_FILE.test(path)) return []
    const by = users.get(path) ?? []
    const [consumer] = by
    const isOne = consumer && by.every((each) => each.path === consumer.path && !each.later)
    return isOne && isProduct(consumer.path) ? [{ path, lines, consumer: consumer.path }] : []
  })
}
