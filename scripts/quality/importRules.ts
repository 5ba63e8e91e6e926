import { isBuiltin } from 'node:module'
import { areaProblem } from './areaRules.ts'
import { packageProblem } from './restrictedPackages.ts'
import { layerOf, mayImport, packageOf, resolveImport, type LayerName } from './layers.ts'
import type { Problem } from './problem.ts'
import { screenProblem } from './screenRules.ts'
import type { ImportRef, SourceFile } from './source.ts'
import { isProduct } from './tree.ts'

interface Context {
  path: string
  layer: LayerName | null
  ref: ImportRef
  /** Repository path of the imported file; null for a package. */
  target: string | null
  /** Name of the package; null for a file of the repository. */
  pkg: string | null
  /** Folders with a screen.ts. */
  screens: ReadonlySet<string>
  declared: ReadonlySet<string>
}

/** Returns the problem with its remedy, or null. */
type Rule = (context: Context) => string | null

const EVERYWHERE: readonly Rule[] = [
  ({ ref }) => (ref.specifier.includes('../../') ? 'no `../../`: use a subpath import such as #shared/…' : null),

  ({ ref, pkg }) =>
    pkg === null && !/\.(tsx?|mjs|json|css|svg|png|html)(\?\w+)?$/.test(ref.specifier)
      ? 'name the file with its extension (.ts or .tsx): Node runs the sources as they are'
      : null,

  ({ pkg }) => (pkg && isBuiltin(pkg) && !pkg.startsWith('node:') ? `write node:${pkg}` : null),

  ({ pkg, declared }) =>
    pkg && !isBuiltin(pkg) && !declared.has(pkg)
      ? `${pkg} is not in package.json: install it with its exact version`
      : null,
]

const NO_NODE: ReadonlySet<LayerName | null> = new Set([
  'shared',
  'catalogue',
  'engine',
  'renderer',
  'preload',
] as const)

const PRODUCT: readonly Rule[] = [
  ({ layer, ref, target }) => {
    const to = target === null ? null : layerOf(target)
    if (!layer || !to || mayImport(layer, to)) return null
    return `${layer} may not import ${to} (${ref.specifier}): share through src/shared, or call the contract`
  },

  ({ target, ref }) =>
    target && /^(tests|scripts|bench)\//.test(target)
      ? `product code may not import ${ref.specifier}: move the shared code into src`
      : null,

  ({ layer, target, ref }) =>
    layer === 'preload' && target?.startsWith('src/shared/') && !ref.typeOnly && target !== 'src/shared/contract/ipc.ts'
      ? 'the preload imports types and the channel names of contract/ipc.ts only: write `import type`'
      : null,

  ({ layer, pkg }) =>
    pkg && isBuiltin(pkg) && NO_NODE.has(layer)
      ? `${layer} may not import ${pkg}: code that needs Node belongs in services, a host or the server`
      : null,

  ({ path, pkg, ref }) => (pkg ? packageProblem(path, pkg, ref.names) : null),

  ({ path, target, screens }) => (target ? screenProblem(path, target, screens) : null),

  ({ path, target }) => (target ? areaProblem(path, target) : null),
]

/**
 * Checks every import against the table of docs/architecture. Tests may cross layers (a real server behind a service is
 * better than a fake). `declared` holds the package names of package.json.
 */
export function importProblems(files: readonly SourceFile[], declared: ReadonlySet<string>): Problem[] {
  const screens = new Set(
    files.filter((f) => f.path.endsWith('/screen.ts')).map((f) => f.path.slice(0, -'/screen.ts'.length)),
  )
  return files.flatMap((file) => {
    const rules = isProduct(file.path) ? [...EVERYWHERE, ...PRODUCT] : EVERYWHERE
    return file.imports.flatMap((ref) => {
      const context: Context = {
        path: file.path,
        ref,
        screens,
        declared,
        layer: layerOf(file.path),
        target: resolveImport(file.path, ref.specifier),
        pkg: packageOf(ref.specifier),
      }
      return rules
        .map((rule) => rule(context))
        .filter((message) => message !== null)
        .map((message) => ({ path: file.path, line: ref.line, message }))
    })
  })
}
