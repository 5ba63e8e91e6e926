import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

/** A package that a bundle holds something of. */
export interface Part {
  name: string
  version: string
  /** SPDX; '' where the package says none. */
  license: string
}

/** The package that a module belongs to; null for the project's own. */
function partOf(id: string, known: Map<string, Part | null>): Part | null {
  const path = id.replace(/^\0/, '').split('?')[0] ?? ''
  if (!path.includes('/node_modules/')) return null
  for (let folder = dirname(path); folder.includes('/node_modules/'); folder = dirname(folder)) {
    const found = known.get(folder)
    if (found !== undefined) return found
    const manifest = join(folder, 'package.json')
    if (!existsSync(manifest)) continue
    const { name, version, license } = JSON.parse(readFileSync(manifest, 'utf8')) as Partial<Record<string, unknown>>
    // A folder's own package.json may say no more than the kind of its modules.
    if (typeof name !== 'string' || typeof version !== 'string') continue
    const part = { name, version, license: typeof license === 'string' ? license : '' }
    known.set(folder, part)
    return part
  }
  return null
}

/** Writes parts.json beside the bundle: the packages that it really holds something of, by name. */
export function parts(): Plugin {
  return {
    name: 'sitecraft:parts',
    apply: 'build',
    generateBundle(_options, bundle) {
      const known = new Map<string, Part | null>()
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
