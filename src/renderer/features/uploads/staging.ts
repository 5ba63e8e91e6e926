/** Files that this window is still handing to the host: in a browser tab their bytes go there first. */
export interface Staging {
  readonly id: number
  readonly count: number
  /** Bytes. */
  readonly loaded: number
  readonly total: number
  /** The rest is not handed over. */
  cancel(): void
}

let batches: readonly Staging[] = []
const listeners = new Set<() => void>()
let last = 0

function publish(next: readonly Staging[]): void {
  batches = next
  for (const listener of listeners) listener()
}

export const stagings = (): readonly Staging[] => batches

export function onStagings(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

interface Handle {
  readonly id: number
  loaded(bytes: number): void
  end(): void
}

/** Shows that files are being handed over, until `end`. */
export function beginStaging(files: readonly File[], cancel: () => void): Handle {
  const id = (last += 1)
  const total = files.reduce((sum, file) => sum + file.size, 0)
  publish([...batches, { id, count: files.length, loaded: 0, total, cancel }])
  return {
    id,
    loaded: (bytes) => publish(batches.map((each) => (each.id === id ? { ...each, loaded: bytes } : each))),
    end: () => publish(batches.filter((each) => each.id !== id)),
  }
}
