import { useCallback, useLayoutEffect, useMemo, useRef } from 'react'
import type { Column } from '#shared/contract/column.ts'
import { useRead } from '#renderer/data/useRead.ts'
import { indexTree } from '#renderer/features/columns/columnTreeItems.ts'
import { filterTree } from './filterTree.ts'

/** The columns of a site as the list shows them; `text` narrows them. */
export function useColumnTree(siteId: number, text: string, enabled: boolean) {
  const read = useRead('column.getTree', { siteId, showHiddenMenu: true }, { quiet: true, enabled, onFocus: true })
  // A·§8: a tree that can't be read empties the list.
  const tree = read.error ? undefined : read.data
  const byId = useMemo(() => indexTree(tree ?? []), [tree])
  const rows = useMemo(() => tree && filterTree(tree, text), [tree, text])
  const latest = useRef(byId)
  useLayoutEffect(() => {
    latest.current = byId
  }, [byId])
  const { refetch } = read
  return {
    read,
    byId,
    rows,
    /** The column with all below it, also what a search hides. Stays the same function. */
    whole: useCallback((column: Column): Column => latest.current.get(column.id) ?? column, []),
    /** Reads the tree again. Stays the same function. */
    reload: useCallback((): void => void refetch(), [refetch]),
  }
}
