import { AppError } from '#shared/errors/index.ts'
import { type ColumnValue, type KindName, kindOf } from './kinds.ts'

/** A validated row of an archive: numbers, flags (0 or 1), texts and parsed JSON. */
export type ArchiveRow = Readonly<Record<string, unknown>>

/** Characters; more than any field's text has. */
const MAX_TEXT_LENGTH = 100_000_000
/** Whole numbers that both databases and JSON can hold. Ids are checked where they are resolved. */
const IS_VALID: Record<ColumnValue, (value: unknown) => boolean> = {
  number: Number.isSafeInteger,
  flag: (value) => value === 0 || value === 1,
  text: (value) => typeof value === 'string' && value.length <= MAX_TEXT_LENGTH && !value.includes('\0'),
  json: (value) => typeof value === 'object' && value !== null && !JSON.stringify(value).includes('\\u0000'),
}

/**
 * Returns the rows after checking each against its kind.
 * @param from number of lines before these rows
 * @throws AppError `invalid` that names the file, the line and the column
 */
export function validateRows(name: KindName, from: number, rows: readonly unknown[]): ArchiveRow[] {
  const { columns } = kindOf(name)
  const expected: [string, ColumnValue][] = Object.entries(columns).map(([column, holds]) =>
    name === 'contents' && column === 'fields' ? ['values', 'json'] : [column, holds],
  )
  return rows.map((row, at) => {
    const values = (typeof row === 'object' && row !== null ? row : {}) as Record<string, unknown>
    for (const [column, holds] of expected)
      if (!IS_VALID[holds](values[column]))
        throw new AppError(
          'invalid',
          `导出包中的 ${name}.ndjson 第 ${from + at + 1} 行有误（${column}），请重新导出后上传`,
        )
    return Object.fromEntries(expected.map(([column]) => [column, values[column]]))
  })
}

export const FIELD_NAME = /^[A-Za-z]\w{0,63}$/

/** Texts of fields by field name. Entries that are not texts are dropped. */
export const fieldTextsOf = (value: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries((value ?? {}) as Record<string, unknown>).flatMap(([name, text]) =>
      typeof text === 'string' && FIELD_NAME.test(name) ? [[name, text] as const] : [],
    ),
  )
