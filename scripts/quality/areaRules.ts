import type { Problem } from './problem.ts'
import { resolveImport } from './layers.ts'
import type { SourceFile } from './source.ts'
import { isProduct } from './tree.ts'

/** Renderer folders from top to bottom (docs/architecture.md, *Layers*): a folder may import those after it. */
const RENDERER = ['app', 'areas', 'features', 'ui', 'data'] as const

/** Server areas from top to bottom: a lower area uses a higher one through a port that the higher one registers. */
const SERVER = [
  'approval',
  'channel',
  'content',
  'data',
  'column',
  'site',
  'template',
  'people',
  'upload',
  'system',
] as const

/** Server folders that compose the areas, or use an area through its index. */
const COMPOSING = /^src\/server\/(seed|process)\/|^src\/server\/(app|start)\.ts$|^src\/server\/areas\/index\.ts$/

/** Table declarations and their list: they import no other server code, so every part of the server may import them. */
const TABLES = /^src\/server\/(?:areas\/(?:[^/]+\/[^/]+\/table|tables)|db\/table)\.ts$/

/** A resource in a single file, beside the folders of other resources. */
const SINGLE = /^src\/server\/areas\/[^/]+\/[^/]+\.ts$/

/** `content` of `src/server/areas/content/entry/save.ts`; null elsewhere. */
const serverArea = (path: string): string | null => /^src\/server\/areas\/([^/]+)\//.exec(path)?.[1] ?? null

function rendererProblem(from: string, target: string): string | null {
  const parse = (path: string) => /^src\/renderer\/([^/]+)\/(?:([^/]+)\/)?/.exec(path)
  const [a, b] = [parse(from), parse(target)]
  if (!a || !b) return null
  const rank = (name: string | undefined) => RENDERER.findIndex((folder) => folder === name)
  if (a[1] === 'areas' && b[1] === 'areas' && a[2] !== b[2])
    return 'an area may not import another: share through features, ui or shared/domain'
  return rank(a[1]) > rank(b[1]) && rank(b[1]) >= 0
    ? `${a[1]} may not import ${b[1]}: imports run areas → features → ui → data`
    : null
}

function serverProblem(from: string, target: string): string | null {
  if (TABLES.test(from) && target.startsWith('src/server/') && !TABLES.test(target))
    return 'a declaration of tables imports declarations and shared code only'
  const to = serverArea(target)
  if (!to || COMPOSING.test(from) || TABLES.test(target)) return null
  const own = serverArea(from)
  if (!own) {
    return from.startsWith('src/server/sheets/') && to === 'upload'
      ? null
      : `shared server code may not import an area (${to}): use a port, or move the code into the area`
  }
  if (own === to) return null
  if (SERVER.findIndex((n) => n === own) > SERVER.findIndex((n) => n === to))
    return `${own} is below ${to}: let ${to} register a port (server/port.ts) instead`
  return target.endsWith('/index.ts') || SINGLE.test(target)
    ? null
    : `import another area only through the index.ts of its folders`
}

/** Why the import violates the order of the areas, or null. Both are repository paths. */
export const areaProblem = (from: string, target: string): string | null =>
  rendererProblem(from, target) ?? serverProblem(from, target)

/**
 * The unit for the rule on cycles: a screen (`renderer/areas/x/y`), a part of ui or features, a server resource
 * (`server/areas/x/y`), or a folder of a layer. Contract and domain of `shared` count as one.
 */
export function unitOf(path: string): string | null {
  if (TABLES.test(path)) return 'tables of the server'
  const depth = path.startsWith('src/main/services/sync/')
    ? 5
    : /^src\/(renderer|server)\/areas\//.test(path)
      ? 5
      : path.startsWith('src/shared/')
        ? 2
        : /^src\/(renderer|main)\//.test(path)
          ? 4
          : 3
  const folders = path.split('/').slice(0, -1)
  return path.startsWith('src/') && isProduct(path) ? folders.slice(0, depth).join('/') : null
}

const isNested = (a: string, b: string): boolean => a === b || a.startsWith(`${b}/`) || b.startsWith(`${a}/`)

/** Folders that import each other, directly or in a ring; nested folders may. */
export function folderCycleProblems(files: readonly SourceFile[]): Problem[] {
  const edges = new Map<string, Map<string, { path: string; line: number }>>()
  for (const file of files) {
    const own = unitOf(file.path)
    if (!own) continue
    for (const { specifier, line } of file.imports) {
      const target = resolveImport(file.path, specifier)
      const other = target && unitOf(target)
      if (!other || isNested(own, other)) continue
      const from = edges.get(own) ?? new Map<string, { path: string; line: number }>()
      edges.set(own, from)
      if (!from.has(other)) from.set(other, { path: file.path, line })
    }
  }
  return [...edges].flatMap(([folder, targets]) =>
    [...targets].flatMap(([other, at]) => {
      const ring = findShortestPath(edges, other, folder)
      return ring && folder < other
        ? [{ ...at, message: `folders import each other: ${[folder, ...ring].join(' → ')}` }]
        : []
    }),
  )
}

/** The shortest path between two folders, including both; null if there is none. */
function findShortestPath(
  edges: ReadonlyMap<string, ReadonlyMap<string, unknown>>,
  from: string,
  to: string,
): string[] | null {
  const before = new Map<string, string | null>([[from, null]])
  for (const folder of before.keys()) {
    if (folder === to) {
      const steps: string[] = []
      for (let at: string | null = to; at !== null; at = before.get(at) ?? null) steps.unshift(at)
      return steps
    }
    for (const next of edges.get(folder)?.keys() ?? []) if (!before.has(next)) before.set(next, folder)
  }
  return null
}
