import type { Column, MenuField } from '#shared/contract/column.ts'
import { formatDateTime } from '#shared/util/dates.ts'
import type { ColumnRow } from './repo.ts'

/**
 * A column for a response (A·§3), with the derived names of contradictions.md 47, 50 and 54. Written as one literal,
 * because spreading a row takes several times as long and trees have thousands.
 */
function presentColumn(row: Omit<ColumnRow, 'fields'>): Column {
  const frontListUrl = parseList<string>(row.frontListUrl)
  return {
    id: row.id,
    parentId: row.parentId,
    siteId: row.siteId,
    title: row.title,
    enTitle: row.enTitle,
    className: row.title,
    classEnName: row.enTitle,
    menuType: row.menuType,
    identifies: row.identifies,
    code: row.code,
    sort: row.sort,
    hits: row.hits,
    frontListUrl,
    frontListTemplate: parseList(row.frontListTemplate),
    frontDetailUrl: parseList(row.frontDetailUrl),
    frontDetailTemplate: parseList(row.frontDetailTemplate),
    manageUrl: row.manageUrl,
    frontUrl: row.frontUrl,
    clue: row.clue === 1,
    setting: parseList(row.setting),
    apiUrlList: parseList(row.apiUrlList),
    showPositionIds: parseList(row.showPositionIds),
    moduleId: row.moduleId,
    isAddArticle: row.isAddArticle === 1,
    relationWorkFlow: row.relationWorkFlow,
    seoTitle: row.seoTitle,
    seoKeywords: row.seoKeywords,
    seoDescription: row.seoDescription,
    listPageUrl: frontListUrl[0] ?? '',
    hasFrontChannel: row.showFront === 1 && frontListUrl.length > 0,
    isCanShowHidden: row.allowUpdate === 1,
    isCanAddSub: row.allowAddChild === 1,
    isCanDeleted: row.allowDelete === 1,
    isCanCascadeDeleted: row.allowCascadeDelete === 1,
    allowAddChild: row.allowAddChild === 1,
    allowUpdate: row.allowUpdate === 1,
    allowDelete: row.allowDelete === 1,
    allowCascadeDelete: row.allowCascadeDelete === 1,
    allowSort: row.allowSort === 1,
    isChildMenu: row.isChildMenu === 1,
    isSystemMenu: row.isSystemMenu === 1,
    showCrumbs: row.showCrumbs === 1,
    showLoop: row.showLoop === 1,
    showFront: row.showFront === 1,
    showManage: row.showManage === 1,
    targetBlank: row.targetBlank === 1,
    version: row.version,
    changedBy: row.changedBy,
    changeDate: row.changeTime ? formatDateTime(row.changeTime) : '',
    child: [],
  }
}

/** The column with its fields in order. */
export function presentDetail(row: ColumnRow) {
  const { child: _none, ...column } = presentColumn(row)
  const menuField = parseList<MenuField>(row.fields).sort((a, b) => a.sort - b.sort)
  const listField = menuField.filter((field) => field.isList)
  const searchField = menuField.filter((field) => field.isSearch)
  return { ...column, menuField, listField, searchField }
}

/** Nests rows by parentId; rows without an existing parent are placed at the top. */
export function presentTree(rows: readonly Omit<ColumnRow, 'fields'>[]): Column[] {
  const nodes = new Map(rows.map((row) => [row.id, presentColumn(row)]))
  const top: Column[] = []
  for (const node of nodes.values()) (nodes.get(node.parentId)?.child ?? top).push(node)
  return top
}

// Most lists of a tree are empty, and a tree may have thousands of columns.
const parseList = <T>(json: string): T[] => (json === '[]' ? [] : (JSON.parse(json) as T[]))
