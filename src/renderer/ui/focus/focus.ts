import { fieldClassNames } from '@fluentui/react-components'
import { useCallback, useEffect, useRef, useState } from 'react'
import { type FocusPosition, focusNear, focusPosition } from './focusPosition.ts'

/**
 * Moves a lost focus to the main area, so that keyboard and screen reader continue there; with a dialog open, to the
 * dialog, because focus in the page behind would leave the dialog `aria-hidden`.
 */
export function focusMain(): void {
  const dialog = openDialog()
  if (!isFocusLost() || (!dialog && document.activeElement?.matches('main[tabindex]'))) return
  const target = dialog ?? mainArea()
  target?.focus({ preventScroll: true })
}

/** The topmost visible dialog; dialogs of pages in other tabs stay open invisibly. */
const openDialog = (): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>('[aria-modal="true"]')].findLast((dialog) => dialog.checkVisibility())

function mainArea(): HTMLElement | undefined {
  const mains = [...document.querySelectorAll<HTMLElement>('main[tabindex]')]
  return mains.find((main) => main.getClientRects().length > 0)
}

/** Whether the focus is lost, or on the main area only because it was lost. */
export const isFocusLost = (): boolean => {
  const { activeElement: at } = document
  return !at || at === document.body || at.matches('main[tabindex]')
}

/** The focused element; for an item of a menu the menu's button, because the menu closes. */
function focusedNow(): Element | null {
  const menu = document.activeElement?.closest('[role="menu"]')
  const opener = menu && document.getElementById(menu.getAttribute('aria-labelledby') ?? '')
  return opener ?? document.activeElement
}

/** The position of an element in its field, in case the dialog that it opens removes it. */
function positionInField(element: Element | null): FocusPosition | null {
  const field = element?.closest(`.${fieldClassNames.root}`)
  return element && field ? focusPosition(element, field) : null
}

/**
 * A dialog without focusable content gets the focus itself, often before Fluent's focus trap knows the dialog. The trap
 * then treats the dialog below as the topmost and hides this one from screen readers; focusing it again fixes this.
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
  const focusPage = useRef(false)
  const [before] = useState(focusedNow)
  const [position] = useState(() => positionInField(before))
  useEffect(() => {
    // The trap looks for new dialogs right after they are rendered.
    const timer = setTimeout(focusDialogAgain)
    return () => clearTimeout(timer)
  }, [])
  useEffect(
    () => () => {
      // Deferred until the dialog's own focus trap is gone.
      setTimeout(() => {
        if (focusPage.current) return mainArea()?.focus({ preventScroll: true })
        // isFocusLost() is also true when a dialog above this one closed first and, without its own element, focused the
        // main area.
        if (!isFocusLost()) return
        if (before instanceof HTMLElement && before !== document.body && before.isConnected) before.focus()
        else if (position) focusNear(position)
        focusMain()
      })
    },
    [before, position],
  )
  return useCallback(() => {
    focusPage.current = true
  }, [])
}
