import { useMemo, useState } from 'react'
import type { RowKey } from './types.ts'

/** The open rows of a tree, by key, so that they survive a reload of the rows. */
export interface TreeState {
  isExpanded: (key: RowKey) => boolean
  toggle: (key: RowKey) => void
  expandAll: () => void
  collapseAll: () => void
  /** Opens these rows, for instance all above one that is to be seen. */
  reveal: (keys: readonly RowKey[]) => void
}

interface Kept {
  open: boolean
  /** The rows that are otherwise. */
  others: ReadonlySet<RowKey>
}

interface Start {
  initially?: 'expanded' | 'collapsed'
  /** Rows that are open from the start in a collapsed tree. */
  opened?: readonly RowKey[]
}

const NONE: ReadonlySet<RowKey> = new Set()

/** The open rows of a tree table; new rows follow the last 展开全部 or 折叠全部. */
export function useTreeState({ initially = 'collapsed', opened = [] }: Start = {}): TreeState {
  const open = initially === 'expanded'
  const [kept, setKept] = useState<Kept>(() => ({ open, others: open ? NONE : new Set(opened) }))
  return useMemo(
    () => ({
      isExpanded: (key) => kept.open !== kept.others.has(key),
      toggle: (key) =>
        setKept(({ open, others }) => {
          const next = new Set(others)
          if (!next.delete(key)) next.add(key)
          return { open, others: next }
        }),
      expandAll: () => setKept({ open: true, others: NONE }),
      collapseAll: () => setKept({ open: false, others: NONE }),
      reveal: (keys) =>
        setKept(({ open, others }) => {
          const next = new Set(others)
          for (const key of keys)
            if (open) next.delete(key)
            else next.add(key)
          return { open, others: next }
        }),
    }),
    [kept],
  )
}
