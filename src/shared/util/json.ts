/** Parses a JSON text; null if it is invalid. For untrusted texts, which may be truncated. */
export function parseJsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
