import { fieldClassNames } from '@fluentui/react-components'
import { useCallback, useEffect, useRef, useState } from 'react'
import { type FocusPosition, focusNear, focusPosition } from './focusPosition.ts'

/**
 * Moves a lost focus to the main area, so that keyboard and screen reader continue there; with a dialog open, to the
 * dialog, because focus in the page behind would leave the dialog `aria-hidden`.
 */
export function focusMain(): void {
  const dialog = openDialog()
  if (!isFree() || (!dialog && document.activeElement?.matches('main[tabindex]'))) return
  const target = dialog ?? mainArea()
  target?.focus({ preventScroll: true })
}

/** The one in front; those of pages in other tabs stay open unseen. */
const openDialog = (): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>('[aria-modal="true"]')].findLast((dialog) => dialog.checkVisibility())

function mainArea(): HTMLElement | undefined {
  const mains = [...document.querySelectorAll<HTMLElement>('main[tabindex]')]
  return mains.find((main) => main.getClientRects().length > 0)
}

/** Is the focus lost, or on the main area only because it had been lost? */
export const isFree = (): boolean => {
  const { activeElement: at } = document
  return !at || at === document.body || at.matches('main[tabindex]')
}

/** Where the focus stands; an item of a menu goes with its menu, so that its button stands for it. */
function focusedNow(): Element | null {
  const menu = document.activeElement?.closest('[role="menu"]')
  const opener = menu && document.getElementById(menu.getAttribute('aria-labelledby') ?? '')
  return opener ?? document.activeElement
}

/** Where it stands in its field: what it opens may take it away with what it did. */
function placeInField(element: Element | null): FocusPosition | null {
  const field = element?.closest(`.${fieldClassNames.root}`)
  return element && field ? focusPosition(element, field) : null
}

/**
 * A dialog with nothing in it to focus gets the focus itself, often before Fluent's focus trap knows of the dialog. The trap
 * then takes the dialog below for the one in front, and hides this one from screen readers; a second focus shows it.
 */
function focusDialogAgain(): void {
  const at = document.activeElement
  if (!(at instanceof HTMLElement) || !at.matches('[aria-modal="true"]')) return
  at.blur()
  at.focus({ preventScroll: true })
}

/**
 * For dialogs that are not opened by a DialogTrigger: closing returns the focus to where it was, or near that. Call the
 * returned function before the dialog closes to focus the page instead, which is about to change.
 */
export function useFocusReturn(): () => void {
  const onward = useRef(false)
  const [before] = useState(focusedNow)
  const [place] = useState(() => placeInField(before))
  useEffect(() => {
    // The trap looks for new dialogs right after they were drawn.
    const timer = setTimeout(focusDialogAgain)
    return () => clearTimeout(timer)
  }, [])
  useEffect(
    () => () => {
      // Deferred until the dialog's own focus trap is gone.
      setTimeout(() => {
        if (onward.current) return mainArea()?.focus({ preventScroll: true })
        // isFree() is also true when a dialog above this one closed first and, with its own place gone, focused the
        // main area.
        if (!isFree()) return
        if (before instanceof HTMLElement && before !== document.body && before.isConnected) before.focus()
        else if (place) focusNear(place)
        focusMain()
      })
    },
    [before, place],
  )
  return useCallback(() => {
    onward.current = true
  }, [])
}
