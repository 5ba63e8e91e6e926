/** Hashes are remembered by size and time; every so often each file is read again nevertheless (S1), ms. */
const FULL_EVERY = 3600_000

/** Paths that may have changed although size and time look the same. */
export interface DirtyPaths {
  add(path: string): void
  all(): void
  /** Those since they were last taken. */
  take(): ReadonlySet<string> | 'all'
}

export function createDirtyPaths(now: () => number): DirtyPaths {
  let paths = new Set<string>()
  let everything = false
  let lastFull = now()
  return {
    add(path) {
      paths.add(path)
    },
    all() {
      everything = true
    },
    take() {
      const full = everything || now() - lastFull > FULL_EVERY
      if (full) lastFull = now()
      const taken = full ? 'all' : paths
      everything = false
      paths = new Set()
      return taken
    },
  }
}
