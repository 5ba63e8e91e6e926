import { expect, it } from 'vitest'
import type { PlanItem } from '#shared/contract/workspace.ts'
import { summaryOf } from './summary.ts'

const item = (path: string, action: PlanItem['action']): PlanItem => ({ path, action, size: 512, reason: '' })
const plan = (items: PlanItem[]) => ({
  planId: 'p',
  localPath: '/home/li/site',
  items,
  downloadBytes: 1024,
  uploadBytes: 512,
  warnings: [],
})

it('names what a plan does and leaves out what it does not', () => {
  const items = [item('a.css', 'download'), item('b.css', 'download'), item('c.css', 'upload'), item('d', 'conflict')]
  expect(summaryOf(plan(items))).toEqual([
    '下载 2 个文件（1 KB）',
    '上传 1 个文件（512 B）',
    '1 个冲突，两个版本都会保留',
  ])
})

it('reports that there is nothing to do', () => {
  expect(summaryOf(plan([]))).toEqual(['两边均为空，无需传送文件'])
})
