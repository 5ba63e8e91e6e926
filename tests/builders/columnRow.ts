import type { Column } from '#shared/contract/column.ts'
import { initialPermissions } from '#shared/domain/columnType.ts'

/** A list column of site 1 as the tree answers it, unless told otherwise; the names and flags that are derived follow. */
export function aColumn(id: number, title: string, changes: Partial<Column> = {}): Column {
  const column: Column = {
    id,
    title,
    parentId: 0,
    siteId: 1,
    enTitle: '',
    className: title,
    classEnName: '',
    menuType: 1,
    identifies: '',
    code: '',
    sort: 0,
    hits: 0,
    manageUrl: '',
    frontUrl: '',
    clue: false,
    moduleId: 0,
    frontListUrl: [],
    frontListTemplate: [],
    frontDetailUrl: [],
    frontDetailTemplate: [],
    apiUrlList: [],
    setting: [...initialPermissions(changes.menuType ?? 1)],
    showPositionIds: [],
    isAddArticle: true,
    relationWorkFlow: '',
    seoTitle: '',
    seoKeywords: '',
    seoDescription: '',
    listPageUrl: '',
    hasFrontChannel: false,
    isCanShowHidden: true,
    isCanAddSub: true,
    isCanDeleted: true,
    isCanCascadeDeleted: false,
    allowAddChild: true,
    allowUpdate: true,
    allowDelete: true,
    allowCascadeDelete: false,
    allowSort: true,
    isChildMenu: false,
    isSystemMenu: false,
    showCrumbs: true,
    showLoop: true,
    showFront: true,
    showManage: true,
    targetBlank: false,
    version: 1,
    changedBy: 'admin',
    changeDate: '2026-01-01 00:00:00',
    child: [],
    ...changes,
  }
  return { ...column, child: column.child.map((each) => ({ ...each, parentId: id, siteId: column.siteId })) }
}

/** The column as findById answers it. */
export const aColumnDetail = ({ child: _child, ...column }: Column) => ({
  ...column,
  menuField: [],
  listField: [],
  searchField: [],
})
