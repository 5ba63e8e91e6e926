import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/** A third-party package in the program. */
export interface Part {
  name: string
  version: string
  /** SPDX; '' if the package names none. */
  license: string
  /** Path below the project's folder. */
  folder: string
}

/** A package's root folder; its files may be in subfolders with a package.json of their own. */
const PACKAGE = /^(.*)\/(node_modules\/(?:@[^/]+\/)?[^/]+)\//

/** The package of a module; null for the project's own modules. */
function partOf(id: string, cache: Map<string, Part>): Part | null {
  const [, above = '', below = ''] = PACKAGE.exec(id.replace(/^\0/, '')) ?? []
  if (!below) return null
  const path = `${above}/${below}`
  const cached = cache.get(path)
  if (cached) return cached
  const { name, version, license } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8')) as Record<
    string,
    unknown
  >
  const text = (value: unknown): string => (typeof value === 'string' ? value : '')
  // A nested package is below another package's folder.
  const folder = path.slice(path.indexOf('/node_modules/') + 1)
  const part = { name: text(name), version: text(version), license: text(license), folder }
  cache.set(path, part)
  return part
}

/** Writes parts.json beside the bundle: the packages whose code is in the bundle, by name. */
export function parts(): Plugin {
  return {
    name: 'sitecraft:parts',
    apply: 'build',
    generateBundle(_options, bundle) {
      const cache = new Map<string, Part>()
      const found = new Map<string, Part>()
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk') continue
        for (const id of file.moduleIds) {
          const part = partOf(id, cache)
          if (part) found.set(`${part.name}@${part.version}`, part)
        }
      }
      const list = [...found.values()].toSorted(
        (a, b) => a.name.localeCompare(b.name) || a.version.localeCompare(b.version),
      )
      this.emitFile({ type: 'asset', fileName: 'parts.json', source: `${JSON.stringify(list, null, 1)}\n` })
    },
  }
}
