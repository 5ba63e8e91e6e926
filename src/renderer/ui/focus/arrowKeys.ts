const STEPS: Record<'horizontal' | 'vertical', Record<string, number | undefined>> = {
  horizontal: { ArrowRight: 1, ArrowLeft: -1 },
  vertical: { ArrowDown: 1, ArrowUp: -1 },
}

function move(list: HTMLElement, event: KeyboardEvent, axis: keyof typeof STEPS, selector: string): void {
  const items = [...list.querySelectorAll<HTMLElement>(selector)]
  const at = items.findIndex((item) => item === document.activeElement)
  const step = STEPS[axis][event.key]
  // In a text input, Home and End move the cursor.
  const ends = items[at] instanceof HTMLInputElement ? {} : { Home: 0, End: items.length - 1 }
  const next = step ? at + step : (ends as Record<string, number | undefined>)[event.key]
  if (at < 0 || next === undefined) return
  event.preventDefault()
  items[next]?.focus()
}

/**
 * A ref for a list of buttons, possibly with an input: arrow keys, Home and End move between them. Fluent's own arrow
 * groups insert focusable dummies, which accessibility checkers reject.
 * @param selector of the elements to move between; by default all that Tab reaches
 */
export const arrowKeys =
  (axis: keyof typeof STEPS, selector = 'button:not([tabindex="-1"]), input') =>
  (list: HTMLElement | null): (() => void) | undefined => {
    if (!list) return undefined
    const onKeyDown = (event: KeyboardEvent): void => move(list, event, axis, selector)
    list.addEventListener('keydown', onKeyDown)
    return () => list.removeEventListener('keydown', onKeyDown)
  }
