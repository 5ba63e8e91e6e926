const suppressed = new WeakSet<Error>()

/** Suppresses the shared toast for an error that the caller shows itself. */
export const suppressToast = (error: Error): void => {
  suppressed.add(error)
}
export const isToastSuppressed = (error: Error): boolean => suppressed.has(error)
