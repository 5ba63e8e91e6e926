import type { FormField } from './loadEntry.ts'

/** The fields of a form in its two parts. */
export interface Layout {
  /** What is written: the title and the texts. All fields when there is no text to write. */
  main: readonly FormField[]
  /** What is said about it, in a column beside the text or below it. */
  side: readonly FormField[]
}

/**
 * The writing comes first, so that it is in sight whatever the column asks for beside it; in each part the fields stand in
 * the column's order.
 */
export function layoutOf(fields: readonly FormField[]): Layout {
  if (!fields.some(({ fieldType }) => fieldType === 'Editor')) return { main: fields, side: [] }
  const title = fields.find(({ fieldName }) => fieldName === 'title') ?? fields.find(isLine)
  const isMain = (field: FormField): boolean => field === title || field.fieldType === 'Editor'
  return { main: fields.filter(isMain), side: fields.filter((field) => !isMain(field)) }
}
const isLine = ({ fieldType }: FormField): boolean => fieldType === 'SingleLine'

const SHORT: ReadonlySet<string> = new Set(['SingleLine', 'Date', 'DateTime', 'Photo', 'Video', 'File'])
/** Two of them fit side by side. */
export const isShort = ({ fieldType }: FormField): boolean => SHORT.has(fieldType)

const TALL: ReadonlySet<string> = new Set(['Photo', 'Video'])
/** Of those that are short, the ones that take as much height as two inputs. */
export const isTall = ({ fieldType }: FormField): boolean => TALL.has(fieldType)
