import { lstat, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { engineOf } from '../db/dialect.ts'
import type { Database } from '../db/schema.ts'
import type { ServerDeps } from '../deps.ts'
import { OWNERS, RIGHTS } from './areas.ts'
import type { BlobStore } from './blobStore.ts'
import { type OwnerDoubt, renewStore } from './storeOwner.ts'
import { storeTime } from './sweep.ts'

/** How often an owner says that it goes on. */
export const RENEW_MS = 5 * 60_000
/** Less than SETTLE_MS, so that one that could not say so has stopped removing before another begins. */
const VALID_MS = 8 * 60_000
/** Nobody else has taken a turn for so long: nobody else is there. */
export const SETTLE_MS = 15 * 60_000

/** Why a process removes nothing from its store; null: it may. `unsettled`: it is not known yet. */
export type Standing = OwnerDoubt | 'unsettled' | null

const TAKE = '；确认只有这个数据库使用它后，运行 npm run server -- take-store'
/** For a person, with what helps. */
export const OWNER_DOUBTS: Record<OwnerDoubt, string> = {
  other: `这个文件存储属于另一个数据库，本服务器不会删除其中的文件，也不在其中备份${TAKE}`,
  newer: `这个数据库像是另一个正在使用的数据库的副本（例如恢复的备份），本服务器不会删除存储中的文件，也不在其中备份${TAKE}`,
}

interface Options {
  db: Kysely<Database>
  blobs: BlobStore
  log: ServerDeps['log']
  now: () => number
  /** No other server can use the store: it lies in the data folder, which an embedded database locks. */
  isAlone: boolean
}

/** Whether this process may remove from its store; that it may has to be said again and again. */
export class StoreLease {
  readonly #options: Options
  #standing: Standing = 'unsettled'
  /** When this process first saw no other owner, ms. */
  #since: number | null = null
  /** The turn that its database had then. */
  #seen: number | null = null
  #validUntil = 0
  #renewed = 0
  #last: Promise<unknown> = Promise.resolve()

  constructor(options: Options) {
    this.#options = options
  }

  /** Not within a transaction: what it writes counts at once. One at a time. */
  renew(): Promise<Standing> {
    return this.#inTurn(() => this.#renew())
  }

  /** The same, unless it was done lately. */
  async refresh(): Promise<void> {
    const isFresh = (): boolean => this.standing === null && this.#options.now() - this.#renewed < RENEW_MS / 2
    await this.#inTurn(async () => {
      if (!isFresh()) await this.#renew()
    })
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const next = this.#last.then(work)
    this.#last = next.catch(() => undefined)
    return next
  }

  async #renew(): Promise<Standing> {
    const { db, blobs, now, isAlone, log } = this.#options
    const began = Date.now()
    // Who has been the owner is ahead of every copy; if one has gone on since, its turn tells. Who has been in doubt is the
    // owner only once the store was taken over for its database.
    const isKnown = this.#standing !== 'unsettled'
    const isSettled = isKnown || (this.#since !== null && now() - this.#since >= SETTLE_MS)
    const asked = { now: now(), isAlone, isSettled, seen: this.#seen, storeTime: () => storeTime(blobs) }
    const { doubt: standing, turn } = await renewStore({ db, blobs }, asked)
    this.#since = standing === null || standing === 'unsettled' ? (this.#since ?? now()) : null
    this.#seen = standing === 'unsettled' ? (this.#seen ?? turn) : null
    if (standing !== this.#standing && standing !== null && standing !== 'unsettled')
      log.warn({ doubt: standing }, 'another database uses the store, or a later state of this one: nothing is removed')
    this.#standing = standing
    this.#renewed = now()
    this.#validUntil = isAlone ? Infinity : began + VALID_MS
    return standing
  }

  /** Asks nobody: it may be called within a transaction. */
  get standing(): Standing {
    return this.#standing === null && Date.now() > this.#validUntil ? 'unsettled' : this.#standing
  }

  get doubt(): OwnerDoubt | null {
    const { standing } = this
    return standing === 'unsettled' ? null : standing
  }
}

/**
 * The same store, where bytes go only while it is this database's. Others forget them: what nobody names is swept by the owner.
 */
export function guarded(blobs: BlobStore, lease: StoreLease): BlobStore {
  const mayGo = (): boolean => lease.standing === null
  return {
    ...blobs,
    // What this process wrote for itself.
    remove: async (key) => {
      if (mayGo() || key.startsWith(RIGHTS) || key.startsWith(OWNERS)) await blobs.remove(key)
    },
    take: (key, { keep }) => blobs.take(key, { keep: keep || !mayGo() }),
  }
}

/** Does a store lie in a data folder that the server of an embedded database has for itself? */
export async function isStoreAlone({ db, dataDir, s3 }: Pick<ServerDeps, 'db' | 'dataDir' | 's3'>): Promise<boolean> {
  if (s3 || engineOf(db) === 'postgres') return false
  const uploads = join(dataDir, 'uploads')
  const found = await lstat(uploads).catch(() => null)
  if (!found) return true
  // A folder that is mounted or linked there may be another server's too.
  return !found.isSymbolicLink() && found.dev === (await stat(dataDir)).dev
}
