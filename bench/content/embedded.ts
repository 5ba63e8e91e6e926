import { DatabaseSync } from 'node:sqlite'
import Fastify, { type FastifyInstance } from 'fastify'
import { embeddedFile } from '#server/db/connect.ts'
import { countColumnSql, type FilledColumn, insertContentSql, createRow } from './rows.ts'
import type { Filled, Query } from './types.ts'

/** Inserts rows directly, because the server's own statements would take an hour for a million rows. */
export function fillEmbedded(dataDir: string, column: FilledColumn, rows: number): void {
  const db = new DatabaseSync(embeddedFile(dataDir))
  const content = db.prepare(
    insertContentSql({
      id: '?1',
      classId: String(column.id),
      siteId: String(column.siteId),
      isStatus: '?2',
      sort: '?3',
      title: '?4',
      fields: '?5',
      time: '?6',
    }),
  )
  const body = db.prepare(`insert into content_body ("contentId", bodies, texts) values (?, '{}', ?)`)
  const words = db.prepare('insert into content_words (rowid, words) values (?, ?)')
  db.exec('begin')
  for (let at = 0; at < rows; at++) {
    const { id, isStatus, sort, title, fields, time, ...found } = createRow(column, at, rows)
    content.run(id, isStatus, sort, title, fields, time)
    body.run(id, found.texts)
    words.run(id, found.words)
  }
  db.exec(countColumnSql(column.id))
  db.exec('commit')
  db.close()
}

/** The minimal equivalent: a route, the same conditions in SQL on the same indexes, JSON. */
export function bareEmbedded({ dataDir, classId }: Filled): FastifyInstance {
  const db = new DatabaseSync(embeddedFile(dataDir))
  const where = `"classId" = ? and "isRecycled" = 0 and "isStatus" = ? and (? = '' or title like ?)`
  const count = db.prepare(`select count(*) as total from content where ${where}`)
  const rows = db.prepare(`select * from content where ${where} order by sort desc, id desc limit ? offset ?`)
  const app = Fastify()
  app.post<{ Body: Query }>('/page', ({ body }) => {
    const { page, size, isStatus, fieldKeyValuePairDTOList: [pair] = [] } = body
    const parameters = [classId, isStatus ? 1 : 0, pair?.fieldValue ?? '', `%${pair?.fieldValue ?? ''}%`] as const
    const content = rows.all(...parameters, size, (page - 1) * size)
    return { code: 200, msg: '', data: { content, totalElements: count.get(...parameters)?.total } }
  })
  app.addHook('onClose', () => db.close())
  return app
}
