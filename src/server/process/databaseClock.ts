import type { Kysely } from 'kysely'
import { MAX_CLOCK_SKEW_MS } from '#shared/contract/home.ts'
import { healthConnection } from '../db/connect.ts'
import { readDatabaseTime } from '../db/dialect.ts'
import type { Database } from '../db/schema.ts'
import { type ServerClock, type ServerDeps, systemClock } from '../deps.ts'

const MEASURE_MS = 60_000
const REPORT_MS = 3600_000
/** Of several measurements the fastest counts, because its error is smallest. */
const SAMPLES = 3
/** When system and monotonic clock diverge by more than this, the computer has slept or its clock was set. */
const JUMP_MS = 1000

/** Difference of the system clock and the monotonic clock, ms. */
const wallMinusSteady = (): number => Date.now() - performance.now()

/**
 * A clock that follows PostgreSQL's clock, so that all processes of one database agree on leases, tokens and planned
 * times, whatever the clocks of their computers. The offset is measured every minute; between measurements the
 * monotonic clock counts. Small corrections never turn the time back; corrections above the tolerated skew apply
 * immediately.
 */
export class DatabaseClock implements ServerClock {
  readonly every = systemClock.every
  readonly #db: Kysely<Database>
  readonly #log: ServerDeps['log']
  readonly #ends: (() => void)[]
  /** The database's time when the monotonic clock was 0, epoch ms. */
  #base = wallMinusSteady()
  #wall = wallMinusSteady()
  #latest = 0
  #measuring: Promise<void> | null = null

  private constructor(db: Kysely<Database>, log: ServerDeps['log']) {
    this.#db = healthConnection(db)
    this.#log = log
    this.#ends = [
      systemClock.every(MEASURE_MS, () => void this.#measure()),
      systemClock.every(REPORT_MS, () => this.#report()),
    ]
  }

  /** Resolves after the first measurement. */
  static async start(db: Kysely<Database>, log: ServerDeps['log']): Promise<DatabaseClock> {
    const clock = new DatabaseClock(db, log)
    await clock.#measure()
    clock.#report()
    return clock
  }

  now(): Date {
    if (Math.abs(wallMinusSteady() - this.#wall) > JUMP_MS) void this.#measure()
    const time = performance.now() + this.#base
    const isSlightlyBack = time < this.#latest && this.#latest - time < MAX_CLOCK_SKEW_MS
    if (!isSlightlyBack) this.#latest = time
    return new Date(this.#latest)
  }

  skewMs(): number {
    return Math.round(wallMinusSteady() - this.#base)
  }

  stop(): void {
    for (const end of this.#ends) end()
  }

  /** One measurement runs at a time. Failures are only debug messages: other queries report an unreachable database. */
  #measure(): Promise<void> {
    this.#measuring ??= this.#ask()
      .catch((err: unknown) => this.#log.debug({ err }, 'the time of the database could not be measured'))
      .finally(() => (this.#measuring = null))
    return this.#measuring
  }

  async #ask(): Promise<void> {
    let shortest = Infinity
    let base = this.#base
    for (let at = 0; at < SAMPLES; at++) {
      const asked = performance.now()
      const time = await readDatabaseTime(this.#db)
      const took = performance.now() - asked
      if (took < shortest) base = time - asked - took / 2
      shortest = Math.min(shortest, took)
    }
    this.#base = base
    this.#wall = wallMinusSteady()
  }

  #report(): void {
    const skewMs = this.skewMs()
    if (Math.abs(skewMs) > MAX_CLOCK_SKEW_MS)
      this.#log.warn(
        { skewMs },
        'the clock of this computer differs from the database’s; the server uses the time of the database',
      )
  }
}

/** Warns people when the computer's clock is wrong. */
export function skewProblems(clock: ServerClock): string[] {
  const skewMs = clock.skewMs?.() ?? 0
  if (Math.abs(skewMs) <= MAX_CLOCK_SKEW_MS) return []
  const direction = skewMs > 0 ? '快' : '慢'
  return [`本机时钟比数据库${direction} ${Math.round(Math.abs(skewMs) / 1000)} 秒，时间以数据库为准，请校准本机时钟`]
}
