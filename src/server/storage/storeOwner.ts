import { randomInt, randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { readSetting, saveSetting, settleSetting } from '../db/settings.ts'
import type { Database } from '../db/schema.ts'
import { DAY_MS } from '#shared/util/dates.ts'
import { OWNERS } from './areas.ts'
import type { BlobStore } from './blobStore.ts'
import { storeText } from './storeText.ts'

/** What the store calls this database. */
const ID_SETTING = 'store.owner'
/** Which turn of the owner this database took last; grows with each. */
const TURN_SETTING = 'store.turn'
/** A database that went on without this one would have taken a turn by then. */
const SILENT_MS = 7 * DAY_MS

/** Why nothing of a store is removed by a database: it is another one's, or a later state of this one has used it lately. */
export type OwnerDoubt = 'other' | 'newer'

interface Context {
  db: Kysely<Database>
  blobs: BlobStore
}

interface Marks {
  /** Of this database; '': it has none yet. */
  id: string
  turn: number
  /** In the store, of anybody. */
  all: { key: string; id: string; turn: number; time: number }[]
}

/** Marks are objects whose names say all: `owners/<database>/<turn>`. */
async function marksOf({ db, blobs }: Context): Promise<Marks> {
  const all: Marks['all'] = []
  for await (const { key, time } of blobs.list(OWNERS)) {
    const [, id = '', turn = ''] = key.split('/')
    all.push({ key, id, turn: Number(turn) || 0, time })
  }
  const id = (await readSetting(db, ID_SETTING)) ?? ''
  return { id, turn: Number(await readSetting(db, TURN_SETTING)) || 0, all }
}

interface Renewal {
  now: number
  /** No other server can use the store: one turn is enough. */
  isAlone: boolean
  /** Nobody else has taken a turn for so long that nobody else is there. */
  isSettled: boolean
  /** The turn that this database had at an earlier look of this process; null: it is the first. */
  seen: number | null
  /** ms */
  storeTime: () => Promise<number>
}

/**
 * Goes on as the owner of the store, if this database is that: the next turn, in the database first. A copy of the database has
 * another turn from then on, so that the two are told apart.
 * @returns doubt null: it is the owner; `unsettled`: a copy of the owner's database would look the same. With the turn of before
 */
export async function renewStore(
  ctx: Context,
  { now, isAlone, isSettled, seen, storeTime }: Renewal,
): Promise<{ doubt: OwnerDoubt | 'unsettled' | null; turn: number }> {
  // The store before the database, which is written first: of one database no mark is ahead of it then.
  const marks = await marksOf(ctx)
  const { all, turn } = marks
  const id = marks.id || (await settleId(ctx))
  let doubt = doubtOf({ ...marks, id }, null)
  const isSilent = doubt === 'newer' && doubtOf({ ...marks, id }, await storeTime()) === null
  if (isSilent) doubt = null
  if (doubt) return { doubt, turn }
  if (isAlone && all.some((mark) => mark.turn === turn)) return { doubt, turn }
  const isFirst = all.length === 0 && turn === 0
  // Who takes turns in this very database has waited.
  const goesOn = seen !== null && turn > seen
  if (!isAlone && !isSettled && !isFirst && !isSilent && !goesOn) return { doubt: 'unsettled', turn }
  const next = nextTurn(marks, now)
  // Another process of the same database may just have done it.
  if (!(await advance(ctx.db, turn, next))) return { doubt, turn }
  await write(ctx, id, next)
  for (const mark of all) if (mark.turn < next) await ctx.blobs.remove(mark.key)
  return { doubt, turn }
}

/** Beyond all that were taken; never the same in two copies of a database. */
const nextTurn = ({ turn, all }: Marks, now: number): number =>
  Math.max(now, 1 + randomInt(1000) + Math.max(turn, ...all.map((mark) => mark.turn)))

async function advance(db: Kysely<Database>, from: number, to: number): Promise<boolean> {
  const value = String(to)
  const updated = await db
    .updateTable('setting')
    .set({ value })
    .where('name', '=', TURN_SETTING)
    .where('value', '=', String(from))
    .returning('name')
    .executeTakeFirst()
  if (updated || from > 0) return updated !== undefined
  return (await settleSetting(db, TURN_SETTING, async () => value)) === value
}

/**
 * May what this database does not name be removed? Takes a turn if so.
 * @param now time of the store, ms
 * @param force takes the store over
 * @returns null: yes
 */
export async function takeStore(
  ctx: Context,
  { now, force }: { now: number; force: boolean },
): Promise<OwnerDoubt | null> {
  const id = await settleId(ctx)
  const marks = await marksOf(ctx)
  const doubt = force ? null : doubtOf(marks, now)
  if (doubt) return doubt
  // The database first: a process killed in between leaves it no older than the store.
  const turn = nextTurn(marks, now)
  await saveSetting(ctx.db, TURN_SETTING, String(turn))
  await write(ctx, id, turn)
  for (const { key } of marks.all) await ctx.blobs.remove(key)
  return null
}

/** The same question without taking a turn. */
export const lookAtOwner = async (ctx: Context, now: number): Promise<OwnerDoubt | null> =>
  doubtOf(await marksOf(ctx), now)

/** @param now time of the store, ms; null: however long nobody else has taken a turn */
function doubtOf({ id, turn, all }: Marks, now: number | null): OwnerDoubt | null {
  if (all.some((mark) => mark.id !== id)) return 'other'
  // A restored database is older than its store; so is a copy beside the one in use, which goes on taking turns.
  const isSilent = (time: number): boolean => now !== null && now - time >= SILENT_MS
  return all.some((mark) => mark.turn > turn && !isSilent(mark.time)) ? 'newer' : null
}

const settleId = ({ db }: Context): Promise<string> => settleSetting(db, ID_SETTING, async () => randomUUID())

const write = ({ blobs }: Context, id: string, turn: number): Promise<void> =>
  storeText(blobs, `${OWNERS}${id}/${turn}`, 'owner')
