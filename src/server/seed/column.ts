import type { Insertable, Kysely } from 'kysely'
import type { MenuField } from '#shared/contract/column.ts'
import { COLUMN_TYPE, manageUrlOf, initialPermissions } from '#shared/domain/columnType.ts'
import type { Database } from '../db/schema.ts'
import { EMPTY_COLUMN } from '../areas/column/column/index.ts'

/** The seed of a column; other values follow from its type. */
export interface ColumnSeed {
  title: string
  enTitle: string
  /** Unique mark of the site's own kind of column; '' for most. */
  identifies?: string
  /** Last part of its address; '' for a column without pages. */
  code: string
  kind: keyof typeof COLUMN_TYPE
  /** Template of its list page, when it is not the one of its kind. */
  template?: string
  fields?: readonly MenuField[]
  hidden?: boolean
  child?: readonly ColumnSeed[]
}

/** Inserts the columns of a site, the first one on top, and returns their ids and permission codes. */
export async function insertColumns(
  db: Kysely<Database>,
  siteId: number,
  columns: readonly ColumnSeed[],
  above: { id: number; path: string } = { id: 0, path: '' },
): Promise<{ id: number; setting: readonly number[] }[]> {
  const made: { id: number; setting: readonly number[] }[] = []
  for (const [index, seed] of columns.entries()) {
    const path = seed.code && `${above.path}/${seed.code}`
    const row = createColumnRow(seed, { siteId, parentId: above.id, sort: (columns.length - index) * 10, path })
    const { id } = await db.insertInto('site_column').values(row).returning('id').executeTakeFirstOrThrow()
    await db
      .updateTable('site_column')
      .set({ manageUrl: manageUrlOf(COLUMN_TYPE[seed.kind], id) })
      .where('id', '=', id)
      .execute()
    made.push({ id, setting: initialPermissions(COLUMN_TYPE[seed.kind]) })
    made.push(...(await insertColumns(db, siteId, seed.child ?? [], { id, path })))
  }
  return made
}

const LIST_TEMPLATES = { article: 'page.html', list: 'list.html', plain: 'channel.html' } as const

export function createColumnRow(
  seed: ColumnSeed,
  at: { siteId: number; parentId: number; sort: number; path: string },
): Insertable<Database['site_column']> {
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
    menuType: COLUMN_TYPE[seed.kind],
    setting: JSON.stringify(initialPermissions(COLUMN_TYPE[seed.kind])),
    frontUrl: path && `${path}/`,
    frontListUrl: pages(`${path}/index.html`),
    frontListTemplate: pages(seed.template ?? LIST_TEMPLATES[seed.kind]),
    frontDetailUrl: lists ? pages(`${path}/{id}.html`) : '[]',
    frontDetailTemplate: lists ? pages('detail.html') : '[]',
    isAddArticle: lists ? 1 : 0,
    showManage: seed.hidden ? 0 : 1,
    showFront: seed.hidden ? 0 : 1,
    fields: JSON.stringify(seed.fields ?? []),
  }
}
