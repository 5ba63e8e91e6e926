import type { Kysely } from 'kysely'
import { TOLERATED_SKEW_MS } from '#shared/contract/home.ts'
import { watchConnection } from '../db/connect.ts'
import { timeOf } from '../db/dialect.ts'
import type { Database } from '../db/schema.ts'
import { type ServerClock, type ServerDeps, systemClock } from '../deps.ts'

const MEASURE_MS = 60_000
const REPORT_MS = 3600_000
/** The fastest of so many answers counts: the shorter it took, the less is uncertain. */
const SAMPLES = 3
/** The computer has slept or its clock was set when its two clocks disagree by so much since the last measurement. */
const JUMP_MS = 1000

/** ms that the computer's clock is ahead of its steady one, which nobody can set. */
const wallMinusSteady = (): number => Date.now() - performance.now()

/**
 * The time of PostgreSQL's clock, on which all processes over one database agree: what they compare (leases, tokens, planned
 * times) does not depend on the clocks of their computers. It is measured again and again, and counted on with the
 * computer's steady clock in between. It never runs backwards by less than the tolerated skew; a larger correction counts
 * at once.
 */
export class DatabaseClock implements ServerClock {
  readonly every = systemClock.every
  readonly #db: Kysely<Database>
  readonly #log: ServerDeps['log']
  readonly #ends: (() => void)[]
  /** The database's time when the steady clock was at 0, epoch ms. */
  #base = wallMinusSteady()
  #wall = wallMinusSteady()
  #latest = 0
  #measuring: Promise<void> | null = null

  private constructor(db: Kysely<Database>, log: ServerDeps['log']) {
    this.#db = watchConnection(db)
    this.#log = log
    this.#ends = [
      systemClock.every(MEASURE_MS, () => void this.#measure()),
      systemClock.every(REPORT_MS, () => this.#report()),
    ]
  }

  /** Resolves when the database's time is known. */
  static async start(db: Kysely<Database>, log: ServerDeps['log']): Promise<DatabaseClock> {
    const clock = new DatabaseClock(db, log)
    await clock.#measure()
    clock.#report()
    return clock
  }

  now(): Date {
    if (Math.abs(wallMinusSteady() - this.#wall) > JUMP_MS) void this.#measure()
    const time = performance.now() + this.#base
    const isSlightlyBack = time < this.#latest && this.#latest - time < TOLERATED_SKEW_MS
    if (!isSlightlyBack) this.#latest = time
    return new Date(this.#latest)
  }

  skewMs(): number {
    return Math.round(wallMinusSteady() - this.#base)
  }

  stop(): void {
    for (const end of this.#ends) end()
  }

  /** One at a time. A database that does not answer is reported by who needs it. */
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
      const time = await timeOf(this.#db)
      const took = performance.now() - asked
      if (took < shortest) base = time - asked - took / 2
      shortest = Math.min(shortest, took)
    }
    this.#base = base
    this.#wall = wallMinusSteady()
  }

  #report(): void {
    const skewMs = this.skewMs()
    if (Math.abs(skewMs) > TOLERATED_SKEW_MS)
      this.#log.warn(
        { skewMs },
        'the clock of this computer differs from the database’s; the time of the database counts',
      )
  }
}

/** For a person: that the computer's clock is wrong; none when it is right. */
export function skewProblems(clock: ServerClock): string[] {
  const skewMs = clock.skewMs?.() ?? 0
  if (Math.abs(skewMs) <= TOLERATED_SKEW_MS) return []
  const direction = skewMs > 0 ? '快' : '慢'
  return [`本机时钟比数据库${direction} ${Math.round(Math.abs(skewMs) / 1000)} 秒，时间以数据库为准，请校准本机时钟`]
}
