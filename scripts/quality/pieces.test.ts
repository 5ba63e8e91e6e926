import { expect, it } from 'vitest'
import { piecesOf } from './pieces.ts'
import { sampleTree } from './samples.ts'

it('finds small files that one other file alone imports, and no seam of a test', () => {
  const found = piecesOf(
    sampleTree({
      'src/shared/use.ts': `
        import { one } from './one.ts'
        import { shared } from './shared.ts'
        import { seam } from './seam.ts'
        import { long } from './long.ts'
        import { present } from './present.ts'
        export const later = () => import('./later.ts')
        export const all = [one, shared, seam, long, present]
      `,
      'src/shared/other.ts': "export { shared } from './shared.ts'\n",
      'src/shared/seam.test.ts': "import { seam } from './seam.ts'\nseam()\n",
      'src/shared/one.ts': 'export const one = 1\n',
      'src/shared/shared.ts': 'export const shared = 1\n',
      'src/shared/seam.ts': 'export const seam = () => 1\n',
      'src/shared/later.ts': 'export const later = 1\n',
      'src/shared/present.ts': 'export const present = 1\n',
      'src/shared/long.ts': 'export const long = 1\n'.repeat(1) + '// line\n'.repeat(60),
    }),
  )
  expect(found).toEqual([{ path: 'src/shared/one.ts', lines: 1, consumer: 'src/shared/use.ts' }])
})
