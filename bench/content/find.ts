import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { toInitialWords } from '#server/areas/content/searchIndex/initials.ts'
import { embeddedFile } from '#server/db/connect.ts'
import { computeInitials } from '#server/db/initials.ts'
import { splitIntoBatches } from '#shared/util/lists.ts'
import { createCaller } from '../caller.ts'
import { embedded, postgres } from './engines.ts'
import { startFilledServer } from './fill.ts'
import { FIRST_ENTRY_ID } from './rows.ts'
import { LARGE_ROWS } from './sizes.ts'
import type { Engine, Filled } from './types.ts'

const ROUNDS = 9
/** Keys: no text, an emoji, two common characters, a long title, common initials, rare initials, none. */
const KEYS = ['%', '😀', '深海', '绿色航运蓝鲸号', 'qdsh', 'ljhqs', 'zz']

const median = (numbers: readonly number[]): number => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0

interface Titled {
  id: number
  classId: number
  title: string
}
async function wordsOf(rows: readonly Titled[]): Promise<{ id: number; words: string[] }[]> {
  const initials = await computeInitials(rows.map(({ title }) => title))
  return rows.map(({ id, classId }, at) => ({ id, words: toInitialWords(classId, initials[at] ?? '') }))
}

async function initialsEmbedded({ dataDir }: Filled): Promise<void> {
  const db = new DatabaseSync(embeddedFile(dataDir))
  const rows = db
    .prepare(`select id, "classId", title from content where id >= ${FIRST_ENTRY_ID}`)
    .all() as unknown as Titled[]
  const add = db.prepare('insert into content_initials (rowid, words) values (?, ?)')
  db.exec('begin')
  for (const { id, words } of await wordsOf(rows)) add.run(id, words.join(' '))
  db.exec('commit')
  db.close()
}

async function initialsPostgres({ databaseUrl }: Filled): Promise<void> {
  const db = new pg.Client(databaseUrl)
  await db.connect()
  await db.query('drop index content_initials_gin')
  const { rows } = await db.query<Titled>(`select id, "classId"::int, title from content where id >= ${FIRST_ENTRY_ID}`)
  for (const part of splitIntoBatches(rows, 5000)) {
    const initials = await wordsOf(part)
    await db.query(
      `insert into content_initials ("contentId", words)
       select id, string_to_array(words, ' ') from unnest($1::int[], $2::text[]) as each(id, words)`,
      [initials.map(({ id }) => id), initials.map(({ words }) => words.join(' '))],
    )
  }
  await db.query(`set maintenance_work_mem = '512MB'`)
  await db.query('create index content_initials_gin on content_initials using gin (words)')
  await db.query('vacuum analyze content_initials')
  await db.end()
}

/** The global search in a million entries. */
async function findOn(engine: Engine, addInitials: (filled: Filled) => Promise<void>): Promise<void> {
  const missing = engine.missing()
  if (missing) return console.log(`search on ${engine.name}: skipped, ${missing}`)
  const server = await startFilledServer(engine, LARGE_ROWS)
  await addInitials(server)
  const call = createCaller(`${server.url}/`, server.token)
  for (const key of KEYS) {
    const times: number[] = []
    let found = 0
    for (let round = 0; round <= ROUNDS; round++) {
      const began = performance.now()
      found = (await call('search.find', { key })).found.length
      if (round > 0) times.push(performance.now() - began)
    }
    const ms = median(times).toFixed(1)
    console.log(`search for ${key} in ${LARGE_ROWS} entries on ${engine.name}: ${ms} ms (at most 200), ${found} found`)
  }
  await server.close()
  await engine.end()
}

export const find = (): Promise<void> => findOn(embedded, initialsEmbedded)
export const findPostgres = (): Promise<void> => findOn(postgres, initialsPostgres)
