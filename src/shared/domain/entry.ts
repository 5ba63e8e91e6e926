/** The text of a dynamic field of an entry; '' if the entry has no such field. */
export function entryText(entry: Readonly<Record<string, unknown>>, fieldName: string): string {
  const value = entry[fieldName]
  if (typeof value === 'string') return value
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : ''
}

const TEXT_FIELD_TYPES: ReadonlySet<string> = new Set(['SingleLine', 'MultiLine'])
const MAX_TITLE_CHARS = 254

/**
 * An entry's title in lists, confirmations and history: its field `title`, else the first non-empty text field, else
 * its id.
 */
export function entryTitle(
  entry: Readonly<Record<string, unknown>>,
  id: number,
  fields: readonly { fieldName: string; fieldType: string }[] = [],
): string {
  const textFields = fields.filter(({ fieldType }) => TEXT_FIELD_TYPES.has(fieldType)).map(({ fieldName }) => fieldName)
  const title = ['title', ...textFields]
    .map((name) => entryText(entry, name).slice(0, MAX_TITLE_CHARS).trim())
    .find(Boolean)
  return title?.replaceAll(/\s+/g, ' ') ?? `编号 ${id}`
}

/**
 * A·§3, contradictions.md 76: a search field whose default value begins with this marker (`${key}`) gets its options
 * from the server.
 */
const PLACEHOLDER_MARKER = '$'
export const isPlaceholder = (defaultValue: string): boolean => defaultValue.startsWith(PLACEHOLDER_MARKER)
