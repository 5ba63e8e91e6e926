import { z } from 'zod'
import { MENU } from '../domain/systemMenus.ts'
import { cms, menu, query, site } from './define.ts'
import { dateTime, id } from './fields.ts'

/** A column with what is set and published in it; beyond the documents, which know the menu entry alone. */
export const menuInfo = z.object({
  id: z.number(),
  parentId: z.number(),
  title: z.string(),
  /** COLUMN_TYPE. */
  menuType: z.number(),
  /** Addresses and templates as they are set; of a link its address. */
  listUrl: z.string(),
  listTemplate: z.string(),
  detailUrl: z.string(),
  detailTemplate: z.string(),
  showFront: z.boolean(),
  showLoop: z.boolean(),
  showCrumbs: z.boolean(),
  /** Entries that are not in the recycle bin, and those that are published. */
  entries: z.number(),
  published: z.number(),
  /** Of its newest change of content; '' for none. */
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
  /** How many columns of each type a site has; 0: all sites of the account. */
  'columnType.counts': query({
    method: 'POST',
    path: cms('column-type/counts'),
    title: '栏目类型统计',
    access: site(menu(MENU.columnType), 'siteId'),
    input: z.object({ siteId: id }),
    output: z.array(z.object({ menuType: z.number(), columns: z.number(), entries: z.number() })),
  }),
}
