/** What stands in a row and has clicks of its own. */
const CONTROLS = 'button, input, a, select, textarea, label, [role="switch"]'

/** Was it a control inside a row that the event met? Then the row itself does nothing. */
export const isControl = (target: EventTarget): boolean =>
  target instanceof Element && target.closest(CONTROLS) !== null
