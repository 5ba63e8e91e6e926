import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import Fastify from 'fastify'
import { buildServer } from '#server/app.ts'
import { seed } from '#server/seed/index.ts'
import { EMPTY_SITE } from '#server/seed/sites.ts'
import { adminToken, openDeps, PASSWORDS } from './inProcess.ts'
import type { Bench } from './measure.ts'

const ROWS = 100_000
const REQUESTS = 40
const PAGE = { page: 1, size: 10 }
const COLUMNS = 'id, title, symbol, note, manageType, templateId, isStatus, sort, createTime, domain, seoTitle, version'

/** Fills a server's data folder with this number of sites; `token` is a session. */
async function fill(dataDir: string) {
  const deps = await openDeps(dataDir)
  const { db } = deps
  await seed(deps, PASSWORDS)
  for (let from = 0; from < ROWS; from += 500) {
    const rows = Array.from({ length: 500 }, (_, index) => {
      const at = from + index
      return {
        ...EMPTY_SITE,
        title: `站点 ${at}`,
        symbol: `bench${at}`,
        note: '',
        domain: '',
        sort: at % 977,
        createTime: at,
      }
    })
    await db.insertInto('site').values(rows).execute()
  }
  const app = await buildServer(deps)
  return { db, app, token: await adminToken(app, deps) }
}

/** The minimal equivalent: a route, the same three conditions in SQL, JSON. */
function bare(file: string) {
  const db = new DatabaseSync(file)
  const where = `"deleteTime" is null and (? = '' or lower(title) like ? or lower(symbol) like ?)`
  const count = db.prepare(`select count(*) as total from site where ${where}`)
  const rows = db.prepare(`select ${COLUMNS} from site where ${where} order by sort desc, id limit ? offset ?`)
  const app = Fastify()
  app.post<{ Body: { page: number; size: number; key?: string } }>('/page', ({ body }) => {
    const { page, size, key = '' } = body
    const search = [key, `%${key}%`, `%${key}%`] as const
    const content = rows.all(...search, size, (page - 1) * size)
    return { code: 200, msg: '', data: { content, totalElements: count.get(...search)?.total } }
  })
  app.addHook('onClose', () => db.close())
  return app
}

async function readPages(url: string, token: string, body: object): Promise<void> {
  for (let count = 0; count < REQUESTS; count++) {
    const headers = { 'content-type': 'application/json', authorization: token }
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
    const answer = (await response.json()) as { data: { content: unknown[] } }
    if (answer.data.content.length !== PAGE.size) throw new Error(`a page of ${answer.data.content.length}`)
  }
}

/** `REQUESTS` sorted and counted pages of ten rows, among 100,000 sites, over HTTP. */
const pages = (name: string, body: object): Bench => ({
  name: `${REQUESTS} pages of 10 of ${ROWS} rows, ${name}`,
  peer: 'bare Fastify + SQL',
  async prepare() {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'sitecraft-bench-'))
    const { db, app, token } = await fill(dataDir)
    const peer = bare(path.join(dataDir, 'sitecraft.db'))
    const [ourUrl, peerUrl] = [await app.listen({ port: 0 }), await peer.listen({ port: 0 })]
    return {
      ours: () => readPages(`${ourUrl}/api/cebest-cms/site-manage/page`, token, body),
      peer: () => readPages(`${peerUrl}/page`, '', body),
      async cleanUp() {
        await app.close()
        await peer.close()
        await db.destroy()
        rmSync(dataDir, { recursive: true })
      },
    }
  },
})

export const lists: Bench[] = [
  pages('sorted and counted', PAGE),
  pages('searched, sorted and counted', { ...PAGE, key: '站点 77' }),
]
