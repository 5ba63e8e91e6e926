/** The text of a dynamic field of an entry; '' when the answer does not hold it. */
export function entryText(entry: Readonly<Record<string, unknown>>, fieldName: string): string {
  const value = entry[fieldName]
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}

const WRITTEN: ReadonlySet<string> = new Set(['SingleLine', 'MultiLine'])
const LONGEST = 254

/**
 * An entry's title in lists, questions and history: its field `title`, else the first non-empty text field, else its
 * id.
 */
export function entryTitle(
  entry: Readonly<Record<string, unknown>>,
  id: number,
  fields: readonly { fieldName: string; fieldType: string }[] = [],
): string {
  const written = fields.filter(({ fieldType }) => WRITTEN.has(fieldType)).map(({ fieldName }) => fieldName)
  const title = ['title', ...written].map((name) => entryText(entry, name).slice(0, LONGEST).trim()).find(Boolean)
  return title?.replaceAll(/\s+/g, ' ') ?? `编号 ${id}`
}

/** A·§3, contradictions.md 76: a search field's default value with this marker (`${key}`) takes its options from the server. */
const PLACEHOLDER_MARKER = '$'
export const isPlaceholder = (defaultValue: string): boolean => defaultValue.startsWith(PLACEHOLDER_MARKER)
