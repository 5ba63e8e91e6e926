/** Elements in a row that handle clicks themselves. */
const CONTROLS = 'button, input, a, select, textarea, label, [role="switch"]'

/** Whether an event happened in a control of a row; the row itself then ignores it. */
export const isControl = (target: EventTarget): boolean =>
  target instanceof Element && target.closest(CONTROLS) !== null
