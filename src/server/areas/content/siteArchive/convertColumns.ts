import { z } from 'zod'
import { menuField, type MenuField } from '#shared/contract/column.ts'
import { readWorkflowLink } from '#shared/contract/columnEdit.ts'
import { dictionaryOf } from '#shared/domain/contentFields.ts'
import { replaceFileAddresses } from '#shared/domain/fileAddresses.ts'
import { MULTI_LEVEL, formatDictionaryMark } from '#shared/domain/relationMark.ts'
import { AppError } from '#shared/errors/index.ts'
import { type ArchiveRow, FIELD_NAME } from './checkRows.ts'
import type { KeyMap } from './importMap.ts'

/** Field names are used in JSON paths (searchIndex/filters) and must fit the column form. */
const fields = z.array(menuField.extend({ fieldName: z.string().regex(FIELD_NAME) })).max(200)
const texts = z.array(z.string().max(1000)).max(100)
const numbers = z.array(z.number()).max(1000)

/** New folder names of templates by their old names. */
export type FolderNames = ReadonlyMap<string, string>

/** Converts a column of the archive to a row of this server. AppError `invalid` for a column that cannot be read. */
export function convertColumn(
  row: ArchiveRow,
  refs: KeyMap,
  { siteId, folders }: { siteId: number; folders: FolderNames },
) {
  const oldId = Number(row['id'])
  const id = refs.id('columns', oldId)
  const read = <T>(schema: z.ZodType<T>, name: string): T => {
    const parsed = schema.safeParse(row[name])
    if (parsed.success) return parsed.data
    throw new AppError('invalid', `导出包中的栏目“${String(row['title'])}”有误（${name}），请重新导出后上传`)
  }
  const templates = (name: string): string =>
    JSON.stringify(read(texts, name).map((path) => templatePath(path, folders)))
  const list = (name: string): string => JSON.stringify(read(texts, name))
  return {
    ...row,
    id,
    siteId,
    parentId: Number(row['parentId']) === 0 ? 0 : refs.id('columns', row['parentId']),
    fields: JSON.stringify(read(fields, 'fields').map((field) => convertField(field, refs))),
    setting: JSON.stringify(read(numbers, 'setting')),
    showPositionIds: JSON.stringify(read(numbers, 'showPositionIds')),
    frontListUrl: list('frontListUrl'),
    frontDetailUrl: list('frontDetailUrl'),
    apiUrlList: list('apiUrlList'),
    frontListTemplate: templates('frontListTemplate'),
    frontDetailTemplate: templates('frontDetailTemplate'),
    frontUrl: replaceFileAddresses(String(row['frontUrl']), refs.address),
    manageUrl: String(row['manageUrl']).replace(new RegExp(`/${oldId}$`), `/${id}`),
    relationWorkFlow: convertWorkflowLink(String(row['relationWorkFlow']), refs),
  }
}

/** `/ocean/news.html` when the folder `sea` was imported as `ocean`. */
export function templatePath(path: string, folders: FolderNames): string {
  const [, slash = '', folder = '', rest = ''] = /^(\/?)([^/]*)(.*)$/s.exec(path) ?? []
  return `${slash}${folders.get(folder) ?? folder}${rest}`
}

function convertWorkflowLink(text: string, refs: KeyMap): string {
  const link = readWorkflowLink(text)
  const workFlowId = link ? refs.id('workflows', link.workFlowId) : 0
  return link && workFlowId ? JSON.stringify({ ...link, workFlowId }) : ''
}

/** Maps the ids of the dictionary and the columns that a field refers to. */
function convertField(field: MenuField, refs: KeyMap): MenuField {
  const mark = dictionaryOf(field)
  if (mark) {
    const id = refs.id(mark.type === MULTI_LEVEL ? 'classify' : 'dictionaries', mark.id)
    return { ...field, relationMark: id ? formatDictionaryMark({ ...mark, id }) : '' }
  }
  if (field.fieldType !== 'RelationContent') return field
  const parsed = parseObject(field.relationMark)
  const given = parsed?.['classIdList']
  if (!parsed || given === undefined) return field
  const classIdList = [given].flat().flatMap((id) => refs.id('columns', id) || [])
  return { ...field, relationMark: JSON.stringify({ ...parsed, classIdList }) }
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : null
  } catch {
    return null
  }
}
