/** The value of a JSON text; null where it is none. For what others wrote: it may be cut off, or never have been JSON. */
export function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
