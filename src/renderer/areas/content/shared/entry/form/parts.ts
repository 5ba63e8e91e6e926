import { makeStyles, tokens } from '@fluentui/react-components'
import { type KeyboardEvent, type RefObject, useEffect } from 'react'
import { isFocusLost } from '#renderer/ui/focus/focus.ts'

/** Handles key events and closing of the dialog around an entry form. */
export interface EntryFormHandle {
  onKeyDown: (event: KeyboardEvent) => void
  /** Closes the form; asks first if changes are unsaved. */
  close: () => void
}

export const useBodyStyles = makeStyles({
  body: { maxHeight: 'calc(100vh - 96px)' },
  wideBody: { height: '100%', maxHeight: 'none', gridTemplateRows: 'auto minmax(0, 1fr) auto' },
  tools: { display: 'flex', gap: tokens.spacingHorizontalS },
  fields: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    // A message bar hides its overflow, so an automatic row would cut it in a form higher than the dialog.
    gridAutoRows: 'max-content',
    alignContent: 'start',
    gap: tokens.spacingVerticalL,
    paddingBlock: tokens.spacingVerticalS,
  },
  title: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
})

const FOCUSABLE =
  'input:not([type=hidden]):not(:disabled), textarea:not(:disabled), button:not(:disabled), [contenteditable=true]'

/**
 * Focuses the first input of new dialog content, or a button. The previously focused element is gone, and a dialog without
 * focus is hidden from screen readers. The focus stays if it is in another dialog.
 * @param stage identifies the shown content
 */
export function useFirstFocus(content: RefObject<HTMLElement | null>, stage: string): void {
  useEffect(() => {
    const surface = content.current?.closest('[role=dialog]')
    if (!isFocusLost() && !surface?.contains(document.activeElement)) return
    const first =
      content.current?.querySelector<HTMLElement>(FOCUSABLE) ?? surface?.querySelector<HTMLElement>(FOCUSABLE)
    first?.focus({ preventScroll: true })
  }, [content, stage])
}
