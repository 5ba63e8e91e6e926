import { resolveImport } from './layers.ts'
import type { SourceFile } from './source.ts'
import { isProduct } from './tree.ts'

/** Maximum lines of a file with one consumer that could be merged into the consumer. */
export const MAX_PIECE_LINES = 60

/** A small file that only one other file imports. */
export interface Piece {
  path: string
  lines: number
  consumer: string
}

/** Files that the recipe for a screen and a resource prescribes (docs/adding-a-screen.md), and workers. */
const OWN_FILE =
  /\/(?:screen|columns|text|routes|repo|rules|present|index|table)\.tsx?$|^src\/shared\/contract\/|[Ww]orker\.ts$/

/**
 * Product files of at most MAX_PIECE_LINES lines with exactly one importing file, except those that a test imports
 * directly, that the consumer loads lazily, or that the recipe prescribes.
 */
export function piecesOf(files: readonly SourceFile[]): Piece[] {
  const users = new Map<string, { path: string; isLazy: boolean }[]>()
  for (const file of files) {
    for (const { specifier, names } of file.imports) {
      const path = resolveImport(file.path, specifier)
      if (path) users.set(path, [...(users.get(path) ?? []), { path: file.path, isLazy: names.includes('*') }])
    }
  }
  return files.flatMap(({ path, lines }) => {
    if (!isProduct(path) || lines > MAX_PIECE_LINES || OWN_FILE.test(path)) return []
    const by = users.get(path) ?? []
    const [consumer] = by
    const isOne = consumer && by.every((each) => each.path === consumer.path && !each.isLazy)
    return isOne && isProduct(consumer.path) ? [{ path, lines, consumer: consumer.path }] : []
  })
}
