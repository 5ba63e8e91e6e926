import { type Expression, type SqlBool, sql } from 'kysely'

/** Does one of the texts contain the key? Letters' case doesn't matter; `%` and `_` stand for themselves. */
export function contains(texts: readonly Expression<string>[], key: string): Expression<SqlBool> {
  const pattern = `%${key.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
  const tests = texts.map((text) => sql<SqlBool>`lower(${text}) like ${pattern} escape '\\'`)
  return sql<SqlBool>`(${sql.join(tests, sql` or `)})`
}
