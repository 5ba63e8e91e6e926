import type { KeyboardEvent } from 'react'

const STEPS = {
  horizontal: { ArrowRight: 1, ArrowLeft: -1 },
  vertical: { ArrowDown: 1, ArrowUp: -1 },
} as const

/**
 * An onKeyDown for a list of buttons: arrow keys, Home and End move between them. (Fluent's own arrow groups put
 * focusable dummies into the page that screen readers' checkers reject.)
 */
export const arrowKeys =
  (axis: keyof typeof STEPS) =>
  (event: KeyboardEvent<HTMLElement>): void => {
    const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>('button:not([tabindex="-1"])')]
    const at = buttons.findIndex((button) => button === document.activeElement)
    const step = (STEPS[axis] as Record<string, number | undefined>)[event.key]
    const next = step ? at + step : { Home: 0, End: buttons.length - 1 }[event.key]
    if (at < 0 || next === undefined) return
    event.preventDefault()
    buttons[next]?.focus()
  }
