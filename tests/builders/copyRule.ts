import type { CopyLog, CopyRule } from '#shared/contract/crossSiteCopy.ts'

/** A rule that is on, from 集团新闻 of site 1 to 公司新闻 of site 2. */
export const aCopyRule = (id: number, title: string, changes: Partial<CopyRule> = {}): CopyRule => ({
  id,
  title,
  isRun: true,
  rules: [
    {
      sourceField: 'title',
      sourceAlias: '标题',
      sourceType: 'SingleLine',
      targetField: 'title',
      targetAlias: '标题',
      targetType: 'SingleLine',
    },
  ],
  sourceSiteInfo: { id: 1, title: '集团官网' },
  sourceMenuInfo: { id: 11, title: '集团新闻' },
  targetSiteInfo: { id: 2, title: '海洋科技' },
  targetMenuInfo: { id: 21, title: '公司新闻' },
  isStatus: true,
  createDate: '2026-01-01 08:00:00',
  problem: '',
  copied: 3,
  followUpdate: false,
  followUnpublish: false,
  followDelete: false,
  version: 1,
  ...changes,
})

/** A line of the log of a copy that succeeded. */
export const aCopyLog = (id: number, title: string, changes: Partial<CopyLog> = {}): CopyLog => ({
  id,
  title,
  sourceSite: '集团官网',
  sourceMenu: '集团新闻',
  targetSite: '海洋科技',
  targetMenu: '公司新闻',
  createDate: '2026-01-02 08:00:00',
  status: 1,
  reason: '',
  rule: '',
  author: 'admin',
  dataId: id * 10,
  sourceMenuId: 11,
  targetId: id * 100,
  targetMenuId: 21,
  ...changes,
})
