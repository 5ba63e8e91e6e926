import type { Job } from '#shared/contract/job.ts'

/** A running copy of a site, unless told otherwise. */
export const aJob = (changes: Partial<Job> = {}): Job => ({
  id: 7,
  kind: 'site.copy',
  title: '复制站点“海洋副本”',
  state: 'running',
  progress: 40,
  message: '正在复制模板文件（4/10）',
  siteId: 1,
  resultId: 0,
  createDate: '2026-01-01 00:00:00',
  endDate: '',
  ...changes,
})

/** How such a job ends. */
export const anEndedJob = (state: 'done' | 'failed' | 'cancelled', changes: Partial<Job> = {}): Job =>
  aJob({
    state,
    progress: state === 'done' ? 100 : 40,
    message: state === 'done' ? '已完成' : state === 'cancelled' ? '已取消' : '磁盘空间不足',
    endDate: '2026-01-01 00:00:05',
    ...changes,
  })
