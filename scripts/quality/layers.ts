import { posix } from 'node:path'

/** The layers of docs/architecture: folder, and which layers its product code may import. */
const LAYERS = [
  { name: 'shared', folder: 'src/shared/', may: ['shared'] },
  // What there is to write in a template; the editor shows it.
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

/** The layer that a file belongs to; null for scripts, tests and benches, which stand outside. */
export const layerOf = (path: string): LayerName | null =>
  LAYERS.find((layer) => path.startsWith(layer.folder))?.name ?? null

/** May product code of one layer import the other? */
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

/** The repository path that an import names; null when it names a package. A query such as `?raw` is dropped. */
export function resolveImport(from: string, specifier: string): string | null {
  const bare = specifier.replace(/\?.*$/, '')
  if (bare.startsWith('.')) return posix.join(posix.dirname(from), bare)
  const subpath = Object.keys(SUBPATHS).find((prefix) => bare.startsWith(prefix))
  return subpath ? `${SUBPATHS[subpath]}${bare.slice(subpath.length)}` : null
}

/** `@scope/name` or `name` of a package import; null for relative and subpath imports. Node's own come as `node:name`. */
export function packageOf(specifier: string): string | null {
  if (/^[.#]/.test(specifier)) return null
  const parts = specifier.split('/')
  return specifier.startsWith('@') ? parts.slice(0, 2).join('/') : (parts[0] ?? null)
}
