import type { Kysely } from 'kysely'
import type { Database } from '../db/schema.ts'
import { REGIONS } from './regions.ts'

/** The flat dictionaries of a first run, for every site; the last one stands on top of the list. */
const FLAT: readonly [title: string, values: string][] = [
  [
    '行业',
    '农、林、牧、渔业|采矿业|制造业|电力、热力、燃气及水生产和供应业|建筑业|批发和零售业|交通运输、仓储和邮政业|住宿和餐饮业|' +
      '信息传输、软件和信息技术服务业|金融业|房地产业|租赁和商务服务业|科学研究和技术服务业|水利、环境和公共设施管理业|' +
      '居民服务、修理和其他服务业|教育|卫生和社会工作|文化、体育和娱乐业|公共管理、社会保障和社会组织|国际组织',
  ],
  ['工作性质', '全职|兼职|实习|劳务派遣'],
  ['工作年限', '不限|应届毕业生|1 年以下|1–3 年|3–5 年|5–10 年|10 年以上'],
  ['学历', '不限|初中及以下|高中|中专|大专|本科|硕士|博士'],
  ['性别', '男|女'],
]

/** Dictionaries that fields can use at once: five flat ones, and the regions as a multi-level one. */
export async function insertDictionaries(db: Kysely<Database>, now: number): Promise<void> {
  const saved = { updatedBy: '', updateTime: now }
  const flat = FLAT.map(([title, values]) => ({
    ...saved,
    title,
    siteId: 0,
    value: JSON.stringify(values.split('|')),
    createTime: now,
  }))
  await db.insertInto('dictionary').values(flat).execute()
  const entry = { ...saved, subTitle: '', sort: 0 }
  const insert = async (parentId: number, titles: readonly string[]): Promise<number[]> => {
    const rows = titles.map((title) => ({ ...entry, title, parentId }))
    const made = await db.insertInto('classify').values(rows).returning('id').execute()
    return made.map((row) => row.id).sort((a, b) => a - b)
  }
  const [top = 0] = await insert(0, ['地区'])
  const provinces = await insert(top, Object.keys(REGIONS))
  for (const [index, cities] of Object.values(REGIONS).entries())
    if (cities) await insert(provinces[index] ?? top, cities.split(' '))
}
