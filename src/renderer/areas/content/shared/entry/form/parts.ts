import { makeStyles, tokens } from '@fluentui/react-components'
import { type KeyboardEvent, type RefObject, useEffect } from 'react'
import { isFree } from '#renderer/ui/focus/focus.ts'

/** What a form does with the keys and the closing of the dialog that it stands in. */
export interface EntryBody {
  onKeyDown: (event: KeyboardEvent) => void
  /** May ask first. */
  close: () => void
}

export const useBodyStyles = makeStyles({
  body: { maxHeight: 'calc(100vh - 96px)' },
  wideBody: { height: '100%', maxHeight: 'none', gridTemplateRows: 'auto minmax(0, 1fr) auto' },
  tools: { display: 'flex', gap: tokens.spacingHorizontalS },
  fields: {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr)',
    // A message bar hides its overflow: an automatic row would cut it where the form is higher than the dialog.
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
 * Goes to the first thing to do of what has come into the dialog, else to its buttons, as the dialog itself does when it
 * opens: what had the focus has gone, and a dialog that loses it is hidden from screen readers. Whoever is in another
 * dialog stays there.
 * @param stage tells apart what is shown.
 */
export function useFirstFocus(content: RefObject<HTMLElement | null>, stage: string): void {
  useEffect(() => {
    const surface = content.current?.closest('[role=dialog]')
    if (!isFree() && !surface?.contains(document.activeElement)) return
    const first =
      content.current?.querySelector<HTMLElement>(FOCUSABLE) ?? surface?.querySelector<HTMLElement>(FOCUSABLE)
    first?.focus({ preventScroll: true })
  }, [content, stage])
}
