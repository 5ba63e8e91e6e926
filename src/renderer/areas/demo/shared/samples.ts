import { AppError } from '#shared/errors/index.ts'
import { showError } from '#renderer/data/errors.ts'

/** One row of the sample lists. */
export interface Sample {
  id: number
  title: string
  owner: string
  date: string
  isStatus: boolean
}

/** One row of the sample tree. */
export interface SampleNode {
  id: number
  title: string
  sort: number
  showFront: boolean
  child: readonly SampleNode[]
}

export const LONG_TITLE = '这是一个很长的标题，用于检查文字超出宽度时的显示效果：'.repeat(8)

const TITLES = ['企业站', '新闻门户', '产品中心', '招聘专题', '海洋科技', '校园频道']
const OWNERS = ['张明', '李婷', '王海洋', '陈思远']
const pick = <T>(list: readonly T[], i: number): T | string => list[i % list.length] ?? ''

/** `count` sample rows, the same on every call. */
export const sampleRows = (count: number): Sample[] =>
  Array.from({ length: count }, (_row, i) => ({
    id: i + 1,
    title: `${pick(TITLES, i)} ${i + 1}`,
    owner: pick(OWNERS, i),
    date: `2026-${String((i % 12) + 1).padStart(2, '0')}-${String((i % 28) + 1).padStart(2, '0')} 10:30:00`,
    isStatus: i % 3 !== 0,
  }))

const LEVELS = [
  ['关于我们', '新闻中心', '产品与服务', '投资者关系', '人力资源'],
  ['集团介绍', '集团要闻', '行业动态', '通知公告'],
  ['2026 年', '2025 年', '专题'],
]

/** A tree of three levels; `times` repeats its first level. */
export function sampleTree(times = 1): SampleNode[] {
  let id = 0
  const level = (depth: number, titles: readonly string[]): SampleNode[] =>
    titles.map((title, i) => ({
      id: ++id,
      title,
      sort: 100 - i,
      showFront: i % 3 !== 2,
      child: depth + 1 < LEVELS.length ? level(depth + 1, LEVELS[depth + 1] ?? []) : [],
    }))
  return Array.from({ length: times }, () => level(0, LEVELS[0] ?? [])).flat()
}

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/** Simulates a save. */
export const simulateSave = async (): Promise<{ code: number }> => {
  await wait(600)
  return { code: 200 }
}

/** Simulates a save that the server refuses, with the toast of a failed call. */
export const simulateRefusedSave = async (): Promise<never> => {
  await wait(600)
  const error = new AppError('forbidden', '没有修改该栏目的权限，请联系管理员')
  showError(error)
  throw error
}
