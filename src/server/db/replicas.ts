import { type Kysely, sql } from 'kysely'
import { describeDatabase } from './reach.ts'
import { queryTime } from './queryTime.ts'
import type { Database } from './schema.ts'

/** What is asked of a replica at each look may take so long: one that hangs is left out. */
const ASK_MS = 2000
/** Remembered positions of the primary: a replica further behind is too far behind whatever its limit. */
const POSITIONS = 600
/** Accounts whose newest rows were seen on a replica, remembered so that it is not asked again. */
const MOST_KNOWN = 10_000

export type ReplicaState = 'ready' | 'behind' | 'away' | 'wrong'

interface Position {
  /** Bytes of the write-ahead log. */
  lsn: number
  /** ms of performance.now(), before the primary was asked: it is this old at the least. */
  at: number
}

interface Primary {
  identity: string
  positions: readonly Position[]
}

/** A copy of the database that follows the primary by streaming, for reads. */
export class Replica {
  /** Host, port and database; never the password. */
  readonly name: string
  readonly db: Kysely<Database>
  /** Of accounts: what was seen here of their newest rows. */
  readonly seen = new Map<number, string>()
  #state: ReplicaState = 'away'
  #lagMs = Infinity
  readonly #onChange: (replica: Replica, reason: string) => void

  constructor(url: string, db: Kysely<Database>, onChange: (replica: Replica, reason: string) => void) {
    this.name = describeDatabase(url)
    this.db = db
    this.#onChange = onChange
  }

  get state(): ReplicaState {
    return this.#state
  }

  /** How old its state is at most, ms; Infinity: not known. */
  get lagMs(): number {
    return this.#lagMs
  }

  /** It failed in use: it is left out until the next look. */
  failed(error: unknown): void {
    this.#set('away', Infinity, error instanceof Error ? error.message : String(error))
  }

  /** The account's newest rows, as they were named by the primary, are here. */
  know(accountId: number, rows: string): void {
    this.seen.delete(accountId)
    this.seen.set(accountId, rows)
    const [oldest] = this.seen.keys()
    if (this.seen.size > MOST_KNOWN && oldest !== undefined) this.seen.delete(oldest)
  }

  /** Asks it how far it is. */
  async look({ identity, positions }: Primary, limitMs: number): Promise<void> {
    try {
      const asked = performance.now()
      const found = await queryTime.run(ASK_MS, () => positionOfReplica(this.db))
      if (!found.isStandby) return this.#set('wrong', Infinity, 'it is no standby')
      if (found.identity !== identity) return this.#set('wrong', Infinity, 'it belongs to another database')
      const last = positions.findLast(({ lsn }) => lsn <= found.lsn)
      const lag = last ? Math.max(0, asked - last.at) : Infinity
      if (lag > limitMs) this.#set('behind', lag, `it is ${Math.round(lag / 1000)} s behind`)
      else this.#set('ready', lag, '')
    } catch (error) {
      this.failed(error)
    }
  }

  #set(state: ReplicaState, lagMs: number, reason: string): void {
    const before = this.#state
    this.#state = state
    this.#lagMs = lagMs
    // What it had may be gone when it comes back from a backup.
    if (state === 'away' || state === 'wrong') this.seen.clear()
    if (before !== state) this.#onChange(this, reason)
  }
}

/** The replicas of one database, and which of them may be read now. */
export class Replicas {
  readonly all: readonly Replica[]
  readonly #primary: Kysely<Database>
  readonly #limitMs: number
  readonly #positions: Position[] = []
  #turn = 0

  /** @param limitMs a replica further behind is left out */
  constructor(primary: Kysely<Database>, all: readonly Replica[], limitMs: number) {
    this.#primary = primary
    this.all = all
    this.#limitMs = limitMs
  }

  /** The next one that may be read; undefined: none. */
  pick(): Replica | undefined {
    const ready = this.all.filter(({ state }) => state === 'ready')
    this.#turn += 1
    return ready[this.#turn % Math.max(1, ready.length)]
  }

  /** Asks the primary where it is and each replica how far it has come. */
  async look(): Promise<void> {
    const at = performance.now()
    const { lsn, identity } = await queryTime.run(ASK_MS, () => positionOfPrimary(this.#primary))
    this.#positions.push({ lsn, at })
    if (this.#positions.length > POSITIONS) this.#positions.shift()
    const primary = { identity, positions: this.#positions }
    await Promise.all(this.all.map((replica) => replica.look(primary, this.#limitMs)))
  }

  async close(): Promise<void> {
    await Promise.all(this.all.map(({ db }) => db.destroy()))
  }
}

/** The same in all copies of one cluster. */
const IDENTITY = sql<string>`(select system_identifier::text from pg_control_system()) || '/' || current_database()`

async function positionOfPrimary(db: Kysely<Database>): Promise<{ lsn: number; identity: string }> {
  const { rows } = await sql<{ lsn: number; identity: string }>`
    select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0') as lsn, ${IDENTITY} as identity`.execute(db)
  return rows[0] ?? { lsn: Infinity, identity: '' }
}

async function positionOfReplica(db: Kysely<Database>): Promise<{ isStandby: boolean; lsn: number; identity: string }> {
  const { rows } = await sql<{ isStandby: boolean; lsn: number; identity: string }>`
    select pg_is_in_recovery() as "isStandby",
      coalesce(pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0'), 0) as lsn, ${IDENTITY} as identity`.execute(db)
  return rows[0] ?? { isStandby: false, lsn: 0, identity: '' }
}
