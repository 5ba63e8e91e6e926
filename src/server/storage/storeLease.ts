import { lstat, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { engineOf } from '../db/dialect.ts'
import type { Database } from '../db/schema.ts'
import type { ServerDeps } from '../deps.ts'
import { OWNER_MARKS, PERMISSION_PROBES } from './keyPrefixes.ts'
import type { BlobStore } from './blobStore.ts'
import { type OwnerDoubt, renewOwnership } from './storeOwner.ts'
import { readStoreTime } from './sweep.ts'

/** How often the owner renews its lease. */
export const RENEW_MS = 5 * 60_000
/**
 * Duration of a lease. Less than SETTLE_MS, so that an owner that could not renew stops deleting before another one
 * begins.
 */
const LEASE_MS = 8 * 60_000
/** If another database used this store, it would have renewed its lease within this time. */
export const SETTLE_MS = 15 * 60_000

/** Why a process must not delete from its store; null: it may. `unsettled`: not known yet. */
export type LeaseState = OwnerDoubt | 'unsettled' | null

const TAKE_STORE_REMEDY = '；确认只有当前数据库使用该存储后，运行 npm run server -- take-store'
/** Messages for people, with the remedy. */
export const OWNER_DOUBTS: Record<OwnerDoubt, string> = {
  other: `文件存储属于另一个数据库，本服务器不会删除其中的文件，也不在其中备份${TAKE_STORE_REMEDY}`,
  newer: `当前数据库可能是另一个正在使用的数据库的副本（例如恢复的备份），本服务器不会删除存储中的文件，也不在其中备份${TAKE_STORE_REMEDY}`,
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
  #state: LeaseState = 'unsettled'
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
  renew(): Promise<LeaseState> {
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

  async #renew(): Promise<LeaseState> {
    const { db, blobs, now, isAlone, log } = this.#options
    const began = Date.now()
    // A process that was the owner is ahead of every copy; a copy that continued has a higher turn. A process in doubt
    // becomes the owner only after take-store.
    const isKnown = this.#state !== 'unsettled'
    const isSettled = isKnown || (this.#since !== null && now() - this.#since >= SETTLE_MS)
    const asked = { now: now(), isAlone, isSettled, lastTurn: this.#seen, storeTime: () => readStoreTime(blobs) }
    const { doubt: standing, turn } = await renewOwnership({ db, blobs }, asked)
    this.#since = standing === null || standing === 'unsettled' ? (this.#since ?? now()) : null
    this.#seen = standing === 'unsettled' ? (this.#seen ?? turn) : null
    if (standing !== this.#state && standing !== null && standing !== 'unsettled')
      log.warn({ doubt: standing }, 'another database uses the store, or a later state of this one: nothing is deleted')
    this.#state = standing
    this.#renewed = now()
    this.#validUntil = isAlone ? Infinity : began + LEASE_MS
    return standing
  }

  /** The known state, without a query, so it may be read within a transaction. */
  get standing(): LeaseState {
    return this.#state === null && Date.now() > this.#validUntil ? 'unsettled' : this.#state
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
export function guardDeletion(blobs: BlobStore, lease: StoreLease): BlobStore {
  const mayGo = (): boolean => lease.standing === null
  return {
    ...blobs,
    // A process may always delete its own marks and test objects.
    remove: async (key) => {
      if (mayGo() || key.startsWith(PERMISSION_PROBES) || key.startsWith(OWNER_MARKS)) await blobs.remove(key)
    },
    extract: (key, { keep }) => blobs.extract(key, { keep: keep || !mayGo() }),
  }
}

/** Whether the store is in the data folder of an embedded database, which only one server uses. */
export async function isStoreExclusive({
  db,
  dataDir,
  s3,
}: Pick<ServerDeps, 'db' | 'dataDir' | 's3'>): Promise<boolean> {
  if (s3 || engineOf(db) === 'postgres') return false
  const uploads = join(dataDir, 'uploads')
  const found = await lstat(uploads).catch(() => null)
  if (!found) return true
  // A mounted or linked folder may belong to another server, too.
  return !found.isSymbolicLink() && found.dev === (await stat(dataDir)).dev
}
