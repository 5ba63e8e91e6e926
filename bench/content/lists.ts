import { rmSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import Fastify from 'fastify'
import type { Bench } from '../measure.ts'
import { fill, type Filled, RARE } from './fill.ts'

const SMALL = 100_000
/** Rows of the large column; SITECRAFT_BENCH_ROWS for a quick look. */
const LARGE = Number(process.env.SITECRAFT_BENCH_ROWS ?? 1_000_000)
const REQUESTS = 40
const PAGE = { page: 1, size: 10 }

interface Query {
  page: number
  size: number
  isStatus?: boolean
  fieldKeyValuePairDTOList?: { fieldName: string; fieldValue: string }[]
}

const QUERIES: { name: string; query: Query }[] = [
  { name: 'by status', query: { ...PAGE, isStatus: true } },
  {
    name: 'by a word of the title and status',
    query: { ...PAGE, isStatus: true, fieldKeyValuePairDTOList: [{ fieldName: 'title', fieldValue: RARE }] },
  },
]

/** The least that can answer the same: a route, the same conditions in SQL on the same indexes, JSON. */
function bare({ dataDir, classId }: Filled) {
  const db = new DatabaseSync(path.join(dataDir, 'sitecraft.db'))
  const where = `"classId" = ? and "isRecycled" = 0 and "isStatus" = ? and (? = '' or title like ?)`
  const count = db.prepare(`select count(*) as total from content where ${where}`)
  const rows = db.prepare(`select * from content where ${where} order by sort desc, id desc limit ? offset ?`)
  const app = Fastify()
  app.post<{ Body: Query }>('/page', ({ body }) => {
    const { page, size, isStatus, fieldKeyValuePairDTOList: [pair] = [] } = body
    const asked = [classId, isStatus ? 1 : 0, pair?.fieldValue ?? '', `%${pair?.fieldValue ?? ''}%`] as const
    const content = rows.all(...asked, size, (page - 1) * size)
    return { code: 200, msg: '', data: { content, totalElements: count.get(...asked)?.total } }
  })
  app.addHook('onClose', () => db.close())
  return app
}

async function ask(url: string, token: string, query: Query): Promise<void> {
  for (let count = 0; count < REQUESTS; count++) {
    const headers = { 'content-type': 'application/json', authorization: token }
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(query) })
    const { data } = (await response.json()) as { data: { content: unknown[]; totalElements: number } }
    if (data.content.length !== query.size) throw new Error(`a page of ${data.content.length}`)
  }
}

const opened = new Map<number, Promise<Filled & { url: string }>>()
/** One server of each size for all comparisons of a run. */
function serverOf(rows: number): Promise<Filled & { url: string }> {
  const open = async () => {
    const filled = await fill(rows)
    return { ...filled, url: `${await filled.app.listen({ port: 0 })}/api/cebest-cms/content/${filled.classId}/page` }
  }
  const server = opened.get(rows) ?? open()
  opened.set(rows, server)
  return server
}

async function closeAll(): Promise<void> {
  for (const server of opened.values()) {
    const { close, dataDir } = await server
    await close()
    rmSync(dataDir, { recursive: true })
  }
  opened.clear()
}

const againstBare = ({ name, query }: (typeof QUERIES)[number]): Bench => ({
  name: `${REQUESTS} pages of 10 of ${SMALL} entries, ${name}, sorted and counted`,
  peer: 'bare Fastify + SQL',
  async prepare() {
    const server = await serverOf(SMALL)
    const peer = bare(server)
    const peerUrl = await peer.listen({ port: 0 })
    return {
      ours: () => ask(server.url, server.token, query),
      peer: () => ask(`${peerUrl}/page`, '', query),
      done: async () => peer.close(),
    }
  },
})

const againstSmall = ({ name, query }: (typeof QUERIES)[number], isLast: boolean): Bench => ({
  name: `${REQUESTS} pages of 10 of ${LARGE} entries, ${name}`,
  peer: `the same of ${SMALL}`,
  async prepare() {
    const [large, small] = [await serverOf(LARGE), await serverOf(SMALL)]
    return {
      ours: () => ask(large.url, large.token, query),
      peer: () => ask(small.url, small.token, query),
      done: async () => (isLast ? closeAll() : undefined),
    }
  },
})

export const content: Bench[] = [
  ...QUERIES.map(againstBare),
  ...QUERIES.map((query, at) => againstSmall(query, at === QUERIES.length - 1)),
]
