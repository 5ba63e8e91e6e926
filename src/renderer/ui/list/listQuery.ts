/** A list's filters by name; names and values are those of the operation's input. */
export type Filters = object

/** Page, size, search and filters: the input of a paged operation. */
export type ListInput<F extends Filters> = { page: number; size: number; key: string } & F

const LARGEST_SIZE = 1000

/** Name of a list's query parameter: `site.page` for the list named site, `page` without a name. */
const paramOf = (name: string, field: string): string => (name ? `${name}.${field}` : field)

function parseWhole(text: string | null, max: number): number | undefined {
  const value = Number(text)
  return text && Number.isInteger(value) && value >= 1 && value <= max ? value : undefined
}

const kindOf = (value: unknown): string =>
  Array.isArray(value) ? 'array' : value === null ? 'undefined' : typeof value

/** Parses a filter from an address. A value of another kind than its default (a hand-typed address) becomes the default. */
function decode(text: string | null, standard: unknown): unknown {
  if (text === null) return standard
  if (typeof standard === 'string') return text
  try {
    const value: unknown = JSON.parse(text)
    return kindOf(standard) === 'undefined' || kindOf(value) === kindOf(standard) ? value : standard
  } catch {
    return standard
  }
}

const same = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b)

/**
 * Reads the list's input from an address.
 * @param standard the default values
 */
export function readQuery<F extends Filters>(search: string, standard: ListInput<F>, name = ''): ListInput<F> {
  const params = new URLSearchParams(search)
  const entries = Object.entries(standard).map(([field, value]) => {
    const text = params.get(paramOf(name, field))
    if (field === 'page') return [field, parseWhole(text, 1_000_000) ?? value]
    if (field === 'size') return [field, parseWhole(text, LARGEST_SIZE) ?? value]
    return [field, decode(text, value)]
  })
  return Object.fromEntries(entries) as ListInput<F>
}

/** Writes the list's input into an address. Default values are left out, other parameters stay. */
export function writeQuery<F extends Filters>(
  search: string,
  list: ListInput<F>,
  standard: ListInput<F>,
  name = '',
): string {
  const params = new URLSearchParams(search)
  const usual = standard as Record<string, unknown>
  for (const [field, value] of Object.entries(list)) {
    const param = paramOf(name, field)
    if (value === undefined || same(value, usual[field])) params.delete(param)
    else params.set(param, typeof usual[field] === 'string' ? String(value) : JSON.stringify(value))
  }
  const text = params.toString()
  return text ? `?${text}` : ''
}
