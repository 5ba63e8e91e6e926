import type { MenuField } from '#shared/contract/column.ts'
import { buildIndexEntry } from '#server/areas/content/searchIndex/searchIndex.ts'

const CITIES = ['青岛', '上海', '广州', '大连', '宁波', '厦门', '天津']
const THINGS = ['深海装备', '绿色航运', '智能工厂', '海洋牧场', '数字港口', '人才培养', '安全生产']
const ACTIONS = ['签署合作协议', '召开工作会议', '取得新进展', '通过专家验收', '正式投入运行']
const pick = <T>(list: readonly T[], at: number): T => list[at % list.length] as T
/** A rare word; the number of rows with it is the same in a column of any size. */
export const RARE_WORD = '蓝鲸'
const RARE_ROWS = 500
/** The id of the first entry. */
export const FIRST_ENTRY_ID = 10_000
const BEGAN = Date.UTC(2026, 0, 1)

export interface FilledColumn {
  id: number
  siteId: number
  fields: readonly MenuField[]
}

export type Row = ReturnType<typeof createRow>

/** Values of a news entry in the format of the tables; 7 of 10 are published. */
export function createRow(column: FilledColumn, at: number, rows: number) {
  const rare = at % Math.floor(rows / RARE_ROWS) === 0 ? `${RARE_WORD}号` : ''
  const title = `${pick(CITIES, at)}${pick(THINGS, at >> 2)}${rare}${pick(ACTIONS, at >> 4)}（第 ${at} 期）`
  const values = { title, source: pick(CITIES, at >> 1), publishTime: `2026-03-${10 + (at % 20)} 09:00:00` }
  const { texts, words } = buildIndexEntry(column, values)
  return {
    id: FIRST_ENTRY_ID + at,
    isStatus: at % 10 < 7 ? 1 : 0,
    sort: at % 977,
    title,
    fields: JSON.stringify(values),
    time: BEGAN + at * 1000,
    texts: JSON.stringify(texts),
    words: words.join(' '),
  }
}

/**
 * A statement that inserts an entry with the values of `row`.
 * @param at SQL expression of each value
 */
export const insertContentSql = (
  at: Record<'classId' | 'siteId' | keyof Omit<Row, 'texts' | 'words'>, string>,
): string =>
  `insert into content (id, "classId", "siteId", xgid, "isStatus", "isRecycled", pass, "approveInstanceId", "approveResult", sort,
   promotions, hits, title, fields, "createTime", "createBy", "createById", "updateTime", "updatedBy", version, "recycleTime", "publishTime")
   select ${at.id}, ${at.classId}, ${at.siteId}, 0, ${at.isStatus}, 0, 1, '', '', ${at.sort}, 0, 0, ${at.title}, ${at.fields},
   ${at.time}, 'admin', 1, ${at.time}, 'admin', 1, 0, 0`

/** A statement that writes the totals that the server maintains. */
export const countColumnSql = (classId: number): string =>
  `insert into content_count ("classId", "isRecycled", "isStatus", total)
   select "classId", "isRecycled", "isStatus", count(*) from content where "classId" = ${classId} group by 1, 2, 3`
