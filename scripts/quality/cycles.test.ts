import { expect, it } from 'vitest'
import { importCycles } from './cycles.ts'
import { sampleTree } from './samples.ts'

it('finds a ring of files, also one of types and subpath imports alone', () => {
  const files = sampleTree({
    'src/shared/a.ts': "import { b } from './b.ts'",
    'src/shared/b.ts': "import type { C } from '#shared/c.ts'",
    'src/shared/c.ts': "export * from './a.ts'",
    'src/shared/d.ts': "import './a.ts'",
  })
  expect(importCycles(files)).toEqual([['src/shared/a.ts', 'src/shared/b.ts', 'src/shared/c.ts']])
})

it('finds a file that imports itself', () => {
  expect(importCycles(sampleTree({ 'src/a.ts': "import './a.ts'" }))).toEqual([['src/a.ts']])
})

it('recognises two paths to the same file', () => {
  const files = sampleTree({
    'src/a.ts': "import './b.ts'\nimport './c.ts'",
    'src/b.ts': "import './d.ts'",
    'src/c.ts': "import './d.ts'",
    'src/d.ts': 'export const d = 1',
  })
  expect(importCycles(files)).toEqual([])
})
