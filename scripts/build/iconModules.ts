import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const IMPORT = /import\s*\{([^}]*)\}\s*from\s*(['"])@fluentui\/react-icons\2/g
const ICON = /^([A-Z]\w*?)(\d*)(Regular|Filled|Light|Color)$/

/**
 * The module of `TextNumberListLtrRegular` is `text-number-list-ltr`, that of `DataBarVertical32Filled` is
 * `data-bar-vertical`.
 */
const fileOf = (title: string): string =>
  title
    .replace(/([a-z])([A-Z0-9])/g, '$1-$2')
    .replace(/([0-9])([A-Z])/g, '$1-$2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1-$2')
    .toLowerCase()

/**
 * Points each import of an icon to the module of this icon. The library's index imports modules with hundreds of icons,
 * and the bundler would put each such module, with all icons of later screens, into the first script.
 */
export function iconModules(root: string): Plugin {
  const folder = join(root, 'node_modules/@fluentui/react-icons/lib/atoms/svg')
  const cache = new Map<string, string | null>()
  const moduleOf = (name: string): string | null => {
    const cached = cache.get(name)
    if (cached !== undefined) return cached
    const title = ICON.exec(name)?.[1]
    const file = title === undefined ? '' : join(folder, `${fileOf(title)}.js`)
    const exists = existsSync(file) && readFileSync(file, 'utf8').includes(`export const ${name} `)
    const path = exists && title !== undefined ? `@fluentui/react-icons/svg/${fileOf(title)}` : null
    cache.set(name, path)
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
        // On one line, to keep the line numbers of error messages.
        return lines.join('; ')
      })
      return replaced === code ? null : { code: replaced, map: null }
    },
  }
}
