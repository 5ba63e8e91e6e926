import type { ContentEntry } from '#shared/contract/content.ts'
import { unpackPromotions } from '#shared/domain/promotions.ts'

/** A published entry of column 11 of site 1, with a title and nothing else. */
export const anEntry = (id: number, title: string, changes: Partial<ContentEntry> = {}): ContentEntry => ({
  id,
  classId: 11,
  menuCode: 'news',
  className: '公司新闻',
  siteId: 1,
  channel: 'pc',
  xgid: 0,
  labelIds: [],
  isStatus: true,
  pass: true,
  approveInstanceId: '',
  approveResult: '',
  sort: 0,
  hits: 0,
  createTime: '2026-11-01 08:00:00',
  createBy: 'admin',
  version: 1,
  changedBy: 'admin',
  changedAt: '2026-11-02 09:00:00',
  ...unpackPromotions(0),
  title,
  ...changes,
})
