import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const IMPORT = /import\s*\{([^}]*)\}\s*from\s*(['"])@fluentui\/react-icons\2/g
const ICON = /^([A-Z]\w*?)(\d*)(Regular|Filled|Light|Color)$/

/** `TextNumberListLtrRegular` stands in `text-number-list-ltr`, `DataBarVertical32Filled` in `data-bar-vertical`. */
const fileOf = (title: string): string =>
  title
    .replace(/([a-z])([A-Z0-9])/g, '$1-$2')
    .replace(/([0-9])([A-Z])/g, '$1-$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1-$2')
    .toLowerCase()

/**
 * Points each import of an icon at the file of this icon alone. The library's own index names files of hundreds of icons,
 * and the bundler puts a file into the first script with everything in it that any later screen uses.
 */
export function iconModules(root: string): Plugin {
  const folder = join(root, 'node_modules/@fluentui/react-icons/lib/atoms/svg')
  const known = new Map<string, string | null>()
  const moduleOf = (name: string): string | null => {
    const found = known.get(name)
    if (found !== undefined) return found
    const title = ICON.exec(name)?.[1]
    const file = title === undefined ? '' : join(folder, `${fileOf(title)}.js`)
    const holds = existsSync(file) && readFileSync(file, 'utf8').includes(`export const ${name} `)
    const path = holds && title !== undefined ? `@fluentui/react-icons/svg/${fileOf(title)}` : null
    known.set(name, path)
    return path
  }
  return {
    name: 'sitecraft:icon-modules',
    apply: 'build',
    enforce: 'pre',
    transform(code) {
      if (!code.includes('@fluentui/react-icons')) return null
      const replaced = code.replace(IMPORT, (_match, list: string) => {
        const names = list
          .split(',')
          .map((name) => name.trim())
          .filter(Boolean)
        const lines = names.map((name) => {
          const path = moduleOf(name.split(/\s+as\s+/)[0] ?? name)
          return `import { ${name} } from '${path ?? '@fluentui/react-icons'}'`
        })
        // On one line, so that the lines of messages stay right.
        return lines.join('; ')
      })
      return replaced === code ? null : { code: replaced, map: null }
    },
  }
}
