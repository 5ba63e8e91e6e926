import type { Kysely } from 'kysely'
import { countRows } from '#server/db/countRows.ts'
import { readLastId } from '#server/db/dialect.ts'
import type { Database } from '#server/db/schema.ts'
import { formatDateTime } from '#shared/util/dates.ts'
import type { KeyDeps } from '#server/secrets/keys.ts'
import { hashOf, readLogKey, type ChainPosition, readAnchor, readHead, readStart } from './chain.ts'

const BATCH = 1000

interface VerifyResult {
  /** Number of unchanged lines. */
  checked: number
  /** Number of lines not yet in the chain: those of the last second, or of a killed server. */
  open: number
  /** Hash of the last line, to be stored elsewhere and compared with the next check; '' for none. */
  headHash: string
  /** The problem in Chinese; null for none. */
  problem: string | null
}

const RESTARTED = '日志链曾被重新开始，此前的日志已全部被删除'

/** Reads the whole log and compares it with its hash chain. */
export async function verifyLog(deps: KeyDeps): Promise<VerifyResult> {
  const { db } = deps
  const key = await readLogKey(deps)
  const start = await readStart(db, key)
  const head = await readHead(db, key)
  const anchor = await readAnchor(db, key)
  const open = await countRows(db.selectFrom('operation_log').where('seq', 'is', null))
  let position: ChainPosition = start === null || start === 'forged' ? { seq: 0, hash: '' } : start
  let checked = 0
  const toResult = (problem: string | null): VerifyResult => ({ checked, open, headHash: position.hash, problem })
  if (start === 'forged' || head === 'forged' || anchor === 'forged') return toResult('日志链的起点或终点记录已被篡改')
  for (;;) {
    const rows = await readBatch(db, position.seq)
    for (const row of rows) {
      const at = `编号 ${row.id}（${formatDateTime(row.createTime)} ${row.title}）`
      if (row.seq !== position.seq + 1) return toResult(`${at}之前缺少 ${(row.seq ?? 0) - position.seq - 1} 条日志`)
      const hash = hashOf(key, position, row)
      if (hash !== row.hash) return toResult(`${at}已被篡改`)
      position = { seq: position.seq + 1, hash }
      if (position.seq === anchor?.seq && hash !== anchor.hash) return toResult(RESTARTED)
      checked += 1
    }
    if (rows.length < BATCH) break
  }
  const isEmpty = start === null && head === null && checked === 0 && open === 0
  if (isEmpty && (await readLastId(db, 'operation_log')) > 0) return toResult('全部日志和日志链的记录已被删除')
  if (head && head.seq > position.seq) return toResult(`末尾缺少 ${head.seq - position.seq} 条日志`)
  if (anchor && anchor.seq > position.seq) return toResult(RESTARTED)
  // Sealing the first line writes the mark.
  if (head === null && (checked > 0 || start !== null)) return toResult('日志链的终点记录已被删除，末尾可能缺少日志')
  return toResult(null)
}

const readBatch = (db: Kysely<Database>, after: number) =>
  db.selectFrom('operation_log').selectAll().where('seq', '>', after).orderBy('seq').limit(BATCH).execute()
