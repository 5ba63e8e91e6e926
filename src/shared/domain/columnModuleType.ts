import { COLUMN_TYPE } from './columnType.ts'

/** 单页 and 导航专题 of columnModule.ts. */
const MODULE = { singlePage: 7, navigation: 9 }

/**
 * The type of a column added in the channel view, which does not ask for it (A·§2): a page is a single article, a
 * navigation topic only contains columns, every other module is a list of contents.
 */
export function columnTypeOfModule(moduleId: number): number {
  if (moduleId === MODULE.singlePage) return COLUMN_TYPE.article
  return moduleId === MODULE.navigation ? COLUMN_TYPE.plain : COLUMN_TYPE.list
}
