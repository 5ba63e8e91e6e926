import { type Kysely, sql } from 'kysely'
import { engineOf, withRelaxedSync } from '#server/db/dialect.ts'
import type { Database } from '#server/db/schema.ts'
import { toStateAfterAttempt } from './queue.ts'
import type { Outcome, RecipientRow } from './sender.ts'

type Db = Kysely<Database>

/** The result of one attempt. */
interface AttemptResult {
  recipient: RecipientRow
  outcome: Outcome
}

interface NextRequest {
  ended: AttemptResult | undefined
  give: (next: RecipientRow | undefined) => void
  fail: (error: unknown) => void
}

interface SendTurn {
  outgoingId: number
  /** Largest recipient id of this turn. */
  last: number
  now: () => number
  /** Whether one more recipient may be sent to. Called once per recipient; consumes the budget. */
  mayTake: () => boolean
}

/**
 * Hands the recipients of one message to the connections. One transaction serves all connections that wait at the same
 * time: it saves their results and claims their next recipients. A recipient's state is `sending` before anything is
 * sent, so that no recipient gets a message twice when the process ends (for power cuts see reserveRecipients); at most
 * one recipient per connection becomes doubtful.
 */
export class RecipientQueue {
  readonly #db: Db
  readonly #turn: SendTurn
  #requests: NextRequest[] = []
  #isBusy = false

  constructor(db: Db, turn: SendTurn) {
    this.#db = db
    this.#turn = turn
  }

  /** Saves the result of a connection's last attempt and claims its next recipient; undefined: none is left. */
  next(ended?: AttemptResult): Promise<RecipientRow | undefined> {
    return new Promise((give, fail) => {
      this.#requests.push({ ended, give, fail })
      if (this.#isBusy) return
      this.#isBusy = true
      // Waits for the results of other connections that have already arrived.
      setImmediate(() => void this.#serve())
    })
  }

  async #serve(): Promise<void> {
    while (this.#requests.length > 0) {
      const wishes = this.#requests.splice(0)
      try {
        const claimed = await this.#saveAndClaim(wishes)
        for (const { give } of wishes) give(claimed.shift())
      } catch (error) {
        for (const { fail } of wishes) fail(error)
      }
    }
    this.#isBusy = false
  }

  #saveAndClaim(wishes: readonly NextRequest[]): Promise<RecipientRow[]> {
    const { now, mayTake } = this.#turn
    const ended = wishes.flatMap((wish) => wish.ended ?? [])
    const count = wishes.filter(() => mayTake()).length
    return withRelaxedSync(this.#db, (quick) =>
      quick.transaction().execute(async (tx) => {
        if (ended.length > 0) await saveOutcomes(tx, ended, now())
        return count > 0 ? claimRecipients(tx, this.#turn, { count, now: now() }) : []
      }),
    )
  }
}

/** Also updates recipients that another process has marked as doubtful meanwhile. */
async function saveOutcomes(db: Db, list: readonly AttemptResult[], now: number): Promise<void> {
  const rows = list.map(({ recipient, outcome }) => {
    const { state, message, receiptId, askTime, nextTime, attempts } = toStateAfterAttempt(recipient, outcome, now)
    return sql`(cast(${recipient.id} as bigint), cast(${state} as text), cast(${message} as text),
      cast(${receiptId} as text), cast(${askTime} as bigint), cast(${nextTime} as bigint), cast(${attempts} as integer))`
  })
  await sql`
    with ended ("endedId", "isNow", words, receipt, ask, due, tries) as (values ${sql.join(rows)})
    update outgoing_recipient set state = "isNow", message = words, "receiptId" = receipt, "askTime" = ask,
      "nextTime" = due, attempts = tries
    from ended where id = "endedId" and state in ('sending', 'doubtful')`.execute(db)
}

/** Claims up to `count` recipients; none if the message is paused or cancelled. */
async function claimRecipients(
  db: Db,
  { outgoingId, last }: SendTurn,
  { count, now }: { count: number; now: number },
): Promise<RecipientRow[]> {
  const lockClause = engineOf(db) === 'postgres' ? sql`for update skip locked` : sql``
  // A CTE is evaluated once; a subquery could run again for each row and lock more rows.
  const { rows } = await sql<RecipientRow>`
    with chosen as (
      select id from outgoing_recipient
      where "outgoingId" = ${outgoingId} and state = 'waiting' and "nextTime" <= ${now} and id <= ${last}
        and exists (select 1 from outgoing where outgoing.id = ${outgoingId} and outgoing.state = 'sending')
      order by id limit ${count} ${lockClause}
    )
    update outgoing_recipient set state = 'sending', "tryTime" = ${now}, attempts = attempts + 1
    where id in (select id from chosen) and state = 'waiting'
    returning *`.execute(db)
  return rows.toSorted((a, b) => a.id - b.id)
}
