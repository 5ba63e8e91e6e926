import { describe, expect, it } from 'vitest'
import { areaProblem, folderCycleProblems, unitOf } from './areaRules.ts'
import { sampleTree } from './samples.ts'

const R = 'src/renderer'
const A = 'src/server/areas'

describe('imports run in one direction', () => {
  it.each([
    [`${R}/areas/site/list/a.tsx`, `${R}/areas/column/list/b.tsx`, /an area may not import another/],
    [`${R}/features/media/a.tsx`, `${R}/areas/site/list/b.tsx`, /features may not import areas/],
    [`${R}/ui/table/a.tsx`, `${R}/features/sites/b.tsx`, /ui may not import features/],
    [`${R}/data/a.ts`, `${R}/ui/table/b.tsx`, /data may not import ui/],
    [`${R}/areas/site/list/a.tsx`, `${R}/app/b.tsx`, /areas may not import app/],
    [`${A}/data/label/a.ts`, `${A}/content/entry/index.ts`, /data is below content/],
    [`${A}/content/entry/a.ts`, `${A}/column/column/repo.ts`, /through the index\.ts/],
    ['src/server/http/a.ts', `${A}/people/account/index.ts`, /may not import an area \(people\)/],
    [`${A}/data/label/table.ts`, 'src/server/db/dialect.ts', /declarations and shared code only/],
  ])('%s → %s', (from, target, message) => {
    expect(areaProblem(from, target)).toMatch(message)
  })

  it.each([
    [`${R}/areas/site/list/a.tsx`, `${R}/areas/site/shared/b.tsx`],
    [`${R}/areas/site/list/a.tsx`, `${R}/features/sites/b.tsx`],
    [`${R}/features/media/a.tsx`, `${R}/features/uploads/b.tsx`],
    [`${A}/content/entry/a.ts`, `${A}/column/column/index.ts`],
    [`${A}/channel/webhook/a.ts`, `${A}/site/events.ts`],
    [`${A}/content/entry/a.ts`, `${A}/content/store/rules.ts`],
    ['src/server/seed/a.ts', `${A}/content/entry/index.ts`],
    ['src/server/sheets/a.ts', `${A}/upload/index.ts`],
    ['src/server/db/a.ts', `${A}/data/label/table.ts`],
    [`${A}/data/label/table.ts`, 'src/server/db/table.ts'],
  ])('%s → %s is fine', (from, target) => {
    expect(areaProblem(from, target)).toBeNull()
  })
})

describe('folders that import each other', () => {
  const cycles = (files: Record<string, string>) => folderCycleProblems(sampleTree(files)).map((p) => p.message)

  it('are named with the way round', () => {
    const files = {
      [`${R}/ui/a/x.ts`]: "import '../b/x.ts'",
      [`${R}/ui/b/x.ts`]: "import '../c/x.ts'",
      [`${R}/ui/c/x.ts`]: "import '../a/y.ts'",
      [`${R}/ui/a/y.ts`]: '',
    }
    expect(cycles(files).join()).toContain(`${R}/ui/a → ${R}/ui/b → ${R}/ui/c → ${R}/ui/a`)
  })

  it('a folder and one inside it may, and so may tests', () => {
    expect(
      cycles({
        'src/server/storage/stores.ts': "import './local/blobs.ts'",
        'src/server/storage/local/blobs.ts': "import '../path.ts'",
        [`${R}/ui/a/x.test.ts`]: "import '../b/x.ts'",
        [`${R}/ui/b/x.ts`]: "import '../a/y.ts'",
      }),
    ).toEqual([])
  })

  it('are screens, parts, resources and folders of a layer', () => {
    expect(unitOf(`${R}/areas/site/list/deep/a.ts`)).toBe(`${R}/areas/site/list`)
    expect(unitOf(`${R}/ui/table/a.ts`)).toBe(`${R}/ui/table`)
    expect(unitOf(`${A}/upload/index.ts`)).toBe(`${A}/upload`)
    expect(unitOf('src/shared/contract/a.ts')).toBe('src/shared')
    expect(unitOf(`${A}/data/label/table.ts`)).toBe(unitOf('src/server/db/table.ts'))
    expect(unitOf('tests/a.ts')).toBeNull()
  })
})
