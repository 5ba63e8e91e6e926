import type { Template } from '#shared/contract/template.ts'
import { formatDateTime } from '#shared/util/dates.ts'
import type { TemplateRow } from './repo.ts'

/** Converts a template for the client. */
export const present = (row: TemplateRow): Template => ({
  id: row.id,
  name: row.name,
  folder: row.folder,
  templatePic: row.templatePic,
  title: row.title,
  createDate: formatDateTime(row.createTime),
  classId: 0,
  relationId: 0,
  relationSiteCount: row.siteIds.length,
  relationSiteIds: row.siteIds,
  siteId: row.siteId,
  sort: row.sort,
  version: row.formVersion,
})
