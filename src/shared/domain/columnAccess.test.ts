import { describe, expect, it } from 'vitest'
import { COLUMN_SWITCHES } from '../contract/column.ts'
import { type ColumnAction, columnRefusal, type GuardedColumn, switchAction } from './columnAccess.ts'
import type { Authority } from './permissions.ts'

const ACTIONS: ColumnAction[] = ['read', 'addChild', 'edit', 'remove', 'sort', 'show', 'attributes']
const open = { allowAddChild: true, allowUpdate: true, allowDelete: true, allowSort: true }
const column: GuardedColumn = { id: 201, siteId: 1, title: '新闻', ...open }
const system: GuardedColumn = { id: 28, siteId: 0, title: '栏目管理', ...open }
const who = (siteId: number, menuId: number): Authority => ({
  groupId: 5,
  siteItemDTOList: [
    { siteId: 0, menuItemDTOList: [{ menuId: 28, settingList: [] }] },
    { siteId, menuItemDTOList: [{ menuId, settingList: [1105] }] },
  ],
})
const superAdmin: Authority = { groupId: 1, siteItemDTOList: [] }
const refused = (person: Authority, of: GuardedColumn) => ACTIONS.filter((action) => columnRefusal(person, of, action))

describe('what may be done to a column', () => {
  it('is everything for who is granted it in its site, and for super administrators', () => {
    expect([refused(who(1, 201), column), refused(superAdmin, column), refused(superAdmin, system)]).toEqual([
      [],
      [],
      [],
    ])
  })
  it('is nothing in another site or for another column', () => {
    expect(refused(who(2, 201), column)).toEqual(ACTIONS)
    expect(refused(who(1, 202), column)).toEqual(ACTIONS)
    expect(columnRefusal(who(2, 201), column, 'read')).toBe('您没有该站点的权限')
    expect(columnRefusal(who(1, 202), column, 'read')).toBe('您没有该栏目的权限')
  })
  it('is reading alone for the system’s columns', () => {
    expect(refused(who(1, 201), system)).toEqual(ACTIONS.filter((action) => action !== 'read'))
  })
  it.each([
    ['allowAddChild', ['addChild']],
    ['allowUpdate', ['edit', 'show']],
    ['allowDelete', ['remove']],
    ['allowSort', ['sort']],
  ] as const)('follows %s for everyone, and the switches themselves stay usable [A-212]', (flag, actions) => {
    const closed = { ...column, [flag]: false }
    expect(refused(who(1, 201), closed)).toEqual(actions)
    expect(refused(superAdmin, closed)).toEqual(actions)
    expect(columnRefusal(superAdmin, closed, actions[0])).toContain('栏目“新闻”不允许')
  })
  it('turns switches that show a column only while it may be changed', () => {
    const showing = [...COLUMN_SWITCHES, 'isAddArticle'].filter((name) => switchAction(name) === 'show')
    expect(showing).toEqual(['showFront', 'showManage', 'isAddArticle'])
  })
})
