import type { Problem } from './problem.ts'
import { resolveImport } from './layers.ts'
import type { SourceFile } from './source.ts'

/** Groups of files that import each other in a ring (types included), each as the list of its paths. */
export function importCycles(files: readonly SourceFile[]): string[][] {
  const known = new Set(files.map((f) => f.path))
  const edges = new Map(
    files.map((file) => [
      file.path,
      file.imports.map((i) => resolveImport(file.path, i.specifier) ?? '').filter((path) => known.has(path)),
    ]),
  )
  return strongComponents(edges).filter(
    (group) => group.length > 1 || group.some((path) => edges.get(path)?.includes(path)),
  )
}

export const cycleProblems = (files: readonly SourceFile[]): Problem[] =>
  importCycles(files).map((group) => ({
    path: group[0] ?? '',
    line: 1,
    message: `these files import each other; move the shared code into a third file: ${group.join(', ')}`,
  }))

/** Tarjan's algorithm; groups and their members are sorted. */
function strongComponents(edges: ReadonlyMap<string, readonly string[]>): string[][] {
  const found = new Map<string, { order: number; low: number; open: boolean }>()
  const stack: string[] = []
  const groups: string[][] = []

  const visit = (path: string) => {
    const self = { order: found.size, low: found.size, open: true }
    found.set(path, self)
    stack.push(path)
    for (const next of edges.get(path) ?? []) {
      const other = found.get(next) ?? visit(next)
      if (other.open) self.low = Math.min(self.low, other.low)
    }
    if (self.low === self.order) {
      const group = stack.splice(stack.indexOf(path))
      for (const member of group) {
        const entry = found.get(member)
        if (entry) entry.open = false
      }
      groups.push(group.sort())
    }
    return self
  }

  for (const path of [...edges.keys()].sort()) if (!found.has(path)) visit(path)
  return groups
}
