import { type Expression, type SqlBool, sql } from 'kysely'

/** Lower-cases A to Z only, as SQLite's lower() does. */
const plainLower = (text: string): string => text.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())

/** SQL condition: one of the texts contains the key. Case is ignored; `%` and `_` are literal. */
export const contains = (texts: readonly Expression<string>[], key: string): Expression<SqlBool> =>
  lowerContains(
    texts.map((text) => sql<string>`lower(${text})`),
    key,
  )

/** The same condition for texts that are stored in lower case (A to Z at least). */
export function lowerContains(texts: readonly Expression<string>[], key: string): Expression<SqlBool> {
  // SQLite's lower() changes only A–Z: other letters (Ａ, Ä) are in the text in one of these forms.
  const forms = new Set([key.toLowerCase(), plainLower(key), plainLower(key.toUpperCase())])
  const patterns = [...forms].map((form) => `%${form.replace(/[\\%_]/g, '\\$&')}%`)
  const tests = texts.flatMap((text) => patterns.map((pattern) => sql<SqlBool>`${text} like ${pattern} escape '\\'`))
  return sql<SqlBool>`(${sql.join(tests, sql` or `)})`
}
