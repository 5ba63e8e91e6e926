/** Selector of focusable elements. */
export const FOCUSABLE =
  'input:not([type=hidden]):not(:disabled), textarea:not(:disabled), button:not(:disabled), [tabindex="0"]'

const focusablesIn = (element: Element): HTMLElement[] => [...element.querySelectorAll<HTMLElement>(FOCUSABLE)]

/** The position of an element, so that something near it can be focused after it is gone. */
export interface FocusPosition {
  element: Element
  /** Its ancestors, innermost first, each with the index of the child. */
  around: readonly { parent: Element; index: number }[]
  /** Its index among the focusable elements of its list item. */
  nth: number
}

/** @param root ancestors outside of it are ignored */
export function focusPosition(element: Element, root: Element): FocusPosition {
  const around: { parent: Element; index: number }[] = []
  for (let at = element; at !== root && at.parentElement; at = at.parentElement)
    around.push({ parent: at.parentElement, index: [...at.parentElement.children].indexOf(at) })
  const item = element.closest('li')
  return {
    element,
    around,
    nth: item && root.contains(item) ? focusablesIn(item).findIndex((each) => each === element) : 0,
  }
}

/** Focuses the element that is now at the position of a removed one, or the nearest. */
export function focusNear({ around, nth }: FocusPosition): void {
  for (const { parent, index } of around) {
    if (!parent.isConnected) continue
    const replacement = parent.children[Math.min(index, parent.children.length - 1)]
    const within = replacement ? (replacement.matches(FOCUSABLE) ? [replacement] : focusablesIn(replacement)) : []
    const next = within[Math.min(Math.max(nth, 0), within.length - 1)] ?? focusablesIn(parent)[0]
    if (!(next instanceof HTMLElement)) continue
    return next.focus()
  }
}
