import type { KeyboardEvent } from 'react'
import { shownParent, type TreeNode } from './treeRows.ts'

interface TreeKeys<Row> {
  shown: readonly TreeNode<Row>[]
  isOpen: (node: TreeNode<Row>) => boolean
  go: (index: number) => void
  toggle: (node: TreeNode<Row>) => void
  onOpen: ((row: Row) => void) | undefined
  onSelect: ((node: TreeNode<Row>) => void) | undefined
  onRowKey: ((row: Row, event: KeyboardEvent) => void) | undefined
}

const PAGE = 10

/** Index of the row that a key moves to. */
function target(key: string, at: number, last: number): number | undefined {
  if (key === 'ArrowDown') return Math.min(at + 1, last)
  if (key === 'ArrowUp') return Math.max(at - 1, 0)
  if (key === 'PageDown') return Math.min(at + PAGE, last)
  if (key === 'PageUp') return Math.max(at - PAGE, 0)
  if (key === 'Home') return 0
  if (key === 'End') return last
  return undefined
}

/** Right opens a row or goes to its first child; Left closes it or goes to its parent. */
function sideways<Row>({ shown, isOpen, go, toggle }: TreeKeys<Row>, key: string, at: number): boolean {
  const node = shown[at]
  if (!node || (key !== 'ArrowRight' && key !== 'ArrowLeft')) return false
  const open = node.canOpen && isOpen(node)
  if (key === 'ArrowRight') {
    if (open) go(at + 1)
    else if (node.canOpen) toggle(node)
  } else if (open) toggle(node)
  else if (node.level > 1) go(shownParent(shown, at))
  return true
}

/** Handles the keys of a focused row, by ARIA's treegrid pattern. */
export function treeKey<Row>(keys: TreeKeys<Row>, event: KeyboardEvent, at: number): void {
  const node = keys.shown[at]
  if (!node || event.ctrlKey || event.metaKey || event.altKey) return
  const next = target(event.key, at, keys.shown.length - 1)
  if (next !== undefined) keys.go(next)
  else if (sideways(keys, event.key, at)) event.stopPropagation()
  else if (node.waits) return
  else if (event.key === 'Enter' && keys.onOpen) keys.onOpen(node.row)
  else if (event.key === ' ' && keys.onSelect) keys.onSelect(node)
  else return keys.onRowKey?.(node.row, event)
  event.preventDefault()
}
