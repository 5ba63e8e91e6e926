import type { Generated } from 'kysely'
import type { Saved } from './dictionaries.ts'

export interface LabelCategoryTable extends Saved {
  id: Generated<number>
  /** One of its name in a site. */
  title: string
  siteId: number
}
export interface LabelTable extends Saved {
  id: Generated<number>
  /** One of its name in a category. */
  title: string
  /** Of the category, which is of the same site. */
  classId: number
  siteId: number
}

export interface LabelTables {
  label_category: LabelCategoryTable
  label: LabelTable
}
