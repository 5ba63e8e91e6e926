import { useMemo, useState } from 'react'
import type { RowKey } from './types.ts'

/** The open rows of a tree, by key, so that they survive a reload of the rows. */
export interface TreeState {
  isExpanded: (key: RowKey) => boolean
  toggle: (key: RowKey) => void
  expandAll: () => void
  collapseAll: () => void
  /** Opens rows, such as all ancestors of a row that must be visible. */
  reveal: (keys: readonly RowKey[]) => void
}

interface OpenState {
  open: boolean
  /** The rows with the opposite state. */
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
  const [openState, setOpenState] = useState<OpenState>(() => ({ open, others: open ? NONE : new Set(opened) }))
  return useMemo(
    () => ({
      isExpanded: (key) => openState.open !== openState.others.has(key),
      toggle: (key) =>
        setOpenState(({ open, others }) => {
          const next = new Set(others)
          if (!next.delete(key)) next.add(key)
          return { open, others: next }
        }),
      expandAll: () => setOpenState({ open: true, others: NONE }),
      collapseAll: () => setOpenState({ open: false, others: NONE }),
      reveal: (keys) =>
        setOpenState(({ open, others }) => {
          const next = new Set(others)
          for (const key of keys)
            if (open) next.delete(key)
            else next.add(key)
          return { open, others: next }
        }),
    }),
    [openState],
  )
}
