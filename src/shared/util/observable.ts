interface Emitter<A extends readonly unknown[]> {
  /** Calls every listener, in the order in which they came. */
  emit(...args: A): void
  /** Answers the way to stop. The same function counts once. */
  on(listener: (...args: A) => void): () => void
  /** How many listen. */
  size(): number
}

/**
 * A list of listeners. When one throws, the others are not called, unless `onError` is given, which then gets the
 * error.
 */
export function createEmitter<A extends readonly unknown[] = []>(
  onError?: (error: unknown, ...args: A) => void,
): Emitter<A> {
  const listeners = new Set<(...args: A) => void>()
  return {
    emit(...args) {
      for (const listener of listeners) {
        try {
          listener(...args)
        } catch (error) {
          if (!onError) throw error
          onError(error, ...args)
        }
      }
    },
    on(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
    size: () => listeners.size,
  }
}

interface Observable<T> {
  get(): T
  /** Tells those who subscribed, unless it is the same value. */
  set(value: T): void
  /** Answers the way to stop. */
  subscribe(listener: () => void): () => void
}

/** A value with change notifications; `get` and `subscribe` fit React's `useSyncExternalStore`. */
export function createObservable<T>(first: T): Observable<T> {
  let value = first
  const changes = createEmitter()
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return
      value = next
      changes.emit()
    },
    subscribe: changes.on,
  }
}
