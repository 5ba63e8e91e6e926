import { useMemo, useSyncExternalStore } from 'react'
import type { UploadTask, UploadTotals } from '#shared/contract/uploads.ts'
import type { UploadsState } from './state.ts'
import { onUploads, uploadsState } from './store.ts'

const totals = (): UploadTotals => uploadsState().totals

/** Totals of all unfinished uploads, in bytes and seconds. */
export const useUploadTotals = (): UploadTotals => useSyncExternalStore(onUploads, totals)

/** One upload; renders again only when it changes. undefined after its removal. */
export const useUploadTask = (id: string): UploadTask | undefined =>
  useSyncExternalStore(onUploads, () => uploadsState().tasks.get(id))

const hasSameItems = (a: readonly unknown[], b: readonly unknown[]): boolean =>
  a.length === b.length && a.every((each, i) => each === b[i])

/** A value computed from all uploads; renders again only when the value changes. `select` must be stable. */
export const useUploadFact = <T extends string | number | boolean | null>(select: (state: UploadsState) => T): T =>
  useSyncExternalStore(onUploads, () => select(uploadsState()))

/** A selector that returns the previous list while its items are the same. */
function createStableSelector<T>(select: (state: UploadsState) => readonly T[]): () => readonly T[] {
  let last: readonly T[] = []
  return () => {
    const next = select(uploadsState())
    if (!hasSameItems(last, next)) last = next
    return last
  }
}

/** A list computed from all uploads; a new one only when its items change. `select` must be stable. */
export function useUploadList<T>(select: (state: UploadsState) => readonly T[]): readonly T[] {
  const snapshot = useMemo(() => createStableSelector(select), [select])
  return useSyncExternalStore(onUploads, snapshot)
}

/**
 * The uploads that match, in the queue's order. Renders with every change of one of them, several times a second, so
 * long lists use `UploadList`.
 * @param matches must be stable
 */
export function useUploadTasks(matches: (task: UploadTask) => boolean): readonly UploadTask[] {
  const select = useMemo(
    () =>
      ({ tasks, order }: UploadsState) =>
        order.flatMap((id) => tasks.get(id) ?? []).filter(matches),
    [matches],
  )
  return useUploadList(select)
}
