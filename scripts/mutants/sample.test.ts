import { expect, test } from 'vitest'
import { editsOf } from './mutations.ts'
import { describe as describeMutant, layerOf, LAYERS, sampleMutants } from './sample.ts'
import { isMutable } from './map.ts'
import { sourceFiles } from './scratch.ts'

const paths = sourceFiles().filter((path) => isMutable(path) && /^src\/(?:cli|engine)\//.test(path))

test('a file belongs to the first layer that holds it', () => {
  expect(layerOf('src/server/areas/site/a.ts')).toBe('src/server/areas')
  expect(layerOf('src/server/http/a.ts')).toBe('src/server')
  expect(layerOf('src/main/electron/a.ts')).toBeNull()
  expect(LAYERS).toHaveLength(8)
})

test('the same seed makes the same mutants, another one others; the layers get as many each', () => {
  const first = sampleMutants(paths, 21, 4)
  expect(sampleMutants(paths, 21, 4)).toEqual(first)
  expect(sampleMutants(paths, 21, 5)).not.toEqual(first)
  expect(first.map(({ layer }) => layer).filter((layer) => layer === 'src/engine')).toHaveLength(11)
  expect(new Set(first.map(({ path, start, end, text }) => `${path} ${start} ${end} ${text}`)).size).toBe(21)
})

test('a mutant shows the line that changes, before and after', () => {
  const text = 'const a = 1\n\nif (a < 2) {\n  run()\n}\n'
  const shown = editsOf('src/cli/a.ts', text).map((edit) => describeMutant('src/cli/a.ts', 'src/cli', text, edit))
  expect(shown.find(({ kind }) => kind === 'moved boundary')).toMatchObject({
    line: 3,
    before: 'if (a < 2) {',
    after: 'if (a <= 2) {',
  })
})

test('a line that is dropped as a whole shows that', () => {
  const text = 'save({\n  id,\n  name,\n})\n'
  const shown = editsOf('src/cli/a.ts', text).map((edit) => describeMutant('src/cli/a.ts', 'src/cli', text, edit))
  expect(shown.find(({ kind, line }) => kind === 'dropped property' && line === 2)).toMatchObject({
    before: 'id,',
    after: '(dropped)',
  })
})
