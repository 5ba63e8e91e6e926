import { type ComponentType, useState, useSyncExternalStore } from 'react'

interface State<P> {
  code: ComponentType<P> | null
  error?: unknown
}

/** A component whose code is loaded once, on first use, for all places that render it. */
export class LazyCode<P> {
  readonly #load: () => Promise<ComponentType<P>>
  readonly #listeners = new Set<() => void>()
  #state: State<P> | null = null

  constructor(load: () => Promise<ComponentType<P>>) {
    this.#load = load
  }

  /** Starts loading, also again after a failure. */
  readonly begin = (): void => {
    if (this.#state && !('error' in this.#state)) return
    this.#state = { code: null }
    this.#load().then(
      (code) => this.#settle({ code }),
      (error: unknown) => this.#settle({ code: null, error }),
    )
  }
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
  readonly state = (): State<P> | null => this.#state

  #settle(state: State<P>): void {
    this.#state = state
    for (const listener of this.#listeners) listener()
  }
}

/**
 * The component; null while it loads. Throws the error of a failed load; the next mount tries again.
 * Not by Suspense: React shows a fallback for at least 300 ms, which would delay everything that is opened first.
 */
export function useLazyCode<P>(lateCode: LazyCode<P>): ComponentType<P> | null {
  const { begin, subscribe, state } = lateCode
  const [current, setCurrent] = useState<LazyCode<P> | null>(null)
  // The same element may get another component's code, as when a page before the sign-in leads to the next.
  if (current !== lateCode) {
    begin()
    setCurrent(lateCode)
  }
  const now = useSyncExternalStore(subscribe, state)
  if (now && 'error' in now) throw now.error
  return now?.code ?? null
}
