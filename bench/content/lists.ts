import type { Bench } from '../measure.ts'
import { call } from './call.ts'
import { embedded, postgres } from './engines.ts'
import type { Engine, Query } from './types.ts'
import { closeAll, type FilledServer, getServer } from './fill.ts'
import { RARE_WORD } from './rows.ts'
import { LARGE_ROWS, SMALL_ROWS } from './sizes.ts'
import { writes } from './writes.ts'

const REQUESTS = 40
const PAGE = { page: 1, size: 10 }

const QUERIES: { name: string; query: Query }[] = [
  { name: 'by status', query: { ...PAGE, isStatus: true } },
  {
    name: 'by a word of the title and status',
    query: { ...PAGE, isStatus: true, fieldKeyValuePairDTOList: [{ fieldName: 'title', fieldValue: RARE_WORD }] },
  },
]

async function readPages(server: Pick<FilledServer, 'url' | 'token'>, path: string, query: Query): Promise<void> {
  for (let count = 0; count < REQUESTS; count++) {
    const { content } = await call<{ content: unknown[]; totalElements: number }>(server, path, query)
    if (content.length !== query.size) throw new Error(`a page of ${content.length}`)
  }
}
const pageOf = ({ classId }: FilledServer): string => `/api/cebest-cms/content/${classId}/page`

const againstBare = (engine: Engine, { name, query }: (typeof QUERIES)[number]): Bench => ({
  name: `${REQUESTS} pages of 10 of ${SMALL_ROWS} entries on ${engine.name}, ${name}, sorted and counted`,
  peer: 'bare Fastify + SQL',
  async prepare() {
    const missing = engine.missing()
    if (missing) return missing
    const server = await getServer(engine, SMALL_ROWS)
    const peer = engine.bare(server)
    const peerUrl = await peer.listen({ port: 0 })
    return {
      ours: () => readPages(server, pageOf(server), query),
      peer: () => readPages({ url: peerUrl, token: '' }, '/page', query),
      cleanUp: async () => peer.close(),
    }
  },
})

const againstSmall = (engine: Engine, { name, query }: (typeof QUERIES)[number]): Bench => ({
  name: `${REQUESTS} pages of 10 of ${LARGE_ROWS} entries on ${engine.name}, ${name}`,
  peer: `the same of ${SMALL_ROWS}`,
  async prepare() {
    const missing = engine.missing()
    if (missing) return missing
    const [large, small] = [await getServer(engine, LARGE_ROWS), await getServer(engine, SMALL_ROWS)]
    return {
      ours: () => readPages(large, pageOf(large), query),
      peer: () => readPages(small, pageOf(small), query),
      cleanUp: async () => undefined,
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
      return { ...rounds, cleanUp: () => rounds.cleanUp().then(() => closeAll(engine)) }
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
