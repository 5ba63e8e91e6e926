import Fastify, { type FastifyInstance } from 'fastify'
import pg from 'pg'
import { splitIntoBatches } from '#shared/util/lists.ts'
import type { Filled, Query } from './types.ts'
import { countColumnSql, type FilledColumn, insertContentSql, createRow } from './rows.ts'

const CHUNK = 2000

/** Inserts rows directly, because the server's own statements would take an hour for a million rows. */
export async function fillPostgres(databaseUrl: string, column: FilledColumn, rows: number): Promise<void> {
  const db = new pg.Client(databaseUrl)
  await db.connect()
  await db.query('drop index content_words_gin')
  const source = `unnest($1::int[], $2::int[], $3::int[], $4::text[], $5::text[], $6::bigint[])
    as each(id, "isStatus", sort, title, fields, time)`
  const content = `${insertContentSql({
    id: 'each.id',
    classId: String(column.id),
    siteId: String(column.siteId),
    isStatus: 'each."isStatus"',
    sort: 'each.sort',
    title: 'each.title',
    fields: 'each.fields',
    time: 'each.time',
  })} from ${source}`
  for (const part of splitIntoBatches(
    Array.from({ length: rows }, (_none, at) => at),
    CHUNK,
  )) {
    const all = part.map((at) => createRow(column, at, rows))
    const ids = all.map(({ id }) => id)
    const valuesOf = <K extends keyof (typeof all)[0]>(name: K) => all.map((each) => each[name])
    await db.query(content, [
      ids,
      valuesOf('isStatus'),
      valuesOf('sort'),
      valuesOf('title'),
      valuesOf('fields'),
      valuesOf('time'),
    ])
    await db.query(
      `insert into content_body ("contentId", bodies, texts) select id, '{}', texts from unnest($1::int[], $2::text[]) as each(id, texts)`,
      [ids, valuesOf('texts')],
    )
    await db.query(
      `insert into content_words ("contentId", words)
       select id, string_to_array(words, ' ') from unnest($1::int[], $2::text[]) as each(id, words)`,
      [ids, valuesOf('words')],
    )
  }
  await db.query(`set maintenance_work_mem = '512MB'`)
  await db.query('create index content_words_gin on content_words using gin (words)')
  await db.query(countColumnSql(column.id))
  await db.query(`select setval(pg_get_serial_sequence('content', 'id'), (select max(id) from content))`)
  // Autovacuum does this in the first minutes of a running server.
  await db.query('vacuum analyze')
  await db.end()
}

/** The minimal equivalent: a route, the same conditions in SQL on the same indexes, JSON. */
export function barePostgres({ databaseUrl, classId }: Filled): FastifyInstance {
  const db = new pg.Pool({ connectionString: databaseUrl, max: 10 })
  const app = Fastify()
  app.post<{ Body: Query }>('/page', async ({ body }) => {
    const { page, size, isStatus, fieldKeyValuePairDTOList: [pair] = [] } = body
    const parameters: (number | string)[] = [classId, isStatus ? 1 : 0]
    if (pair) parameters.push(`%${pair.fieldValue}%`)
    const where = `"classId" = $1 and "isRecycled" = 0 and "isStatus" = $2 ${pair ? 'and title like $3' : ''}`
    const slice = `limit ${size} offset ${(page - 1) * size}`
    const [{ rows: content }, { rows: counts }] = await Promise.all([
      db.query(`select * from content where ${where} order by sort desc, id desc ${slice}`, parameters),
      db.query<{ total: string }>(`select count(*) as total from content where ${where}`, parameters),
    ])
    return { code: 200, msg: '', data: { content, totalElements: Number(counts[0]?.total) } }
  })
  app.addHook('onClose', () => db.end())
  return app
}
