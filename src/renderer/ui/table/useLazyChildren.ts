import { useCallback, useMemo, useRef, useState } from 'react'
import type { TreeShape } from './treeRows.ts'
import type { RowKey } from './types.ts'

interface Loaded<Row> {
  children: readonly Row[] | null
  error: unknown
}

interface Source<Row> extends Pick<TreeShape<Row>, 'rowKey' | 'childrenOf'> {
  loadChildren?: ((row: Row) => Promise<readonly Row[]>) | undefined
  hasChildren?: ((row: Row) => boolean) | undefined
}

/** Children that are loaded when their row is opened and its placeholder comes into view. */
export function useLazyChildren<Row>({ rowKey, childrenOf, loadChildren, hasChildren }: Source<Row>): {
  shape: TreeShape<Row>
  errorOf: (key: RowKey) => unknown
  load: (row: Row) => void
} {
  const [loaded, setLoaded] = useState<ReadonlyMap<RowKey, Loaded<Row>>>(new Map())
  const busy = useRef(new Set<RowKey>())

  const setEntry = useCallback(
    (key: RowKey, value: Loaded<Row>) => setLoaded((now) => new Map(now).set(key, value)),
    [setLoaded],
  )
  const load = useCallback(
    (row: Row): void => {
      const key = rowKey(row)
      if (!loadChildren || busy.current.has(key)) return
      busy.current.add(key)
      setEntry(key, { children: null, error: null })
      loadChildren(row)
        .then(
          (children) => setEntry(key, { children, error: null }),
          (error: unknown) => setEntry(key, { children: null, error }),
        )
        .finally(() => busy.current.delete(key))
    },
    [rowKey, loadChildren, setEntry],
  )

  const shape = useMemo<TreeShape<Row>>(() => {
    if (!loadChildren) return { rowKey, childrenOf }
    const below = (row: Row): readonly Row[] => {
      const known = childrenOf(row)
      return known.length > 0 ? known : (loaded.get(rowKey(row))?.children ?? known)
    }
    const waits = (row: Row): boolean => !loaded.get(rowKey(row))?.children && (hasChildren?.(row) ?? true)
    return { rowKey, childrenOf: below, waits }
  }, [rowKey, childrenOf, loadChildren, hasChildren, loaded])

  return { shape, load, errorOf: useCallback((key: RowKey) => loaded.get(key)?.error ?? null, [loaded]) }
}
