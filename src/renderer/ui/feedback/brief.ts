/** A text of so many characters is read at a glance. */
const GLANCE = 80
const LONG_NAME = /“([^”]{25,})”/g
const KEPT = 20

/** The text with its long names cut, so that what is said of them stays in sight; a short text as it is. */
export const brief = (text: string): string =>
  text.length <= GLANCE
    ? text
    : text.replace(LONG_NAME, (_quoted, name: string) => `“${Array.from(name).slice(0, KEPT).join('')}…”`)
