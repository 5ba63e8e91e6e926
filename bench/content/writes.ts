import type { Bench } from '../measure.ts'
import { call } from './call.ts'
import type { Engine } from './types.ts'
import { type FilledServer, getServer } from './fill.ts'
import { FIRST_ENTRY_ID } from './rows.ts'
import { LARGE_ROWS, SMALL_ROWS } from './sizes.ts'

const SAVES = 20
const MANY = 500
/** Ids of drafts, which are 3 of 10 entries. */
const drafts = Array.from({ length: MANY }, (_none, at) => FIRST_ENTRY_ID + 10 * at + 7)

const post = (server: FilledServer, path: string, body: object): Promise<unknown> =>
  call(server, `/api/cebest-cms/content/${server.classId}/${path}`, body)

let saved = 0
async function save(server: FilledServer, isStatus: boolean): Promise<void> {
  for (let at = 0; at < SAVES; at++) {
    const fieldList = [{ fieldName: 'title', fieldValue: `保存的第 ${++saved} 条内容：深海装备通过专家验收` }]
    await post(server, 'save', { isStatus, fieldList })
  }
}

const WORKS: { name: string; work: (server: FilledServer) => Promise<void> }[] = [
  { name: `${SAVES} new drafts saved`, work: (server) => save(server, false) },
  { name: `${SAVES} new entries published`, work: (server) => save(server, true) },
  {
    name: `${MANY} entries published at once and unpublished`,
    async work(server) {
      await post(server, 'update/status/publish', { idList: drafts })
      await post(server, 'update/status/draft', { idList: drafts })
    },
  },
  {
    name: `${MANY} entries recycled and restored`,
    async work(server) {
      await post(server, 'deleteByIdList', { idList: drafts })
      await post(server, 'restore', { idList: drafts })
    },
  },
]

/** Writes in a column of each size. */
export const writes = (engine: Engine): Bench[] =>
  WORKS.map(({ name, work }) => ({
    name: `${name} among ${LARGE_ROWS} on ${engine.name}`,
    peer: `the same among ${SMALL_ROWS}`,
    async prepare() {
      const missing = engine.missing()
      if (missing) return missing
      const [large, small] = [await getServer(engine, LARGE_ROWS), await getServer(engine, SMALL_ROWS)]
      return { ours: () => work(large), peer: () => work(small), cleanUp: async () => undefined }
    },
  }))
