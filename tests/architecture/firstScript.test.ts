import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync } from 'rolldown/utils'
import { expect, it } from 'vitest'
import { packageOf, resolveImport } from '#scripts/quality/layers.ts'
import { ROOT } from '#scripts/start/root.ts'

/** What a file imports at once, types left out, and not what it loads later. */
function importsOf(path: string): string[] {
  const { module } = parseSync(path, readFileSync(join(ROOT, path), 'utf8'))
  const imports = module.staticImports
    .filter(({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType))
    .map(({ moduleRequest }) => moduleRequest.value)
  const exports = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest, isType }) => (moduleRequest && !isType ? [moduleRequest.value] : [])),
  )
  return [...imports, ...exports]
}

/** What comes with a file of the page: its own files, and the packages with who names them. */
function reach(start: string): { files: number; packages: Map<string, string> } {
  const from = new Map([[start, '']])
  const packages = new Map<string, string>()
  for (const path of from.keys()) {
    if (!/^src\/(renderer|shared\/domain\/credentials)\b.*\.tsx?$/.test(path)) continue
    for (const specifier of importsOf(path)) {
      const target = resolveImport(path, specifier)
      if (target && existsSync(join(ROOT, target)) && !from.has(target)) from.set(target, path)
      const pkg = packageOf(specifier)
      if (pkg) packages.set(pkg, path)
    }
  }
  return { files: from.size, packages }
}

it('the sign-in does without the libraries of forms and schemas: with them it loads 280 kB more', () => {
  const { packages } = reach('src/renderer/areas/session/login/Login.tsx')
  expect(packages.get('@fluentui/react-components')).toBeDefined()
  expect(packages.get('zod')).toBeUndefined()
  expect(packages.get('react-hook-form')).toBeUndefined()
})

// Schemas of the contract and of shared code that nobody in the first script uses are left out by the build.
it('the first script is without zod: one schema in it brings all that later screens use of the library', () => {
  const { files, packages } = reach('src/renderer/main.tsx')
  expect(files).toBeGreaterThan(100)
  expect(packages.get('react')).toBeDefined()
  expect(packages.get('zod')).toBeUndefined()
})
