import { expect, test } from 'vitest'
import { configurationsOf } from './configurations.ts'

test('each layer is checked by the configurations that see it, tests by that of everything', () => {
  expect(configurationsOf(['src/renderer/app/a.tsx', 'src/renderer/ui/b.tsx'])).toEqual(['renderer'])
  expect(configurationsOf(['src/shared/domain/a.ts'])).toEqual(['shared', 'server', 'services', 'renderer'])
  expect(configurationsOf(['src/server/app.ts', 'src/server/app.test.ts'])).toEqual(['server', 'tests'])
  expect(configurationsOf(['scripts/check.ts'])).toEqual(['tests'])
  expect(configurationsOf([])).toEqual([])
})
