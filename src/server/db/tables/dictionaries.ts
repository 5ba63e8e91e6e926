import type { Generated } from 'kysely'
import type { Json, Millis } from './core.ts'

/** Who saved a row last. */
export interface Saved {
  /** Counts the saves. */
  version: Generated<number>
  /** Username. */
  updatedBy: string
  updateTime: Millis
}
/** A flat dictionary; site 0: every site may use it. */
export interface DictionaryTable extends Saved {
  id: Generated<number>
  title: string
  siteId: number
  /** string[]. */
  value: Json
  createTime: Millis
}
/** An entry of a multi-level dictionary; parent 0: the dictionary itself. */
export interface ClassifyTable extends Saved {
  id: Generated<number>
  title: string
  subTitle: string
  parentId: number
  sort: number
}

export interface DictionaryTables {
  dictionary: DictionaryTable
  classify: ClassifyTable
}
