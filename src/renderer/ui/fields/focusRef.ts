import type { RefCallBack } from 'react-hook-form'
import { FOCUSABLE } from '../focus/focusPosition.ts'

/**
 * Focuses a field of several controls: an invalid control first, then the chosen or first one. A field without focusable
 * controls is scrolled into view.
 */
export const focusRef =
  (ref: RefCallBack) =>
  (element: HTMLElement | null): void => {
    if (!element) return
    const focus = (): void => {
      const invalid = element.querySelector<HTMLElement>('[aria-invalid="true"]')
      const chosen = element.querySelector<HTMLElement>('input:checked:not(:disabled)')
      const first = invalid ?? chosen ?? element.querySelector<HTMLElement>(FOCUSABLE)
      if (first) first.focus()
      else element.scrollIntoView({ block: 'nearest' })
    }
    ref({ focus })
  }
