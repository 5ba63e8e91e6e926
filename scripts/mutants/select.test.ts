import { expect, test } from 'vitest'
import { mergeMaps, type TestMap } from './map.ts'
import { nearness } from './nearness.ts'
import { TestChooser } from './select.ts'

const entry = (file: string, seconds = 1, passed = true): TestMap['tests'][number] => ({
  file,
  seconds,
  passed,
  digest: 'd',
})
const SAVE = 'src/server/areas/content/entry/save.ts'

test('the test of the same name is nearest, then those of the folder, then those that share words', () => {
  const tests = [
    'src/server/areas/content/entry/save.test.ts',
    'src/server/areas/content/entry/copy.test.ts',
    'src/server/areas/site/page.test.ts',
  ]
  const near = tests.map((one) => nearness(SAVE, one))
  expect(near).toEqual(near.toSorted((a, b) => b - a))
  expect(new Set(near).size).toBe(3)
})

test('tests that run the function are chosen, the nearest first, within the time', () => {
  const map: TestMap = {
    tests: [
      entry('src/server/areas/site/page.test.ts'),
      entry('src/server/areas/content/entry/save.test.ts', 3),
      entry('src/server/areas/content/entry/slow.test.ts', 100),
      entry('src/server/areas/content/entry/broken.test.ts', 1, false),
    ],
    ran: { [`${SAVE}#save`]: [0, 1, 2, 3] },
  }
  const chooser = new TestChooser(map, new Map())
  const place = { path: SAVE, functionName: 'save' }
  expect(chooser.choose(place, 60)).toEqual({
    files: ['src/server/areas/content/entry/save.test.ts', 'src/server/areas/site/page.test.ts'],
    seconds: 4,
  })
  expect(chooser.mayRun(place)).toBe(true)
  expect(chooser.mayRun({ path: SAVE, functionName: 'other' })).toBe(false)
})

test('for a constant, and a function that no test runs, the tests of the files that use it are chosen', () => {
  const map: TestMap = { tests: [entry('src/server/areas/content/entry/save.test.ts')], ran: { [`${SAVE}#save`]: [0] } }
  const importers = new Map([
    ['src/shared/domain/limits.ts', ['src/shared/index.ts']],
    ['src/shared/index.ts', [SAVE]],
  ])
  const chooser = new TestChooser(map, importers)
  for (const functionName of [null, 'other']) {
    const { files } = chooser.choose({ path: 'src/shared/domain/limits.ts', functionName }, 60)
    expect(files).toEqual(['src/server/areas/content/entry/save.test.ts'])
  }
})

test('for a constant also the tests that import its file are chosen, whichever loaded it first', () => {
  const [words, near] = ['src/engine/catalogue/words.ts', 'src/engine/catalogue/words.test.ts']
  const map: TestMap = { tests: [entry('src/far.test.ts'), entry(near)], ran: { [`${words}#entry`]: [0] } }
  const importers = new Map([
    [words, ['src/engine/catalogue/index.ts']],
    ['src/engine/catalogue/index.ts', [near, words]],
  ])
  const chooser = new TestChooser(map, importers)
  expect(chooser.choose({ path: words, functionName: null }, 60).files).toEqual([near, 'src/far.test.ts'])
})

test('a newer map replaces what it measured again, and keeps the rest but for files that are gone', () => {
  const older: TestMap = {
    tests: [entry('a.test.ts'), entry('b.test.ts'), entry('c.test.ts')],
    ran: { 'x#f': [0, 1, 2], 'x#g': [2] },
  }
  const newer: TestMap = { tests: [entry('b.test.ts', 9)], ran: { 'x#h': [0] } }
  const merged = mergeMaps(older, newer, new Set(['a.test.ts', 'b.test.ts']))
  expect(merged.tests.map(({ file, seconds }) => [file, seconds])).toEqual([
    ['b.test.ts', 9],
    ['a.test.ts', 1],
  ])
  expect(merged.ran).toEqual({ 'x#h': [0], 'x#f': [1] })
})
