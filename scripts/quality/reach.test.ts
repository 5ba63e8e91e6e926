import { describe, expect, it } from 'vitest'
import { readChange, reachOf } from './reach.ts'

const change = (...lines: string[]) => reachOf(readChange(`${lines.join('\n')}\n`))

describe('how far a change reaches', () => {
  it('counts what was edited outside the area of a new screen, not what is new', () => {
    const found = change(
      'A\tsrc/renderer/areas/people/account/screen.ts',
      'A\tsrc/renderer/ui/list/New.tsx',
      'M\tsrc/renderer/areas/people/shared/useRemoveUsed.ts',
      'M\tsrc/server/areas/people/account/routes.ts',
      'M\tsrc/shared/contract/registry.ts',
      'M\ttests/integration/server/access/rows.ts',
    )
    expect(found).toEqual({
      areas: ['people'],
      outside: ['src/shared/contract/registry.ts', 'tests/integration/server/access/rows.ts'],
    })
  })
  it('counts another area, and what was moved or deleted there', () => {
    const found = change(
      'A\tsrc/renderer/areas/people/role/screen.ts',
      'A\tsrc/renderer/areas/column/list/Helper.tsx',
      'R100\tsrc/server/areas/column/column/names.ts\tsrc/shared/domain/names.ts',
      'D\tsrc/renderer/areas/column/list/old.ts',
    )
    expect(found.areas).toEqual(['people'])
    expect(found.outside).toEqual(['src/renderer/areas/column/list/old.ts', 'src/server/areas/column/column/names.ts'])
  })
  it('leaves out tests, documents and settings', () => {
    const screen = 'A\tsrc/renderer/areas/people/role/screen.ts'
    expect(change(screen, 'M\tdocs/glossary.md', 'M\tsrc/shared/a.test.ts', 'M\tpackage.json').outside).toEqual([])
  })
  it('is about the areas that got files when there is no new screen', () => {
    const found = change('A\tsrc/server/areas/data/label/x.ts', 'M\tsrc/renderer/areas/data/label/Y.tsx')
    expect(found).toEqual({ areas: ['data'], outside: [] })
  })
})
