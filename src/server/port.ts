/**
 * Dependency inversion between layers: the higher layer registers an implementation, the lower layer gets it at run
 * time.
 */
interface Port<T> {
  /** Called once, when the module of the higher area loads. */
  register(implementation: T): void
  /** @throws Error when nothing is registered: an area is missing in areas/index.ts */
  get(): T
}

/** Creates a port; its name appears in the error message. */
export function createPort<T>(name: string): Port<T> {
  let registered: T | null = null
  return {
    register: (implementation) => void (registered = implementation),
    get: () => {
      if (registered === null) throw new Error(`nothing is registered for the port ${name}`)
      return registered
    },
  }
}
