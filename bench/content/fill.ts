import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { pino } from 'pino'
import { buildServer } from '#server/app.ts'
import { connect } from '#server/db/connect.ts'
import { findByName, issueLoginToken } from '#server/resources/account/index.ts'
import { indexed } from '#server/resources/content/searchIndex.ts'
import { seed } from '#server/seed/index.ts'
import type { MenuField } from '#shared/contract/column.ts'

const PLACES = ['青岛', '上海', '广州', '大连', '宁波', '厦门', '天津']
const THINGS = ['深海装备', '绿色航运', '智能工厂', '海洋牧场', '数字港口', '人才培养', '安全生产']
const DEEDS = ['签署合作协议', '召开工作会议', '取得新进展', '通过专家验收', '正式投入运行']
const pick = <T>(list: readonly T[], at: number): T => list[at % list.length] as T
/** Rows that hold it: so many in a column of any size. */
export const RARE = '蓝鲸'
const RARE_ROWS = 500

/** What an editor's list of news holds; 7 of 10 are published. */
function entry(at: number, rows: number) {
  const rare = at % Math.floor(rows / RARE_ROWS) === 0 ? `${RARE}号` : ''
  const title = `${pick(PLACES, at)}${pick(THINGS, at >> 2)}${rare}${pick(DEEDS, at >> 4)}（第 ${at} 期）`
  const values = { title, source: pick(PLACES, at >> 1), publishTime: `2026-03-${10 + (at % 20)} 09:00:00` }
  return { title, values, isStatus: at % 10 < 7 ? 1 : 0, sort: at % 977 }
}

export interface Filled {
  dataDir: string
  classId: number
  token: string
  app: Awaited<ReturnType<typeof buildServer>>
  close(): Promise<void>
}

/** A server on the embedded database with so many entries in one column; `token` signs in. */
export async function fill(rows: number): Promise<Filled> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'sitecraft-bench-'))
  const db = await connect({ dataDir })
  const resourcesDir = path.resolve(import.meta.dirname, '..', '..', 'resources')
  const log = pino({ level: 'silent' })
  const clock = { now: () => new Date() }
  const deps = { db, clock, log, dataDir, resourcesDir, corsOrigins: [], trustedProxies: [], publicUrl: null }
  await seed(deps, { adminPassword: 'bench of content', demoPassword: 'bench of content' })
  const column = await db
    .selectFrom('site_column')
    .select(['id', 'siteId', 'fields'])
    .where('title', '=', '解决方案')
    .executeTakeFirstOrThrow()
  await db.deleteFrom('content').where('classId', '=', column.id).execute()
  await db.deleteFrom('content_count').where('classId', '=', column.id).execute()
  insert(path.join(dataDir, 'sitecraft.db'), column, rows)
  const admin = await findByName(db, 'admin')
  if (!admin) throw new Error('the seed made no administrator')
  const app = await buildServer(deps)
  const login = await app.inject({
    method: 'POST',
    url: '/api/cebest-cms/account/auto-login',
    payload: { token: await issueLoginToken(db, admin.id, clock.now()) },
  })
  const close = async () => {
    await app.close()
    await db.destroy()
  }
  return { dataDir, classId: column.id, token: login.json<{ data: { token: string } }>().data.token, app, close }
}

/** Beside the server's own statements, which would take an hour for a million rows. */
function insert(
  file: string,
  { id: classId, siteId, fields }: { id: number; siteId: number; fields: string },
  rows: number,
) {
  const db = new DatabaseSync(file)
  const column = { id: classId, fields: JSON.parse(fields) as MenuField[] }
  const content = db.prepare(
    `insert into content (id, "classId", "siteId", xgid, "isStatus", "isRecycled", pass, "approveInstanceId", "approveResult", sort,
     promotions, hits, title, fields, "createTime", "createBy", "createById", "updateTime", "updatedBy", version, "recycleTime", "publishTime")
     values (?, ?, ?, 0, ?, 0, 1, '', '', ?, 0, 0, ?, ?, ?, 'admin', 1, ?, 'admin', 1, 0, 0)`,
  )
  const body = db.prepare(`insert into content_body ("contentId", bodies, texts) values (?, '{}', ?)`)
  const words = db.prepare('insert into content_words (rowid, words) values (?, ?)')
  const first = 10_000
  const began = Date.UTC(2026, 0, 1)
  db.exec('begin')
  for (let at = 0; at < rows; at++) {
    const { title, values, isStatus, sort } = entry(at, rows)
    const found = indexed(column, values)
    const time = began + at * 1000
    content.run(first + at, classId, siteId, isStatus, sort, title, JSON.stringify(values), time, time)
    body.run(first + at, JSON.stringify(found.texts))
    words.run(first + at, found.words.join(' '))
  }
  db.exec(
    `insert into content_count ("classId", "isRecycled", "isStatus", total)
     select "classId", "isRecycled", "isStatus", count(*) from content where "classId" = ${classId} group by 1, 2, 3`,
  )
  db.exec('commit')
  db.close()
}
