import { expect, it } from 'vitest'
import { measure, percentile } from './metrics.ts'
import { sampleTree } from './samples.ts'

it('computes percentiles by the nearest rank', () => {
  expect([percentile([], 0.5), percentile([3, 1, 2], 0.5), percentile([1, 2, 3, 4], 0.5)]).toEqual([0, 2, 2])
  expect(percentile([1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 0.9)).toBe(9)
})

it('measures product code and test code apart', () => {
  const mock = ['vi.mo', 'ck("x")\n'].join('')
  const metrics = measure(
    sampleTree({
      'src/shared/a.ts': '// why\nexport const a: any = 1\n',
      'src/renderer/b.ts': 'export const b = c!\nexport const d = 1\n',
      'src/shared/a.test.ts': `${mock}let any: any\n`,
      'src/renderer/b.test.tsx': 'const x = 1\n',
      'tests/fakes/f.ts': 'const f = 1\n',
      'scripts/s.ts': 'const s = 1\n',
    }),
  )
  expect(metrics).toEqual({
    files: 2,
    median: 2,
    p90: 2,
    max: { lines: 2, path: 'src/shared/a.ts' },
    any: 1,
    nonNull: 1,
    escapesPerThousand: 0,
    commentPercent: 25,
    testToSource: 1,
    testToSourceRenderer: 0.5,
    mocksPerTestFile: 0.5,
  })
})
