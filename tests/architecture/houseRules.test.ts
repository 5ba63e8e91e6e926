import { expect, it } from 'vitest'
import { declaredPackages } from '#scripts/quality/check.ts'
import { importCycles } from '#scripts/quality/cycles.ts'
import { fileProblems } from '#scripts/quality/fileRules.ts'
import { importProblems } from '#scripts/quality/importRules.ts'
import { isProduct, readTree } from '#scripts/quality/tree.ts'

// The same rules as `npm run lint`; each rule is tested with a bad sample in scripts/quality.
const files = readTree()
const product = files.filter((f) => isProduct(f.path))

it('reads the whole tree', () => {
  expect(product.length).toBeGreaterThan(100)
})
it('keeps to the import table', () => {
  expect(importProblems(files, declaredPackages())).toEqual([])
})
it('has no import cycles', () => {
  expect(importCycles(files)).toEqual([])
})
it('keeps files short and without escapes', () => {
  expect(files.flatMap(fileProblems)).toEqual([])
})
it('uses no `any` and no non-null assertion', () => {
  const places = product.flatMap((f) => [...f.anyLines, ...f.nonNullLines].map((line) => `${f.path}:${line}`))
  expect(places).toEqual([])
})
