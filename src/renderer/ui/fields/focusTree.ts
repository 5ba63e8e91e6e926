import type { KeyboardEvent } from 'react'

/** Arrow down moves from the search above a tree into the tree; `currentTarget` is the element around both. */
export function focusTree(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowDown' || !(event.target instanceof HTMLInputElement)) return
  if (event.target.type === 'checkbox') return
  event.preventDefault()
  event.currentTarget.querySelector<HTMLElement>('[role="row"][tabindex="0"]')?.focus()
}
