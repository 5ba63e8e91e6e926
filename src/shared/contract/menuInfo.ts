import { z } from 'zod'
import { MENU } from '../domain/systemMenus.ts'
import { cms, menu, query, site } from './define.ts'
import { dateTime, id } from './fields.ts'

/** A column with its settings and its numbers of entries; beyond the documents, which only name the menu entry. */
export const menuInfo = z.object({
  id: z.number(),
  parentId: z.number(),
  title: z.string(),
  /** COLUMN_TYPE. */
  menuType: z.number(),
  /** Addresses and templates as set; for a link its address. */
  listUrl: z.string(),
  listTemplate: z.string(),
  detailUrl: z.string(),
  detailTemplate: z.string(),
  showFront: z.boolean(),
  showLoop: z.boolean(),
  showCrumbs: z.boolean(),
  /** Number of entries outside of the recycle bin, and of published entries. */
  entries: z.number(),
  published: z.number(),
  /** Time of the last content change; '' for none. */
  updateDate: dateTime.or(z.literal('')),
})
export type MenuInfo = z.output<typeof menuInfo>

export const menuInfoOperations = {
  'menuInfo.list': query({
    method: 'POST',
    path: cms('menu-info/list'),
    title: '菜单信息',
    access: site(menu(MENU.menuInfo), 'siteId'),
    input: z.object({ siteId: id }),
    output: z.array(menuInfo),
  }),
  /** Number of columns of each type in a site; 0: all sites of the account. */
  'columnType.counts': query({
    method: 'POST',
    path: cms('column-type/counts'),
    title: '栏目类型统计',
    access: site(menu(MENU.columnType), 'siteId'),
    input: z.object({ siteId: id }),
    output: z.array(z.object({ menuType: z.number(), columns: z.number(), entries: z.number() })),
  }),
}
