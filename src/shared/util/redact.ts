const SECRET = /token|password|authorization|secret|cookie|imagecode|factorcode|recoverycode/i
/** `token=…` in addresses, `"token":"…"` in JSON, `Authorization: …` in headers. */
const IN_TEXT = /((?:token|password|launch|authorization|secret|factorcode)"?\s*[=:]\s*"?(?:bearer\s+)?)[^&\s",}]+/gi
/** A text with an HTML tag. */
const MARKUP = /<\/?[a-z][^<>]*>/i
/** End of a text that was truncated before. */
const TRUNCATED = /…（共 (\d+) 字）$/
/** Depth limit, also for circular values. */
const MAX_DEPTH = 8

interface Redaction {
  /** Replacement for removed values. */
  placeholder: string
  /** Names of additional fields to remove. */
  personal?: readonly string[]
  /** Maximum length of texts and of lists; absent: unlimited. */
  maxTextChars?: number
  maxListItems?: number
  /** Replaces a text with markup, such as the body of an article, by its length. */
  hidesMarkup?: boolean
}

/**
 * Copies a value for a log: removes secrets (by key, and inside texts) and truncates long texts and lists. Errors
 * become plain objects with their cause.
 */
export function redact(value: unknown, how: Redaction, depth = 0): unknown {
  const { placeholder, personal, maxTextChars = Infinity, maxListItems } = how
  if (typeof value === 'string') {
    if (how.hidesMarkup && MARKUP.test(value))
      return `（带格式的正文，共 ${TRUNCATED.exec(value)?.[1] ?? value.length} 字）`
    const text = value.slice(0, maxTextChars).replace(IN_TEXT, `$1${placeholder}`)
    return value.length > maxTextChars ? `${text}…（共 ${value.length} 字）` : text
  }
  if (typeof value !== 'object' || value === null) return value
  if (depth > MAX_DEPTH) return '[…]'
  if (value instanceof Error) {
    const { code, details } = value as { code?: unknown; details?: unknown }
    const { name, message, stack, cause } = value
    return redact({ name, message, code, details, stack, cause }, how, depth + 1)
  }
  if (Array.isArray(value)) return value.slice(0, maxListItems).map((item) => redact(item, how, depth + 1))
  const isHidden = (key: string): boolean => SECRET.test(key) || personal?.includes(key) === true
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, isHidden(key) ? placeholder : redact(item, how, depth + 1)]),
  )
}
