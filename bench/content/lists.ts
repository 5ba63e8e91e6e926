import type { Bench } from '../measure.ts'
import { call } from './call.ts'
import { embedded, postgres } from './engines.ts'
import type { Engine, Query } from './types.ts'
import { closeAll, type Running, serverOf } from './fill.ts'
import { RARE } from './rows.ts'
import { LARGE, SMALL } from './sizes.ts'
import { writes } from './writes.ts'

const REQUESTS = 40
const PAGE = { page: 1, size: 10 }

const QUERIES: { name: string; query: Query }[] = [
  { name: 'by status', query: { ...PAGE, isStatus: true } },
  {
    name: 'by a word of the title and status',
    query: { ...PAGE, isStatus: true, fieldKeyValuePairDTOList: [{ fieldName: 'title', fieldValue: RARE }] },
  },
]

async function readPages(server: Pick<Running, 'url' | 'token'>, path: string, query: Query): Promise<void> {
  for (let count = 0; count < REQUESTS; count++) {
    const { content } = await call<{ content: unknown[]; totalElements: number }>(server, path, query)
    if (content.length !== query.size) throw new Error(`a page of ${content.length}`)
  }
}
const pageOf = ({ classId }: Running): string => `/api/cebest-cms/content/${classId}/page`

const againstBare = (engine: Engine, { name, query }: (typeof QUERIES)[number]): Bench => ({
  name: `${REQUESTS} pages of 10 of ${SMALL} entries on ${engine.name}, ${name}, sorted and counted`,
  peer: 'bare Fastify + SQL',
  async prepare() {
    const missing = engine.missing()
    if (missing) return missing
    const server = await serverOf(engine, SMALL)
    const peer = engine.bare(server)
    const peerUrl = await peer.listen({ port: 0 })
    return {
      ours: () => readPages(server, pageOf(server), query),
      peer: () => readPages({ url: peerUrl, token: '' }, '/page', query),
      done: async () => peer.close(),
    }
  },
})

const againstSmall = (engine: Engine, { name, query }: (typeof QUERIES)[number]): Bench => ({
  name: `${REQUESTS} pages of 10 of ${LARGE} entries on ${engine.name}, ${name}`,
  peer: `the same of ${SMALL}`,
  async prepare() {
    const missing = engine.missing()
    if (missing) return missing
    const [large, small] = [await serverOf(engine, LARGE), await serverOf(engine, SMALL)]
    return {
      ours: () => readPages(large, pageOf(large), query),
      peer: () => readPages(small, pageOf(small), query),
      done: async () => undefined,
    }
  },
})

/** Closes the servers after the last bench. */
function withClosing(engine: Engine, benches: readonly Bench[]): Bench[] {
  return benches.map((bench, at) => ({
    ...bench,
    async prepare() {
      const rounds = await bench.prepare()
      if (at < benches.length - 1 || typeof rounds === 'string') return rounds
      return { ...rounds, done: () => rounds.done().then(() => closeAll(engine)) }
    },
  }))
}

const benchesOn = (engine: Engine): Bench[] =>
  withClosing(engine, [
    ...QUERIES.map((query) => againstBare(engine, query)),
    ...QUERIES.map((query) => againstSmall(engine, query)),
    ...writes(engine),
  ])

export const content = benchesOn(embedded)
export const contentPostgres = benchesOn(postgres)
