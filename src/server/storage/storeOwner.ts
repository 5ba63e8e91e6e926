import { randomInt, randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { readSetting, saveSetting, ensureSetting } from '../db/settings.ts'
import type { Database } from '../db/schema.ts'
import { DAY_MS } from '#shared/util/dates.ts'
import { OWNER_MARKS } from './keyPrefixes.ts'
import type { BlobStore } from './blobStore.ts'
import { storeText } from './storeText.ts'

/** The id of this database in the marks of the store. */
const ID_SETTING = 'store.owner'
/** The number of the last turn (lease renewal) of this database; grows with each. */
const TURN_SETTING = 'store.turn'
/** If another database used this store, it would have renewed its lease within this time. */
const SILENT_MS = 7 * DAY_MS

/**
 * Why a database must not delete from a store: another database owns it, or a later state of this database has used it
 * recently.
 */
export type OwnerDoubt = 'other' | 'newer'

interface Context {
  db: Kysely<Database>
  blobs: BlobStore
}

interface Marks {
  /** Id of this database; '': none yet. */
  id: string
  turn: number
  /** All marks in the store, of any database. */
  all: { key: string; id: string; turn: number; time: number }[]
}

/** Reads the marks, which are objects with the key `owners/<database>/<turn>`. */
async function readMarks({ db, blobs }: Context): Promise<Marks> {
  const all: Marks['all'] = []
  for await (const { key, time } of blobs.list(OWNER_MARKS)) {
    const [, id = '', turn = ''] = key.split('/')
    all.push({ key, id, turn: Number(turn) || 0, time })
  }
  const id = (await readSetting(db, ID_SETTING)) ?? ''
  return { id, turn: Number(await readSetting(db, TURN_SETTING)) || 0, all }
}

interface RenewalOptions {
  now: number
  /** No other server can use the store, so one turn is enough. */
  isAlone: boolean
  /** No other database has taken a turn for SETTLE_MS. */
  isSettled: boolean
  /** The turn of this database at an earlier check of this process; null: first check. */
  lastTurn: number | null
  /** Reads the time of the store, epoch ms. */
  storeTime: () => Promise<number>
}

/**
 * Renews the ownership of the store with the next turn, if this database is the owner. The turn is written to the
 * database first: from then on a copy of the database has a lower turn.
 * @returns doubt null: this database is the owner; `unsettled`: it may be a copy of the owner's database; and the turn
 * before the renewal
 */
export async function renewOwnership(
  ctx: Context,
  { now, isAlone, isSettled, lastTurn, storeTime }: RenewalOptions,
): Promise<{ doubt: OwnerDoubt | 'unsettled' | null; turn: number }> {
  // The store is read before the database, and the database is written first, so that no mark of the same database
  // seems ahead of it.
  const marks = await readMarks(ctx)
  const { all, turn } = marks
  const id = marks.id || (await ensureId(ctx))
  let doubt = doubtOf({ ...marks, id }, null)
  const isSilent = doubt === 'newer' && doubtOf({ ...marks, id }, await storeTime()) === null
  if (isSilent) doubt = null
  if (doubt) return { doubt, turn }
  if (isAlone && all.some((mark) => mark.turn === turn)) return { doubt, turn }
  const isFirst = all.length === 0 && turn === 0
  // Another process of this database has taken a turn, so it has already waited.
  const goesOn = lastTurn !== null && turn > lastTurn
  if (!isAlone && !isSettled && !isFirst && !isSilent && !goesOn) return { doubt: 'unsettled', turn }
  const next = nextTurn(marks, now)
  // Another process of the same database may have taken the turn meanwhile.
  if (!(await advanceTurn(ctx.db, turn, next))) return { doubt, turn }
  await writeMark(ctx, id, next)
  for (const mark of all) if (mark.turn < next) await ctx.blobs.remove(mark.key)
  return { doubt, turn }
}

/** A turn above all earlier ones, with a random part, so that two copies of a database never take the same. */
const nextTurn = ({ turn, all }: Marks, now: number): number =>
  Math.max(now, 1 + randomInt(1000) + Math.max(turn, ...all.map((mark) => mark.turn)))

async function advanceTurn(db: Kysely<Database>, from: number, to: number): Promise<boolean> {
  const value = String(to)
  const updated = await db
    .updateTable('setting')
    .set({ value })
    .where('name', '=', TURN_SETTING)
    .where('value', '=', String(from))
    .returning('name')
    .executeTakeFirst()
  if (updated || from > 0) return updated !== undefined
  return (await ensureSetting(db, TURN_SETTING, async () => value)) === value
}

/**
 * Whether orphans may be deleted from the store; takes a turn if so.
 * @param now time of the store, epoch ms
 * @param force makes this database the owner
 * @returns null: yes
 */
export async function claimOwnership(
  ctx: Context,
  { now, force }: { now: number; force: boolean },
): Promise<OwnerDoubt | null> {
  const id = await ensureId(ctx)
  const marks = await readMarks(ctx)
  const doubt = force ? null : doubtOf(marks, now)
  if (doubt) return doubt
  // The database is written first, so that after a kill it is not older than the store.
  const turn = nextTurn(marks, now)
  await saveSetting(ctx.db, TURN_SETTING, String(turn))
  await writeMark(ctx, id, turn)
  for (const { key } of marks.all) await ctx.blobs.remove(key)
  return null
}

/** Same as `claimOwnership`, without a turn. */
export const findOwnerDoubt = async (ctx: Context, now: number): Promise<OwnerDoubt | null> =>
  doubtOf(await readMarks(ctx), now)

/** @param now time of the store, epoch ms; null: marks of any age count */
function doubtOf({ id, turn, all }: Marks, now: number | null): OwnerDoubt | null {
  if (all.some((mark) => mark.id !== id)) return 'other'
  // A restored database is older than its store, and so is a copy of a database in use; but only the latter's original
  // keeps taking turns.
  const isSilent = (time: number): boolean => now !== null && now - time >= SILENT_MS
  return all.some((mark) => mark.turn > turn && !isSilent(mark.time)) ? 'newer' : null
}

const ensureId = ({ db }: Context): Promise<string> => ensureSetting(db, ID_SETTING, async () => randomUUID())

const writeMark = ({ blobs }: Context, id: string, turn: number): Promise<void> =>
  storeText(blobs, `${OWNER_MARKS}${id}/${turn}`, 'owner')
