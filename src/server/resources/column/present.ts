import type { Column, MenuField } from '#shared/contract/column.ts'
import { formatDateTime } from '#shared/util/dates.ts'
import type { ColumnRow } from './repo.ts'

type Plain = Omit<Column, 'child'>

/** A column as it leaves the server (A·§3), with the derived names of contradictions.md 47, 50 and 54. */
export function presentColumn({ fields: _fields, changeTime, ...row }: ColumnRow): Plain {
  const frontListUrl = list<string>(row.frontListUrl)
  return {
    ...row,
    className: row.title,
    classEnName: row.enTitle,
    frontListUrl,
    frontListTemplate: list(row.frontListTemplate),
    frontDetailUrl: list(row.frontDetailUrl),
    frontDetailTemplate: list(row.frontDetailTemplate),
    setting: list(row.setting),
    apiUrlList: list(row.apiUrlList),
    showPositionIds: list(row.showPositionIds),
    listPageUrl: frontListUrl[0] ?? '',
    hasFrontChannel: row.showFront === 1 && frontListUrl.length > 0,
    isCanShowHidden: row.allowUpdate === 1,
    isCanAddSub: row.allowAddChild === 1,
    isCanDeleted: row.allowDelete === 1,
    isCanCascadeDeleted: row.allowCascadeDelete === 1,
    clue: row.clue === 1,
    isAddArticle: row.isAddArticle === 1,
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
    changeDate: changeTime ? formatDateTime(changeTime) : '',
  }
}

/** The column with its fields, in their order. */
export function presentDetail(row: ColumnRow) {
  const menuField = list<MenuField>(row.fields).sort((a, b) => a.sort - b.sort)
  const listField = menuField.filter((field) => field.isList)
  const searchField = menuField.filter((field) => field.isSearch)
  return { ...presentColumn(row), menuField, listField, searchField }
}

/** Nests rows by parentId; a row whose parent isn't there stands at the top. */
export function presentTree(rows: readonly ColumnRow[]): Column[] {
  const nodes = new Map(rows.map((row): [number, Column] => [row.id, { ...presentColumn(row), child: [] }]))
  const top: Column[] = []
  for (const node of nodes.values()) (nodes.get(node.parentId)?.child ?? top).push(node)
  return top
}

// A tree of thousands of columns holds mostly empty lists.
const list = <T>(json: string): T[] => (json === '[]' ? [] : (JSON.parse(json) as T[]))
