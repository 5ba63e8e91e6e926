/** The site for all programs: columns of 1,000 articles each, and their texts. */
export const PER_COLUMN = 1000
export const PAGE_SIZE = 20
export const LATEST_COUNT = 6
export const HOME_LISTS = 5
export const HOME_SIZE = 8

const CITIES = ['青岛', '上海', '广州', '大连', '宁波', '厦门', '天津']
const THINGS = ['深海装备', '绿色航运', '智能工厂', '海洋牧场', '数字港口', '人才培养', '安全生产']
const ACTIONS = ['签署合作协议', '召开工作会议', '取得新进展', '通过专家验收', '正式投入运行']
const pick = (list: readonly string[], at: number): string => list[at % list.length] ?? ''

export interface Article {
  /** From 1. */
  id: number
  column: number
  title: string
  /** `yyyy-MM-dd HH:mm:ss`, unique. */
  date: string
  source: string
  summary: string
  /** Rich text. */
  body: string
}

export const columnsOf = (articles: number): number => Math.ceil(articles / PER_COLUMN)
export const codeOf = (column: number): string => `c${column}`
export const columnTitle = (column: number): string => `栏目${column}`

const BEGAN = Date.UTC(2020, 0, 1)

/** @param at from 0 */
export function article(at: number): Article {
  const what = `${pick(CITIES, at)}${pick(THINGS, at >> 2)}${pick(ACTIONS, at >> 4)}`
  const sentence = `${what}，各单位按照年度计划推进第 ${at + 1} 项工作，<strong>质量和安全</strong>始终放在首位。`
  return {
    id: at + 1,
    column: Math.floor(at / PER_COLUMN) + 1,
    title: `${what}（第 ${at + 1} 期）`,
    date: new Date(BEGAN + at * 600_000).toISOString().slice(0, 19).replace('T', ' '),
    source: pick(CITIES, at >> 1),
    summary: `${what}，第 ${at + 1} 项工作按照年度计划完成，得到了各方面的肯定。`,
    body: Array.from(
      { length: 8 },
      (_none, part) => `<p>${part + 1}. ${sentence.repeat(2)}<a href="/${codeOf(1)}/">更多消息</a></p>`,
    ).join('\n'),
  }
}
