import { randomUUID } from 'node:crypto'
import type { Kysely } from 'kysely'
import { readSetting, saveSetting, settleSetting } from '../db/settings.ts'
import type { Database } from '../db/schema.ts'
import { DAY_MS } from '#shared/util/dates.ts'
import { OWNERS } from './areas.ts'
import type { BlobStore } from './blobStore.ts'
import { storeText } from './storeText.ts'

/** What the store calls this database. */
const ID_SETTING = 'store.owner'
/** How often this database has swept. */
const TURN_SETTING = 'store.turn'
/** A database that went on without this one would have swept by then. */
const SILENT_MS = 7 * DAY_MS

/** Why a store is not swept by a database: it is another one's, or a later state of this one has swept it lately. */
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

/** Says that the store is this database's, if nobody has said so yet. */
export async function claimStore(ctx: Context): Promise<void> {
  if ((await readSetting(ctx.db, ID_SETTING)) !== null) return
  const { all } = await marksOf(ctx)
  const id = await settleId(ctx)
  if (all.length === 0) await write(ctx, id, 0)
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
  const turn = Math.max(marks.turn, ...marks.all.map((mark) => mark.turn)) + 1
  await saveSetting(ctx.db, TURN_SETTING, String(turn))
  await write(ctx, id, turn)
  for (const { key } of marks.all) await ctx.blobs.remove(key)
  return null
}

/** The same question without taking a turn. */
export const lookAtOwner = async (ctx: Context, now: number): Promise<OwnerDoubt | null> =>
  doubtOf(await marksOf(ctx), now)

function doubtOf({ id, turn, all }: Marks, now: number): OwnerDoubt | null {
  if (all.some((mark) => mark.id !== id)) return 'other'
  // A restored database is older than its store; so is a copy beside the one in use, which goes on sweeping.
  return all.some((mark) => mark.turn > turn && !(now - mark.time >= SILENT_MS)) ? 'newer' : null
}

const settleId = ({ db }: Context): Promise<string> => settleSetting(db, ID_SETTING, async () => randomUUID())

const write = ({ blobs }: Context, id: string, turn: number): Promise<void> =>
  storeText(blobs, `${OWNERS}${id}/${turn}`, 'owner')
