import type { ContentEntry } from '#shared/contract/content.ts'
import type { MenuField } from '#shared/contract/column.ts'
import { aColumn, aColumnDetail } from '#tests/builders/columnRow.ts'
import { aField } from '#tests/builders/field.ts'
import type { FakeBridge } from '#tests/fakes/bridge.ts'
import { aHost } from './renderUi.tsx'

export const TITLE_FIELD = aField('title', { fieldAlias: '标题', isList: true, isSearch: true })
export const SOURCE_FIELD = aField('source', { fieldAlias: '来源', isList: true, isSearch: true })

export const LIST_COLUMN = aColumn(11, '公司新闻', { manageUrl: '/admin/model_manage/11' })

/** The list column 11 with these fields, as findById answers it. */
export const listColumn = (fields: readonly MenuField[] = [TITLE_FIELD, SOURCE_FIELD]) => ({
  ...aColumnDetail(LIST_COLUMN),
  menuField: [...fields],
  listField: fields.filter((field) => field.isList),
  searchField: fields.filter((field) => field.isSearch),
})

/** A host with that column and these entries in its list. */
export const aContentHost = (entries: readonly ContentEntry[], fields?: readonly MenuField[]): FakeBridge =>
  aHost()
    .on('column.findById', () => listColumn(fields))
    .on('column.getTree', () => [LIST_COLUMN])
    .on('content.page', ({ page, size }) => ({
      content: entries.slice((page - 1) * size, page * size),
      totalElements: entries.length,
      totalPages: Math.ceil(entries.length / size),
    }))
