import { describe, expect, expectTypeOf, it } from 'vitest'
import { z } from 'zod'
import { idsAt } from '../domain/callAccess.ts'
import { type Access, column, grantedColumn, type IdPaths, menu, role, site } from './access.ts'
import type { query } from './define.ts'
import { id, type idList, type paging } from './fields.ts'

const input = z.object({
  siteId: id.optional(),
  title: z.string(),
  siteIds: z.array(id),
  rows: z.array(z.object({ classId: id, name: z.string() })),
})
const call = { method: 'POST', path: 'api/x', title: '试', output: z.null() } as const

describe('access of a call', () => {
  it('names fields of the input that hold ids, and no others', () => {
    expectTypeOf<IdPaths<z.output<typeof input>>>().toEqualTypeOf<'siteId' | 'siteIds[]' | 'rows[].classId'>()
    expectTypeOf<IdPaths<z.output<typeof idList>>>().toEqualTypeOf<'[]'>()
    expectTypeOf<'siteId'>().toExtend<IdPaths<z.output<ReturnType<typeof paging<{ siteId: typeof id }>>>>>()
    expectTypeOf(site(role, 'siteId')).toExtend<Access<IdPaths<z.output<typeof input>>>>()
    expectTypeOf(site(role, 'title')).not.toExtend<Access<IdPaths<z.output<typeof input>>>>()
    expectTypeOf(column('publish', 'clasId')).not.toExtend<Access<IdPaths<z.output<typeof input>>>>()
    expectTypeOf({ ...call, input, access: site(1, 'siteId') }).toExtend<
      Parameters<typeof query<typeof input, z.ZodNull>>[0]
    >()
    expectTypeOf({ ...call, input, access: site(1, 'title') }).not.toExtend<
      Parameters<typeof query<typeof input, z.ZodNull>>[0]
    >()
  })
  it('is put together from a menu, sites and columns', () => {
    expect(column('publish', 'classId', site(menu(7, 8), 'siteId', 'toSiteId'))).toEqual({
      kind: 'menu',
      menus: [7, 8],
      places: [
        { of: 'site', path: 'siteId' },
        { of: 'site', path: 'toSiteId' },
        { of: 'content', path: 'classId', actions: ['publish'] },
      ],
    })
    expect(grantedColumn('change', 'id', 9)).toEqual({
      kind: 'menu',
      menus: [9],
      places: [{ of: 'column', path: 'id', changes: true }],
    })
  })
  it.each([
    ['siteId', { siteId: 4 }, [4]],
    ['siteId', { siteId: 0 }, []],
    ['siteId', {}, []],
    ['siteIds[]', { siteIds: [1, 2, 1, 0] }, [1, 2]],
    ['rows[].classId', { rows: [{ classId: 5 }, { classId: 6 }, {}] }, [5, 6]],
    ['[]', [3, 4], [3, 4]],
    ['[].id', [{ id: 3 }], [3]],
    ['siteId', null, []],
  ])('reads the ids at %s of %j', (path, value, ids) => {
    expect(idsAt(value, path)).toEqual(ids)
  })
})
