import { randomBytes } from 'node:crypto'

/** Names that nobody can guess and that hold for a while. */
export interface Tickets {
  issue(): string
  /** Did it hold until now? Either way it holds no longer. */
  spend(ticket: string): boolean
  /** Does it hold? Then it does so for the whole time again. */
  renew(ticket: string): boolean
  /** From now on it holds for the whole time. */
  hold(ticket: string): void
}

/** More than pages ask for at once; the oldest end first. */
const MOST = 1000

/** @param lifetime and `now` in ms */
export function createTickets(lifetime: number, now: () => number): Tickets {
  // Insertion order is the order of expiry.
  const ends = new Map<string, number>()
  const hold = (ticket: string): void => {
    ends.delete(ticket)
    ends.set(ticket, now() + lifetime)
    for (const [oldest, end] of ends) {
      if (ends.size <= MOST && end > now()) break
      ends.delete(oldest)
    }
  }
  const spend = (ticket: string): boolean => {
    const end = ends.get(ticket)
    ends.delete(ticket)
    return end !== undefined && end > now()
  }
  return {
    issue() {
      const ticket = randomBytes(24).toString('base64url')
      hold(ticket)
      return ticket
    },
    spend,
    hold,
    renew(ticket) {
      const holds = spend(ticket)
      if (holds) hold(ticket)
      return holds
    },
  }
}
