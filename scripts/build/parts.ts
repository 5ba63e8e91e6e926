import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/** A package that the program carries. */
export interface Part {
  name: string
  version: string
  /** SPDX; '' where the package says none. */
  license: string
  /** Where it lies, below the project's folder. */
  folder: string
}

/** A package's own folder; files of it can lie in folders with a package.json of their own. */
const PACKAGE = /^(.*)\/(node_modules\/(?:@[^/]+\/)?[^/]+)\//

/** The package that a module belongs to; null for the project's own. */
function partOf(id: string, known: Map<string, Part>): Part | null {
  const [, above = '', below = ''] = PACKAGE.exec(id.replace(/^\0/, '')) ?? []
  if (!below) return null
  const path = `${above}/${below}`
  const found = known.get(path)
  if (found) return found
  const { name, version, license } = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8')) as Record<
    string,
    unknown
  >
  const text = (value: unknown): string => (typeof value === 'string' ? value : '')
  // A package within another one lies below it.
  const folder = path.slice(path.indexOf('/node_modules/') + 1)
  const part = { name: text(name), version: text(version), license: text(license), folder }
  known.set(path, part)
  return part
}

/** Writes parts.json beside the bundle: the packages that it really holds something of, by name. */
export function parts(): Plugin {
  return {
    name: 'sitecraft:parts',
    apply: 'build',
    generateBundle(_options, bundle) {
      const known = new Map<string, Part>()
      const found = new Map<string, Part>()
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk') continue
        for (const id of file.moduleIds) {
          const part = partOf(id, known)
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
