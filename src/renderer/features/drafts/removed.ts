const listeners = new Set<() => void>()

/** Something that was kept on this computer is gone: saved, or given up. */
export const tellRemoved = (): void => {
  for (const listener of listeners) listener()
}

/** Answers the way to stop. */
export function onRemoved(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}
