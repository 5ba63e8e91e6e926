import type { Insertable, Kysely } from 'kysely'
import type { MenuField } from '#shared/contract/column.ts'
import { PERMISSION } from '#shared/domain/permissions.ts'
import type { Database } from '../db/schema.ts'
import type { SiteColumnTable } from '../db/tables/core.ts'

/** What the seed says of a column; the rest follows from its type. */
export interface ColumnSeed {
  title: string
  enTitle: string
  /** Unique mark of the site's own kind of column; '' for most. */
  identifies?: string
  /** Last part of its address; '' for a column without pages. */
  code: string
  kind: keyof typeof KINDS
  fields?: readonly MenuField[]
  hidden?: boolean
  child?: readonly ColumnSeed[]
}

/** A·§4: the permission ids that a column of each type starts with. */
const KINDS = {
  article: { menuType: 0, setting: [PERMISSION.edit, PERMISSION.remove, PERMISSION.publish, PERMISSION.plain] },
  list: {
    menuType: 1,
    setting: [
      PERMISSION.add,
      PERMISSION.edit,
      PERMISSION.remove,
      PERMISSION.publish,
      PERMISSION.plain,
      PERMISSION.reserved1106,
      PERMISSION.reserved1107,
      PERMISSION.status,
    ],
  },
  plain: { menuType: 2, setting: [PERMISSION.plain] },
} as const

/** Inserts the columns of a site, first one on top, and answers their ids with their permission ids. */
export async function insertColumns(
  db: Kysely<Database>,
  siteId: number,
  columns: readonly ColumnSeed[],
  above: { id: number; path: string } = { id: 0, path: '' },
): Promise<{ id: number; setting: readonly number[] }[]> {
  const made: { id: number; setting: readonly number[] }[] = []
  for (const [index, seed] of columns.entries()) {
    const path = seed.code && `${above.path}/${seed.code}`
    const row = columnRow(seed, { siteId, parentId: above.id, sort: (columns.length - index) * 10, path })
    const { id } = await db.insertInto('site_column').values(row).returning('id').executeTakeFirstOrThrow()
    await db
      .updateTable('site_column')
      .set({ manageUrl: manageUrl(seed.kind, id) })
      .where('id', '=', id)
      .execute()
    made.push({ id, setting: KINDS[seed.kind].setting })
    made.push(...(await insertColumns(db, siteId, seed.child ?? [], { id, path })))
  }
  return made
}

/** A·§4. */
const manageUrl = (kind: ColumnSeed['kind'], id: number): string =>
  ({ article: `/admin/menu_manage/${id}`, list: `/admin/model_manage/${id}`, plain: '' })[kind]

export function columnRow(
  seed: ColumnSeed,
  at: { siteId: number; parentId: number; sort: number; path: string },
): Insertable<SiteColumnTable> {
  const { siteId, parentId, sort, path } = at
  const pages = (...list: string[]) => JSON.stringify(path ? list : [])
  const lists = seed.kind === 'list'
  return {
    ...EMPTY_COLUMN,
    siteId,
    parentId,
    sort,
    title: seed.title,
    enTitle: seed.enTitle,
    identifies: seed.identifies ?? '',
    code: seed.code,
    menuType: KINDS[seed.kind].menuType,
    setting: JSON.stringify(KINDS[seed.kind].setting),
    frontUrl: path && `${path}/`,
    frontListUrl: pages(`${path}/index.html`),
    frontListTemplate: pages(lists ? 'list.html' : 'page.html'),
    frontDetailUrl: lists ? pages(`${path}/{id}.html`) : '[]',
    frontDetailTemplate: lists ? pages('detail.html') : '[]',
    isAddArticle: lists ? 1 : 0,
    showManage: seed.hidden ? 0 : 1,
    showFront: seed.hidden ? 0 : 1,
    fields: JSON.stringify(seed.fields ?? []),
  }
}

/** A column that stands for nothing yet: everything allowed, shown, and empty. */
export const EMPTY_COLUMN = {
  enTitle: '',
  identifies: '',
  code: '',
  sort: 0,
  hits: 0,
  frontListUrl: '[]',
  frontListTemplate: '[]',
  frontDetailUrl: '[]',
  frontDetailTemplate: '[]',
  manageUrl: '',
  frontUrl: '',
  clue: 0,
  setting: '[]',
  apiUrlList: '[]',
  showPositionIds: '[]',
  moduleId: 0,
  isAddArticle: 0,
  relationWorkFlow: '',
  seoTitle: '',
  seoKeywords: '',
  seoDescription: '',
  allowAddChild: 1,
  allowUpdate: 1,
  allowDelete: 1,
  allowCascadeDelete: 0,
  allowSort: 1,
  isChildMenu: 0,
  isSystemMenu: 0,
  showCrumbs: 1,
  showLoop: 1,
  showFront: 1,
  showManage: 1,
  targetBlank: 0,
  fields: '[]',
} as const
