import type { Template } from '#shared/contract/template.ts'

/** A template as the server answers it. */
export const aTemplate = (changes: Partial<Template> = {}): Template => ({
  id: 1,
  name: '企业站',
  folder: 'company',
  templatePic: '',
  title: '',
  createDate: '2026-01-01 00:00:00',
  classId: 0,
  relationId: 0,
  relationSiteCount: 0,
  relationSiteIds: [],
  siteId: 1,
  sort: 0,
  ...changes,
})
