const claimed = new WeakSet<Error>()

/** The caller shows this failure itself, so the shared toast is not shown. */
export const suppressToast = (error: Error): void => {
  claimed.add(error)
}
export const isToastSuppressed = (error: Error): boolean => claimed.has(error)
