import { createObservable } from '#shared/util/observable.ts'

/** A batch of files that this window is sending to the host; a browser tab has to send their bytes first. */
export interface Staging {
  readonly id: number
  readonly count: number
  /** Bytes. */
  readonly loaded: number
  readonly total: number
  /** Stops sending the rest. */
  cancel(): void
}

const batches = createObservable<readonly Staging[]>([])
let last = 0

export const stagings = batches.get
export const onStagings = batches.subscribe

interface Handle {
  readonly id: number
  loaded(bytes: number): void
  end(): void
}

/** Shows files as being sent to the host until `end` is called. */
export function beginStaging(files: readonly File[], cancel: () => void): Handle {
  const id = (last += 1)
  const total = files.reduce((sum, file) => sum + file.size, 0)
  batches.set([...batches.get(), { id, count: files.length, loaded: 0, total, cancel }])
  return {
    id,
    loaded: (bytes) => batches.set(batches.get().map((each) => (each.id === id ? { ...each, loaded: bytes } : each))),
    end: () => batches.set(batches.get().filter((each) => each.id !== id)),
  }
}
