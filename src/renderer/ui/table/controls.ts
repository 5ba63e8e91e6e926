/** What stands in a row and has clicks of its own. */
const CONTROLS = 'button, input, a, select, textarea, label, [role="switch"]'

/** Did the event happen in a control of a row? Then the row itself ignores it. */
export const isControl = (target: EventTarget): boolean =>
  target instanceof Element && target.closest(CONTROLS) !== null
