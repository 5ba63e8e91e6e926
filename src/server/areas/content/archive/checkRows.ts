import { AppError } from '#shared/errors/index.ts'
import { type ColumnValue, type KindName, kindOf } from './kinds.ts'

/** A row of an archive that has what its kind says: numbers, flags (0, 1), texts, and parsed JSON. */
export type ArchiveRow = Readonly<Record<string, unknown>>

/** Larger than any text of a field. */
const LONGEST = 100_000_000
/** Of both databases' whole numbers that JSON can hold; ids are checked where they are looked up. */
const FITS: Record<ColumnValue, (value: unknown) => boolean> = {
  number: Number.isSafeInteger,
  flag: (value) => value === 0 || value === 1,
  text: (value) => typeof value === 'string' && value.length <= LONGEST && !value.includes('\0'),
  json: (value) => typeof value === 'object' && value !== null && !JSON.stringify(value).includes('\\u0000'),
}

/**
 * The rows, if each has what its kind says.
 * @param from lines before them
 * @throws AppError `invalid` that names the file, the line and what is wrong
 */
export function checkedRows(name: KindName, from: number, rows: readonly unknown[]): ArchiveRow[] {
  const { columns } = kindOf(name)
  const wanted: [string, ColumnValue][] = Object.entries(columns).map(([column, holds]) =>
    name === 'contents' && column === 'fields' ? ['values', 'json'] : [column, holds],
  )
  return rows.map((row, at) => {
    const values = (typeof row === 'object' && row !== null ? row : {}) as Record<string, unknown>
    for (const [column, holds] of wanted)
      if (!FITS[holds](values[column]))
        throw new AppError(
          'invalid',
          `导出包里的 ${name}.ndjson 第 ${from + at + 1} 行不正确（${column}），请重新导出后上传`,
        )
    return Object.fromEntries(wanted.map(([column]) => [column, values[column]]))
  })
}

export const FIELD_NAME = /^[A-Za-z]\w{0,63}$/

/** Texts of fields by their names; what isn't one is left out. */
export const textsOf = (value: unknown): Record<string, string> =>
  Object.fromEntries(
    Object.entries((value ?? {}) as Record<string, unknown>).flatMap(([name, text]) =>
      typeof text === 'string' && FIELD_NAME.test(name) ? [[name, text] as const] : [],
    ),
  )
