import type { Generated } from 'kysely'
import type { Millis } from './core.ts'
import type { Saved } from './dictionaries.ts'

export interface DepartmentTable extends Saved {
  id: Generated<number>
  /** The department that it stands below; 0: none. */
  parentId: number
  /** One of its name below its parent. */
  title: string
  createTime: Millis
}

export interface DepartmentTables {
  department: DepartmentTable
}
