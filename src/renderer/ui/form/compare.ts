import type { AppError } from '#shared/errors/index.ts'

/** How a form compares its values with another person's newer version. */
export interface Compare {
  /** The record as the server has it now: values named as the form's, with `version`. */
  load: () => Promise<object>
  /** Titles of all fields that can differ, in the order of the form. */
  labels: Readonly<Record<string, string>>
  /** Returns the readable text of a value; not needed for booleans, lists and plain texts. */
  show?: (field: string, value: unknown) => string | undefined
  /** How the text of a field is split into pieces that can be merged; undefined for other fields. */
  split?: (field: string) => ((text: string) => string[]) | undefined
}

/** Who saved the record after the form was opened, and when; both may be ''. */
export interface ConcurrentSave {
  who: string
  when: string
}

/** A field that differs. `changed`: who changed it from the form's start values. */
export interface Difference {
  field: string
  title: string
  base: unknown
  theirs: unknown
  mine: unknown
  changed: 'theirs' | 'mine' | 'both'
}

/** The conflict that an error of http/conflict.ts describes; null for any other error. */
export function parseConflict({ details: { fact } }: AppError): ConcurrentSave | null {
  return fact?.kind === 'changed' ? { who: fact.changedBy, when: fact.changedAt } : null
}

const at = (values: object, field: string): unknown => Reflect.get(values, field)
/** Absent, null, '' and a list without entries are equal. */
const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.every(isEmpty))
const same = (a: unknown, b: unknown): boolean => (isEmpty(a) && isEmpty(b)) || JSON.stringify(a) === JSON.stringify(b)

/**
 * The fields that differ between two versions.
 * @param base the form's start values
 */
export function differences(base: object, theirs: object, mine: object, labels: Compare['labels']): Difference[] {
  return Object.entries(labels).flatMap(([field, title]) => {
    const [start, other, own] = [at(base, field), at(theirs, field), at(mine, field)]
    if (!(field in theirs) || same(other, own)) return []
    const changed = same(start, own) ? 'theirs' : same(start, other) ? 'mine' : 'both'
    return [{ field, title, base: start, theirs: other, mine: own, changed }]
  })
}

/** A value as text for comparison. */
export function formatValue(value: unknown): string {
  if (isEmpty(value)) return ''
  if (typeof value === 'boolean') return value ? '是' : '否'
  if (Array.isArray(value)) return value.map(formatValue).join('\n')
  return typeof value === 'string' ? value : JSON.stringify(value, null, 2)
}
