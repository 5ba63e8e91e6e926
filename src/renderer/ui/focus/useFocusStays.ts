import { type RefObject, useEffect, useRef } from 'react'
import { isFree } from './focus.ts'
import { type FocusPlace, focusNear, focusPlace } from './focusPlace.ts'

/**
 * What has the focus and goes when the component is drawn anew (a choice that is taken away, the button that took it)
 * leaves the focus to what stands nearest. Nowhere, it would leave a dialog for the page behind it, and the dialog would
 * be hidden from screen readers.
 * @returns for the element around all of it
 */
export function useFocusStays<T extends HTMLElement>(): RefObject<T | null> {
  const root = useRef<T>(null)
  const last = useRef<FocusPlace | null>(null)
  useEffect(() => {
    const element = root.current
    if (!element) return undefined
    const onFocus = ({ target }: FocusEvent): void => {
      last.current = target instanceof Element ? focusPlace(target, element) : null
    }
    element.addEventListener('focusin', onFocus)
    return () => element.removeEventListener('focusin', onFocus)
  }, [])
  useEffect(() => {
    const was = last.current
    if (!was || was.element.isConnected) return
    last.current = null
    if (isFree()) focusNear(was)
  })
  return root
}
