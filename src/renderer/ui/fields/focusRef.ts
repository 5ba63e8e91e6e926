import type { RefCallBack } from 'react-hook-form'
import { FOCUSABLE } from '../focus/focusPosition.ts'

/**
 * Focus for a field of several controls: the invalid one first, else the chosen or first one; a field without any is
 * scrolled into view.
 */
export const focusRef =
  (ref: RefCallBack) =>
  (element: HTMLElement | null): void => {
    if (!element) return
    const focus = (): void => {
      const wrong = element.querySelector<HTMLElement>('[aria-invalid="true"]')
      const chosen = element.querySelector<HTMLElement>('input:checked:not(:disabled)')
      const first = wrong ?? chosen ?? element.querySelector<HTMLElement>(FOCUSABLE)
      if (first) first.focus()
      else element.scrollIntoView({ block: 'nearest' })
    }
    ref({ focus })
  }
