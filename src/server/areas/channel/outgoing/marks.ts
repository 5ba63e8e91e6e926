import { type Kysely, sql } from 'kysely'
import { engineOf, relaxedSync } from '#server/db/dialect.ts'
import type { Database } from '#server/db/schema.ts'
import { afterAttempt } from './queue.ts'
import type { Outcome, RecipientRow } from './sender.ts'

type Db = Kysely<Database>

/** How one attempt at a recipient ended. */
interface Ended {
  recipient: RecipientRow
  outcome: Outcome
}

interface Wish {
  ended: Ended | undefined
  give: (next: RecipientRow | undefined) => void
  fail: (error: unknown) => void
}

interface Turn {
  outgoingId: number
  /** Recipients above this id wait for another turn. */
  last: number
  now: () => number
  /** May one more be sent to? Asked once for each. */
  mayTake: () => boolean
}

/**
 * The marks of one message's recipients. Connections that come back at a time are served by one transaction: how their
 * attempts ended is kept, and each gets its next recipient. His row says `sending` before anything goes out, so that nobody
 * gets a message twice, whenever the process ends (see goAhead for power cuts), and one per connection is doubtful at most.
 */
export class Marks {
  readonly #db: Db
  readonly #turn: Turn
  #wishes: Wish[] = []
  #isBusy = false

  constructor(db: Db, turn: Turn) {
    this.#db = db
    this.#turn = turn
  }

  /** Keeps how a connection's attempt ended, and takes its next recipient; undefined: there is none now. */
  next(ended?: Ended): Promise<RecipientRow | undefined> {
    return new Promise((give, fail) => {
      this.#wishes.push({ ended, give, fail })
      if (this.#isBusy) return
      this.#isBusy = true
      // Answers of other connections that have already arrived are read before that.
      setImmediate(() => void this.#serve())
    })
  }

  async #serve(): Promise<void> {
    while (this.#wishes.length > 0) {
      const wishes = this.#wishes.splice(0)
      try {
        const taken = await this.#mark(wishes)
        for (const { give } of wishes) give(taken.shift())
      } catch (error) {
        for (const { fail } of wishes) fail(error)
      }
    }
    this.#isBusy = false
  }

  #mark(wishes: readonly Wish[]): Promise<RecipientRow[]> {
    const { now, mayTake } = this.#turn
    const ended = wishes.flatMap((wish) => wish.ended ?? [])
    const count = wishes.filter(() => mayTake()).length
    return relaxedSync(this.#db, (quick) =>
      quick.transaction().execute(async (tx) => {
        if (ended.length > 0) await keepOutcomes(tx, ended, now())
        return count > 0 ? takeRecipients(tx, this.#turn, { count, now: now() }) : []
      }),
    )
  }
}

/** What another process meanwhile took for lost is known now. */
async function keepOutcomes(db: Db, list: readonly Ended[], now: number): Promise<void> {
  const rows = list.map(({ recipient, outcome }) => {
    const { state, message, receiptId, askTime, nextTime, attempts } = afterAttempt(recipient, outcome, now)
    return sql`(cast(${recipient.id} as bigint), cast(${state} as text), cast(${message} as text),
      cast(${receiptId} as text), cast(${askTime} as bigint), cast(${nextTime} as bigint), cast(${attempts} as integer))`
  })
  await sql`
    with ended ("endedId", "isNow", words, receipt, ask, due, tries) as (values ${sql.join(rows)})
    update outgoing_recipient set state = "isNow", message = words, "receiptId" = receipt, "askTime" = ask,
      "nextTime" = due, attempts = tries
    from ended where id = "endedId" and state in ('sending', 'doubtful')`.execute(db)
}

/** Up to so many of the next recipients; none where the message is held or called off. */
async function takeRecipients(
  db: Db,
  { outgoingId, last }: Turn,
  { count, now }: { count: number; now: number },
): Promise<RecipientRow[]> {
  const alone = engineOf(db) === 'postgres' ? sql`for update skip locked` : sql``
  // Chosen once: as a part of the condition it could be looked for again for each row, and lock more of them.
  const { rows } = await sql<RecipientRow>`
    with chosen as (
      select id from outgoing_recipient
      where "outgoingId" = ${outgoingId} and state = 'waiting' and "nextTime" <= ${now} and id <= ${last}
        and exists (select 1 from outgoing where outgoing.id = ${outgoingId} and outgoing.state = 'sending')
      order by id limit ${count} ${alone}
    )
    update outgoing_recipient set state = 'sending', "tryTime" = ${now}, attempts = attempts + 1
    where id in (select id from chosen) and state = 'waiting'
    returning *`.execute(db)
  return rows.toSorted((a, b) => a.id - b.id)
}
