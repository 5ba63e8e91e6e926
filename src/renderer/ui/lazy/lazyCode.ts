import { type ComponentType, useState, useSyncExternalStore } from 'react'

interface State<P> {
  code: ComponentType<P> | null
  error?: unknown
}

/** A component whose code is loaded once, when one first needs it, for all who show it. */
export class LazyCode<P> {
  readonly #load: () => Promise<ComponentType<P>>
  readonly #listeners = new Set<() => void>()
  #state: State<P> | null = null

  constructor(load: () => Promise<ComponentType<P>>) {
    this.#load = load
  }

  /** Begins to load it, also once more after that failed. */
  readonly begin = (): void => {
    if (this.#state && !('error' in this.#state)) return
    this.#state = { code: null }
    this.#load().then(
      (code) => this.#settle({ code }),
      (error: unknown) => this.#settle({ code: null, error }),
    )
  }
  readonly subscribe = (tell: () => void): (() => void) => {
    this.#listeners.add(tell)
    return () => this.#listeners.delete(tell)
  }
  readonly state = (): State<P> | null => this.#state

  #settle(state: State<P>): void {
    this.#state = state
    for (const tell of this.#listeners) tell()
  }
}

/**
 * The component; null while it loads. Throws what kept it from loading; mounted anew, it is tried again.
 * Not by Suspense: React keeps a fallback for 300 ms at least, so everything that is opened for the first time would wait.
 */
export function useLazyCode<P>(lateCode: LazyCode<P>): ComponentType<P> | null {
  const { begin, subscribe, state } = lateCode
  const [begun, setBegun] = useState<LazyCode<P> | null>(null)
  // In one place another component's code may follow, as when a page before signing in leads to the next.
  if (begun !== lateCode) {
    begin()
    setBegun(lateCode)
  }
  const now = useSyncExternalStore(subscribe, state)
  if (now && 'error' in now) throw now.error
  return now?.code ?? null
}
