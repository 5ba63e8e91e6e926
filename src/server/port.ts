/** What lower code needs of higher code: the higher one registers it, the lower one asks for it when it is called. */
interface Port<T> {
  /** Called once, when the module of the higher area loads. */
  register(implementation: T): void
  /** @throws Error when nobody has registered: an area is missing in areas/index.ts */
  get(): T
}

/** A port with a name for its error. */
export function port<T>(name: string): Port<T> {
  let registered: T | null = null
  return {
    register: (implementation) => void (registered = implementation),
    get: () => {
      if (registered === null) throw new Error(`nothing is registered for the port ${name}`)
      return registered
    },
  }
}
