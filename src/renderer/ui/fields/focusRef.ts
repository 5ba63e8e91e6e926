import type { RefCallBack } from 'react-hook-form'
import { FOCUSABLE } from '../focus/focusPlace.ts'

/** For a field of several controls: focusing it goes to the wrong one first, else the chosen or first one; one without any is shown. */
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
