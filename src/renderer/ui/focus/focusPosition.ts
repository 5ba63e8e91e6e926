/** Selector of focusable elements. */
export const FOCUSABLE =
  'input:not([type=hidden]):not(:disabled), textarea:not(:disabled), button:not(:disabled), [tabindex="0"]'

const focusablesIn = (element: Element): HTMLElement[] => [...element.querySelectorAll<HTMLElement>(FOCUSABLE)]

/** The position of an element, so that something near it can be focused after it is gone. */
export interface FocusPosition {
  element: Element
  /** What it stands in, innermost first, and at which place there. */
  around: readonly { parent: Element; index: number }[]
  /** The how manyth thing to focus it is in its item of a list. */
  nth: number
}

/** @param root nothing outside of it is remembered */
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

/** Focuses what is now at the position of an element that is gone, else the nearest one. */
export function focusNear({ around, nth }: FocusPosition): void {
  for (const { parent, index } of around) {
    if (!parent.isConnected) continue
    const instead = parent.children[Math.min(index, parent.children.length - 1)]
    const within = instead ? (instead.matches(FOCUSABLE) ? [instead] : focusablesIn(instead)) : []
    const next = within[Math.min(Math.max(nth, 0), within.length - 1)] ?? focusablesIn(parent)[0]
    if (!(next instanceof HTMLElement)) continue
    return next.focus()
  }
}
