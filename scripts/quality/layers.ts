import { posix } from 'node:path'

/** The layers of docs/architecture: the folder, and the layers that its product code may import. */
const LAYERS = [
  { name: 'shared', folder: 'src/shared/', may: ['shared'] },
  // The catalogue of template tags and filters, which the editor shows.
  { name: 'catalogue', folder: 'src/engine/catalogue/', may: ['shared', 'catalogue'] },
  { name: 'engine', folder: 'src/engine/', may: ['shared', 'catalogue', 'engine'] },
  // Brings a release to a publish target; the server does it, or the program on somebody's desk.
  { name: 'deploy', folder: 'src/deploy/', may: ['shared', 'deploy'] },
  { name: 'services', folder: 'src/main/services/', may: ['shared', 'engine', 'deploy', 'services'] },
  { name: 'cli', folder: 'src/cli/', may: ['shared', 'services', 'cli'] },
  { name: 'electron', folder: 'src/main/electron/', may: ['shared', 'services', 'cli', 'electron'] },
  { name: 'browserHost', folder: 'src/main/browserHost/', may: ['shared', 'services', 'browserHost'] },
  { name: 'preload', folder: 'src/preload/', may: ['shared', 'preload'] },
  { name: 'server', folder: 'src/server/', may: ['shared', 'engine', 'deploy', 'server'] },
  { name: 'renderer', folder: 'src/renderer/', may: ['shared', 'catalogue', 'renderer'] },
] as const

export type LayerName = (typeof LAYERS)[number]['name']

/** The layer of a file; null for scripts, tests and benches, which belong to no layer. */
export const layerOf = (path: string): LayerName | null =>
  LAYERS.find((layer) => path.startsWith(layer.folder))?.name ?? null

/** Whether product code of one layer may import the other. */
export const mayImport = (from: LayerName, to: LayerName): boolean =>
  LAYERS.some((layer) => layer.name === from && layer.may.some((name) => name === to))

/** `imports` of package.json: `#shared/x.ts` → `src/shared/x.ts`. */
const SUBPATHS: Record<string, string> = {
  '#shared/': 'src/shared/',
  '#engine/': 'src/engine/',
  '#deploy/': 'src/deploy/',
  '#server/': 'src/server/',
  '#services/': 'src/main/services/',
  '#hosts/': 'src/main/',
  '#cli/': 'src/cli/',
  '#renderer/': 'src/renderer/',
  '#tests/': 'tests/',
  '#scripts/': 'scripts/',
}

/** Resolves an import to a repository path; null for a package. A query such as `?raw` is dropped. */
export function resolveImport(from: string, specifier: string): string | null {
  const bare = specifier.replace(/\?.*$/, '')
  if (bare.startsWith('.')) return posix.join(posix.dirname(from), bare)
  const subpath = Object.keys(SUBPATHS).find((prefix) => bare.startsWith(prefix))
  return subpath ? `${SUBPATHS[subpath]}${bare.slice(subpath.length)}` : null
}

/**
 * `@scope/name` or `name` of a package import; null for relative and subpath imports. Built-in modules are `node:name`.
 */
export function packageOf(specifier: string): string | null {
  if (/^[.#]/.test(specifier)) return null
  const parts = specifier.split('/')
  return specifier.startsWith('@') ? parts.slice(0, 2).join('/') : (parts[0] ?? null)
}
