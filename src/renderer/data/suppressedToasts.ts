const claimed = new WeakSet<Error>()

/** Says that a caller shows this failure in its own way, so that the shared toast keeps still. */
export const suppressToast = (error: Error): void => {
  claimed.add(error)
}
export const isToastSuppressed = (error: Error): boolean => claimed.has(error)
