interface Emitter<A extends readonly unknown[]> {
  /** Calls every listener in the order of registration. */
  emit(...args: A): void
  /** Returns a function that unsubscribes. Registering a function twice has no effect. */
  on(listener: (...args: A) => void): () => void
  /** Number of listeners. */
  size(): number
}

/** A list of listeners. An exception stops the remaining listeners, unless `onError` is given and receives it. */
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
  /** Notifies the subscribers, unless the value is the same. */
  set(value: T): void
  /** Returns a function that unsubscribes. */
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
