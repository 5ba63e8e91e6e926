const claimed = new WeakSet<Error>()

/** Suppresses the shared toast for an error that the caller shows itself. */
export const suppressToast = (error: Error): void => {
  claimed.add(error)
}
export const isToastSuppressed = (error: Error): boolean => claimed.has(error)
