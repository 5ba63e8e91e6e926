import { expect, it } from 'vitest'
import { readSource } from './source.ts'

it('sees every way to import, with the line', () => {
  const file = readSource(
    'src/a.tsx',
    [
      "import type { A } from './a.ts'",
      "import b, { type C, d } from './b.ts'",
      "export { e } from './e.ts'",
      "const f = await import('./f.ts')",
      "type G = import('./g.ts').G",
    ].join('\n'),
  )
  expect(file.imports.map((i) => [i.specifier, i.typeOnly, i.line, i.names.join()])).toEqual([
    ['./a.ts', true, 1, 'A'],
    ['./b.ts', false, 2, '*,C,d'],
    ['./e.ts', false, 3, 'e'],
    ['./f.ts', false, 4, '*'],
    ['./g.ts', true, 5, '*'],
  ])
})

it('counts lines, comment lines, any and non-null assertions as the compiler would', () => {
  const file = readSource(
    'src/a.ts',
    ['/** two', ' * lines */', 'const any = 1 // not a comment line', "let x: any = 'any'", 'x!.y', ''].join('\n'),
  )
  expect(file).toMatchObject({ lines: 5, commentLines: 2, anyLines: [4], nonNullLines: [5] })
})

it('says which file it could not read', () => {
  expect(() => readSource('src/broken.ts', 'const = 1')).toThrow(/src\/broken\.ts/)
})
