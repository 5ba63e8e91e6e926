import { fieldClassNames } from '@fluentui/react-components'
import { useCallback, useEffect, useRef, useState } from 'react'
import { type FocusPlace, focusNear, focusPlace } from './focusPlace.ts'

/**
 * Moves the focus to the main area when it stands nowhere, so that keyboard and screen reader go on from there; under an
 * open dialog to that one, because the page behind it that got the focus would leave the dialog `aria-hidden`.
 */
export function focusMain(): void {
  const dialog = openDialog()
  if (!isFree() || (!dialog && document.activeElement?.matches('main[tabindex]'))) return
  const place = dialog ?? mainArea()
  place?.focus({ preventScroll: true })
}

/** The one in front; those of pages in other tabs stay open unseen. */
const openDialog = (): HTMLElement | undefined =>
  [...document.querySelectorAll<HTMLElement>('[aria-modal="true"]')].findLast((dialog) => dialog.checkVisibility())

function mainArea(): HTMLElement | undefined {
  const mains = [...document.querySelectorAll<HTMLElement>('main[tabindex]')]
  return mains.find((main) => main.getClientRects().length > 0)
}

/** Nobody put the focus where it is: nothing has it, or the main area got it because nothing had. */
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
function placeInField(element: Element | null): FocusPlace | null {
  const field = element?.closest(`.${fieldClassNames.root}`)
  return element && field ? focusPlace(element, field) : null
}

/**
 * For dialogs that are not opened by a DialogTrigger: closing gives the focus back to where it was, or stood.
 * Call the answer before the dialog closes to lead the focus to the page instead: it goes to another one.
 */
export function useFocusReturn(): () => void {
  const onward = useRef(false)
  const [before] = useState(focusedNow)
  const [place] = useState(() => placeInField(before))
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
