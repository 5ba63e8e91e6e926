import type { ServerDeps } from './deps.ts'

// State of one process: uploads under way, what was announced, rates. Each is a hint that saves work or answers
// earlier. The truth is in the database: another process, or this one after a restart, loses time without it, never
// data or a right.

/** A hint that each of its owners (a server, a database, a transaction) has for itself and that ends with it. */
export function perOwner<T>(make: () => T): (owner: object) => T {
  const hints = new WeakMap<object, { hint: T }>()
  return (owner) => {
    const kept = hints.get(owner) ?? { hint: make() }
    hints.set(owner, kept)
    return kept.hint
  }
}

/** A hint that each server of this process has for itself and that ends with it. */
export const perServer = <T>(make: () => T): ((deps: ServerDeps) => T) => perOwner(make)

/** What the requests about one thing share while there are any. */
export class SharedByRequests<Key, State> {
  readonly #make: () => State
  readonly #things = new Map<Key, { state: State; requests: number }>()

  /** @param make the state that the first request finds */
  constructor(make: () => State) {
    this.#make = make
  }

  /** The state, if a request about it is under way here. */
  peek(key: Key): State | undefined {
    return this.#things.get(key)?.state
  }

  /** Joins the others. `leave` must be called however the request ends; again does nothing. */
  join(key: Key): { state: State; leave: () => void } {
    const thing = this.#things.get(key) ?? { state: this.#make(), requests: 0 }
    this.#things.set(key, thing)
    thing.requests += 1
    let here = true
    const leave = (): void => {
      if (!here) return
      here = false
      thing.requests -= 1
      if (thing.requests === 0) this.#things.delete(key)
    }
    return { state: thing.state, leave }
  }
}

/** What was said a short while ago. */
export class RecentKeys<Key> {
  readonly #times = new Map<Key, number>()
  readonly #forMs: number
  readonly #most: number

  /** @param most the oldest are forgotten when there are more */
  constructor(forMs: number, most: number) {
    this.#forMs = forMs
    this.#most = most
  }

  say(key: Key, now: Date): void {
    this.#times.delete(key)
    this.#times.set(key, now.getTime())
    const [oldest] = this.#times.keys()
    if (this.#times.size > this.#most && oldest !== undefined) this.#times.delete(oldest)
  }

  was(key: Key, now: Date): boolean {
    const time = this.#times.get(key)
    return time !== undefined && now.getTime() - time < this.#forMs
  }
}
