import { createHmac } from 'node:crypto'
import type { Kysely, Selectable } from 'kysely'
import { acquireTransactionLock } from '#server/db/locks.ts'
import type { Database } from '#server/db/schema.ts'
import { readSetting, ensureSetting } from '#server/db/settings.ts'
import type { ServerDeps } from '#server/deps.ts'
import { deriveKey } from '#server/secrets/deriveKey.ts'
import type { KeyDeps } from '#server/secrets/keys.ts'

/** Lines sealed per transaction. */
const BATCH = 200
/** start: before the retained part of the chain; head: its last line. */
type Mark = 'start' | 'head'
/** Setting with the first known line of the chain; a restarted chain does not contain that line. */
const ANCHOR = 'operationLog.anchor'

export interface ChainPosition {
  /** 0: before the first line. */
  seq: number
  hash: string
}
type Line = Selectable<Database['operation_log']>

const CHAIN_START: ChainPosition = { seq: 0, hash: '' }

export const readLogKey = (deps: KeyDeps): Promise<Buffer> => deriveKey(deps, 'operation log')

/** Hash of a line at its position. Hiding a change of the line would require the server's key. */
export function hashOf(key: Buffer, { seq, hash }: ChainPosition, line: Line): string {
  const { id, title, operation, accountId, username, ip, method, url, input } = line
  const { code, msg, durationMs, createTime, siteId, area, answer, changes } = line
  const asked = [id, title, operation, accountId, username, ip, method, url, input]
  const answered = [code, msg, durationMs, createTime, siteId, area, answer, changes]
  return createHmac('sha256', key)
    .update(JSON.stringify([seq + 1, hash, ...asked, ...answered]))
    .digest('hex')
}

const createProof = (key: Buffer, name: Mark | 'anchor', { seq, hash }: ChainPosition): string =>
  createHmac('sha256', key).update(`${name} ${seq} ${hash}`).digest('hex')

const findMark = (db: Kysely<Database>, name: Mark) =>
  db.selectFrom('operation_log_mark').select(['seq', 'hash', 'proof']).where('name', '=', name).executeTakeFirst()

/** A mark of the chain; null when missing, 'forged' when another server wrote it. */
async function readMark(db: Kysely<Database>, key: Buffer, name: Mark): Promise<ChainPosition | 'forged' | null> {
  const row = await findMark(db, name)
  if (!row) return null
  const position = { seq: row.seq, hash: row.hash }
  return row.proof === createProof(key, name, position) ? position : 'forged'
}

async function saveMark(db: Kysely<Database>, key: Buffer, name: Mark, position: ChainPosition): Promise<void> {
  const row = { ...position, proof: createProof(key, name, position) }
  await db
    .insertInto('operation_log_mark')
    .values({ name, ...row })
    .onConflict((conflict) => conflict.column('name').doUpdateSet(row))
    .execute()
}

/** Start of the retained part of the chain, and its expected end. */
export const readStart = (db: Kysely<Database>, key: Buffer) => readMark(db, key, 'start')
export const readHead = (db: Kysely<Database>, key: Buffer) => readMark(db, key, 'head')

/** The anchor of the chain; null before the first line, 'forged' when another server wrote it. */
export async function readAnchor(db: Kysely<Database>, key: Buffer): Promise<ChainPosition | 'forged' | null> {
  const text = await readSetting(db, ANCHOR)
  if (text === null) return null
  const [seq = '', hash = '', proof] = text.split(' ')
  const position = { seq: Number(seq), hash }
  return proof === createProof(key, 'anchor', position) ? position : 'forged'
}

/** Keeps the first anchor: a later one would hide that earlier lines were deleted. */
const saveFirstAnchor = (db: Kysely<Database>, key: Buffer, position: ChainPosition): Promise<string> =>
  ensureSetting(db, ANCHOR, async () => `${position.seq} ${position.hash} ${createProof(key, 'anchor', position)}`)

/** The line after which the chain continues; null before the first line. */
async function findEnd(db: Kysely<Database>): Promise<ChainPosition | null> {
  const found = db.selectFrom('operation_log').select(['seq', 'hash']).where('seq', 'is not', null)
  const row = await found.orderBy('seq', 'desc').limit(1).executeTakeFirst()
  if (row) return { seq: row.seq ?? 0, hash: row.hash ?? '' }
  const start = await findMark(db, 'start')
  return start ? { seq: start.seq, hash: start.hash } : null
}

/** Adds one batch of unsealed lines to the chain; returns their number. Processes take turns by a lock. */
async function sealBatch({ db }: Pick<ServerDeps, 'db'>, key: Buffer): Promise<number> {
  const open = db.selectFrom('operation_log').select('id').where('seq', 'is', null).limit(1)
  if (!(await open.executeTakeFirst())) return 0
  return db.transaction().execute(async (tx) => {
    await acquireTransactionLock(tx, 'operationLog')
    const lines = tx.selectFrom('operation_log').selectAll().where('seq', 'is', null)
    const rows = await lines.orderBy('id').limit(BATCH).execute()
    if (rows.length === 0) return 0
    const head = await findMark(tx, 'head')
    const end = await findEnd(tx)
    // Continues after the head mark even when the last lines were deleted, so that the gap stays visible.
    let position: ChainPosition =
      head && head.seq > (end?.seq ?? 0) ? { seq: head.seq, hash: head.hash } : (end ?? CHAIN_START)
    for (const row of rows) {
      const hash = hashOf(key, position, row)
      position = { seq: position.seq + 1, hash }
      await tx.updateTable('operation_log').set(position).where('id', '=', row.id).execute()
      if (row === rows[0]) await saveFirstAnchor(tx, key, position)
    }
    // A chain without its head mark does not get a new one, so that verifyLog reports the loss.
    if (head || !end) await saveMark(tx, key, 'head', position)
    return rows.length
  })
}

/** Adds all unsealed lines to the chain. */
export async function sealLines(deps: ServerDeps): Promise<void> {
  const key = await readLogKey(deps)
  while ((await sealBatch(deps, key)) === BATCH);
}

/** Lines deleted per transaction. */
const DELETED_PER_BATCH = 2000

/** Deletes the oldest lines up to a time (epoch ms), from the start of the chain; returns their number. */
export async function pruneLines(deps: ServerDeps, before: number): Promise<number> {
  const key = await readLogKey(deps)
  await sealLines(deps)
  for (let total = 0; ;) {
    const deleted = await pruneBatch(deps, key, before)
    total += deleted
    if (deleted < DELETED_PER_BATCH) return total
  }
}

const pruneBatch = ({ db }: ServerDeps, key: Buffer, before: number): Promise<number> =>
  db.transaction().execute(async (tx) => {
    await acquireTransactionLock(tx, 'operationLog')
    const found = tx.selectFrom('operation_log').select(['seq', 'hash', 'createTime']).where('seq', 'is not', null)
    const oldest = await found.orderBy('seq').limit(DELETED_PER_BATCH).execute()
    const firstKept = oldest.findIndex(({ createTime }) => createTime >= before)
    const last = firstKept === 0 ? undefined : oldest.at(firstKept === -1 ? -1 : firstKept - 1)
    if (!last) return 0
    await saveMark(tx, key, 'start', { seq: last.seq ?? 0, hash: last.hash ?? '' })
    const { numDeletedRows } = await tx.deleteFrom('operation_log').where('seq', '<=', last.seq).executeTakeFirst()
    return Number(numDeletedRows)
  })
