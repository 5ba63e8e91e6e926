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

/** How often the owner renews its lease. */
export const RENEW_MS = 5 * 60_000
/**
 * Duration of a lease. Less than SETTLE_MS, so that an owner that could not renew stops deleting before another one
 * begins.
 */
const VALID_MS = 8 * 60_000
/** If another database used this store, it would have renewed its lease within this time. */
export const SETTLE_MS = 15 * 60_000

/** Why a process must not delete from its store; null: it may. `unsettled`: not known yet. */
export type Standing = OwnerDoubt | 'unsettled' | null

const TAKE = '；确认只有当前数据库使用该存储后，运行 npm run server -- take-store'
/** Messages for people, with the remedy. */
export const OWNER_DOUBTS: Record<OwnerDoubt, string> = {
  other: `文件存储属于另一个数据库，本服务器不会删除其中的文件，也不在其中备份${TAKE}`,
  newer: `当前数据库可能是另一个正在使用的数据库的副本（例如恢复的备份），本服务器不会删除存储中的文件，也不在其中备份${TAKE}`,
}

interface Options {
  db: Kysely<Database>
  blobs: BlobStore
  log: ServerDeps['log']
  now: () => number
  /** No other server can use the store: it is in the data folder, which an embedded database locks. */
  isAlone: boolean
}

/** The lease that allows this process to delete from its store; it has to be renewed regularly. */
export class StoreLease {
  readonly #options: Options
  #standing: Standing = 'unsettled'
  /** When this process first saw no other owner, epoch ms. */
  #since: number | null = null
  /** The turn number of the database at that time. */
  #seen: number | null = null
  #validUntil = 0
  #renewed = 0
  #last: Promise<unknown> = Promise.resolve()

  constructor(options: Options) {
    this.#options = options
  }

  /**
   * Renews the lease. Not within a transaction, because its writes take effect immediately. Calls run one at a time.
   */
  renew(): Promise<Standing> {
    return this.#inTurn(() => this.#renew())
  }

  /** Renews the lease unless it is fresh. */
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
    // A process that was the owner is ahead of every copy; a copy that continued has a higher turn. A process in doubt
    // becomes the owner only after take-store.
    const isKnown = this.#standing !== 'unsettled'
    const isSettled = isKnown || (this.#since !== null && now() - this.#since >= SETTLE_MS)
    const asked = { now: now(), isAlone, isSettled, seen: this.#seen, storeTime: () => storeTime(blobs) }
    const { doubt: standing, turn } = await renewStore({ db, blobs }, asked)
    this.#since = standing === null || standing === 'unsettled' ? (this.#since ?? now()) : null
    this.#seen = standing === 'unsettled' ? (this.#seen ?? turn) : null
    if (standing !== this.#standing && standing !== null && standing !== 'unsettled')
      log.warn({ doubt: standing }, 'another database uses the store, or a later state of this one: nothing is deleted')
    this.#standing = standing
    this.#renewed = now()
    this.#validUntil = isAlone ? Infinity : began + VALID_MS
    return standing
  }

  /** The known state, without a query, so it may be read within a transaction. */
  get standing(): Standing {
    return this.#standing === null && Date.now() > this.#validUntil ? 'unsettled' : this.#standing
  }

  get doubt(): OwnerDoubt | null {
    const { standing } = this
    return standing === 'unsettled' ? null : standing
  }
}

/**
 * The store with deletion only while the lease is valid. Without it `remove` does nothing; the owner's sweep deletes
 * orphans.
 */
export function guarded(blobs: BlobStore, lease: StoreLease): BlobStore {
  const mayGo = (): boolean => lease.standing === null
  return {
    ...blobs,
    // A process may always delete its own marks and test objects.
    remove: async (key) => {
      if (mayGo() || key.startsWith(RIGHTS) || key.startsWith(OWNERS)) await blobs.remove(key)
    },
    take: (key, { keep }) => blobs.take(key, { keep: keep || !mayGo() }),
  }
}

/** Whether the store is in the data folder of an embedded database, which only one server uses. */
export async function isStoreAlone({ db, dataDir, s3 }: Pick<ServerDeps, 'db' | 'dataDir' | 's3'>): Promise<boolean> {
  if (s3 || engineOf(db) === 'postgres') return false
  const uploads = join(dataDir, 'uploads')
  const found = await lstat(uploads).catch(() => null)
  if (!found) return true
  // A mounted or linked folder may belong to another server, too.
  return !found.isSymbolicLink() && found.dev === (await stat(dataDir)).dev
}
