/** The text of a dynamic field of an entry; '' when the answer does not hold it. */
export function entryText(entry: Readonly<Record<string, unknown>>, fieldName: string): string {
  const value = entry[fieldName]
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}

/** An entry's title in lists, questions and history: its field `title`, else the first text that says something. */
export const entryTitle = (entry: Readonly<Record<string, unknown>>, id: number): string =>
  entryText(entry, 'title') || `编号 ${id}`

/** A·§3, contradictions.md 76: a search field's default value with this marker (`${key}`) takes its options from the server. */
export const PLACEHOLDER_MARKER = '$'
export const isPlaceholder = (defaultValue: string): boolean => defaultValue.startsWith(PLACEHOLDER_MARKER)
