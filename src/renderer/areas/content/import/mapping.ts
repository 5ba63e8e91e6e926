import type { Column, MenuField } from '#shared/contract/column.ts'
import type { ContentImport, ImportSummary, ImportMapping } from '#shared/contract/contentImport.ts'
import { COLUMN_TYPE } from '#shared/domain/columnType.ts'

/** The initial mapping: the saved one, for a sheet the one of the last import, otherwise an empty one. */
export function createInitialMapping({ kind, found, mapping, remembered }: ContentImport): ImportMapping {
  if (mapping) return mapping
  const titles = new Set(found?.columns.map(({ title }) => title))
  const [group] = remembered?.groups ?? []
  return {
    groups:
      kind === 'sheet'
        ? [{ key: '', to: 'column', classId: group?.classId ?? 0, title: '', parentId: 0 }]
        : (found?.groups ?? []).map(({ key, title }) => ({ key, to: 'new' as const, classId: 0, title, parentId: 0 })),
    columns: remembered?.columns.filter(({ title }) => titles.has(title)) ?? [],
    keyTitle: remembered && titles.has(remembered.keyTitle) ? remembered.keyTitle : '',
    again: remembered?.again ?? 'skip',
    publish: false,
    fetchPictures: false,
  }
}

/** Matches columns of a sheet to fields with the same name; earlier choices are kept. */
export function matchColumns(
  found: ImportSummary,
  fields: readonly MenuField[],
  mapping: ImportMapping,
): ImportMapping['columns'] {
  const known = new Map(mapping.columns.map(({ title, fieldName }) => [title, fieldName]))
  const names = new Set(fields.map(({ fieldName }) => fieldName))
  return found.columns.map(({ title }) => {
    const previous = known.get(title)
    if (previous !== undefined && (previous === '' || names.has(previous))) return { title, fieldName: previous }
    const matchingField = fields.find(({ fieldAlias, fieldName }) => fieldAlias === title || fieldName === title)
    return { title, fieldName: matchingField?.fieldName ?? '' }
  })
}

/** The first missing choice of the mapping; null when it is complete. */
export function findMissingChoice({ groups, columns }: ImportMapping, kind: ContentImport['kind']): string | null {
  if (groups.every(({ to }) => to === 'skip')) return '请至少选择一个分组要导入到的栏目'
  if (groups.some(({ to, classId }) => to === 'column' && classId === 0)) return '请选择要导入到的栏目'
  if (groups.some(({ to, title }) => to === 'new' && title.trim() === '')) return '请填写新栏目的名称'
  if (kind === 'sheet' && columns.every(({ fieldName }) => fieldName === '')) return '请至少选择一列对应的字段'
  return null
}

export const isListColumn = ({ menuType }: Column): boolean => menuType === COLUMN_TYPE.list
