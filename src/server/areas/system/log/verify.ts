import type { Kysely } from 'kysely'
import { countOf } from '#server/db/countOf.ts'
import { lastIdOf } from '#server/db/dialect.ts'
import type { Database } from '#server/db/schema.ts'
import { formatDateTime } from '#shared/util/dates.ts'
import type { KeyDeps } from '#server/secrets/keys.ts'
import { hashOf, logKey, type ChainPosition, readAnchor, readHead, readStart } from './chain.ts'

const BATCH = 1000

interface Verified {
  /** Number of unchanged lines. */
  checked: number
  /** Number of lines not yet in the chain: those of the last second, or of a killed server. */
  open: number
  /** Hash of the last line, to be stored elsewhere and compared with the next check; '' for none. */
  head: string
  /** The problem in Chinese; null for none. */
  problem: string | null
}

const BEGUN_ANEW = '日志链曾被重新开始，此前的日志已全部被删除'

/** Reads the whole log and compares it with its hash chain. */
export async function verifyLog(deps: KeyDeps): Promise<Verified> {
  const { db } = deps
  const key = await logKey(deps)
  const start = await readStart(db, key)
  const head = await readHead(db, key)
  const anchor = await readAnchor(db, key)
  const open = await countOf(db.selectFrom('operation_log').where('seq', 'is', null))
  let place: ChainPosition = start === null || start === 'forged' ? { seq: 0, hash: '' } : start
  let checked = 0
  const done = (problem: string | null): Verified => ({ checked, open, head: place.hash, problem })
  if (start === 'forged' || head === 'forged' || anchor === 'forged') return done('日志链的起点或终点记录已被篡改')
  for (;;) {
    const rows = await batch(db, place.seq)
    for (const row of rows) {
      const at = `编号 ${row.id}（${formatDateTime(row.createTime)} ${row.title}）`
      if (row.seq !== place.seq + 1) return done(`${at}之前缺少 ${(row.seq ?? 0) - place.seq - 1} 条日志`)
      const hash = hashOf(key, place, row)
      if (hash !== row.hash) return done(`${at}已被篡改`)
      place = { seq: place.seq + 1, hash }
      if (place.seq === anchor?.seq && hash !== anchor.hash) return done(BEGUN_ANEW)
      checked += 1
    }
    if (rows.length < BATCH) break
  }
  const isEmpty = start === null && head === null && checked === 0 && open === 0
  if (isEmpty && (await lastIdOf(db, 'operation_log')) > 0) return done('全部日志和日志链的记录已被删除')
  if (head && head.seq > place.seq) return done(`末尾缺少 ${head.seq - place.seq} 条日志`)
  if (anchor && anchor.seq > place.seq) return done(BEGUN_ANEW)
  // Sealing the first line writes the mark.
  if (head === null && (checked > 0 || start !== null)) return done('日志链的终点记录已被删除，末尾可能缺少日志')
  return done(null)
}

const batch = (db: Kysely<Database>, after: number) =>
  db.selectFrom('operation_log').selectAll().where('seq', '>', after).orderBy('seq').limit(BATCH).execute()
