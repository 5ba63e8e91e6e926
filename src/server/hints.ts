import type { ServerDeps } from './deps.ts'

// Hints are state of one process (running uploads, recent announcements, rates) that saves work or time. The database
// has the truth: another process, or this one after a restart, works without hints, only slower.

/** Creates a hint per owner (a server, a database, a transaction), which is garbage-collected with its owner. */
export function perOwner<T>(make: () => T): (owner: object) => T {
  const hints = new WeakMap<object, { hint: T }>()
  return (owner) => {
    const kept = hints.get(owner) ?? { hint: make() }
    hints.set(owner, kept)
    return kept.hint
  }
}

/** Creates a hint per server of this process. */
export const perServer = <T>(make: () => T): ((deps: ServerDeps) => T) => perOwner(make)

/** State that concurrent requests with the same key share; it is dropped after the last one. */
export class SharedRequestState<Key, State> {
  readonly #make: () => State
  readonly #things = new Map<Key, { state: State; requests: number }>()

  /** @param make creates the state for the first request */
  constructor(make: () => State) {
    this.#make = make
  }

  /** The state, if a request with this key is running in this process. */
  peek(key: Key): State | undefined {
    return this.#things.get(key)?.state
  }

  /** Joins the requests with this key. `leave` must be called when the request ends; repeated calls do nothing. */
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

/** A set of recently added keys. */
export class RecentKeys<Key> {
  readonly #times = new Map<Key, number>()
  readonly #forMs: number
  readonly #most: number

  /** @param most maximum number of keys; the oldest are dropped */
  constructor(forMs: number, most: number) {
    this.#forMs = forMs
    this.#most = most
  }

  add(key: Key, now: Date): void {
    this.#times.delete(key)
    this.#times.set(key, now.getTime())
    const [oldest] = this.#times.keys()
    if (this.#times.size > this.#most && oldest !== undefined) this.#times.delete(oldest)
  }

  has(key: Key, now: Date): boolean {
    const time = this.#times.get(key)
    return time !== undefined && now.getTime() - time < this.#forMs
  }
}
