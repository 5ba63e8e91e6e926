import { useMemo, useSyncExternalStore } from 'react'
import type { UploadTask, UploadTotals } from '#shared/contract/uploads.ts'
import type { UploadsState } from './state.ts'
import { onUploads, uploadsState } from './store.ts'

const totals = (): UploadTotals => uploadsState().totals
const order = (): readonly string[] => uploadsState().order

/** All unfinished uploads together; bytes and seconds. */
export const useUploadTotals = (): UploadTotals => useSyncExternalStore(onUploads, totals)

/** Ids of all uploads in the queue's order; another list only when one comes, goes or moves. */
export const useUploadOrder = (): readonly string[] => useSyncExternalStore(onUploads, order)

/** One upload, drawn again only when it changes; undefined once it is gone. */
export const useUploadTask = (id: string): UploadTask | undefined =>
  useSyncExternalStore(onUploads, () => uploadsState().tasks.get(id))

const same = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((each, i) => each === b[i])

/** A fact of all uploads; draws again when another value comes out. `select` must be the same function between draws. */
export const useUploadFact = <T extends string | number | boolean | null>(select: (state: UploadsState) => T): T =>
  useSyncExternalStore(onUploads, () => select(uploadsState()))

/** The same list as before as long as the same things are in it. */
function steady<T>(select: (state: UploadsState) => readonly T[]): () => readonly T[] {
  let last: readonly T[] = []
  return () => {
    const next = select(uploadsState())
    if (!same(last, next)) last = next
    return last
  }
}

/** A list made of all uploads; another one only when something else is in it. `select` must be the same function between draws. */
export function useUploadList<T>(select: (state: UploadsState) => readonly T[]): readonly T[] {
  const snapshot = useMemo(() => steady(select), [select])
  return useSyncExternalStore(onUploads, snapshot)
}

/**
 * The uploads that `wanted` takes, in the queue's order. Draws again with every change of one of them: several times a
 * second while they move, so a long list is an `UploadList` instead.
 * @param wanted must be the same function between draws.
 */
export function useUploadTasks(wanted: (task: UploadTask) => boolean): readonly UploadTask[] {
  const select = useMemo(
    () =>
      ({ tasks, order }: UploadsState) =>
        order.flatMap((id) => tasks.get(id) ?? []).filter(wanted),
    [wanted],
  )
  return useUploadList(select)
}
