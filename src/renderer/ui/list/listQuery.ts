/** The filters of a list, by name. Names and values are those of the operation's input. */
export type Filters = object

/** What a list shows: goes into a paged operation's input as it is. */
export type ListInput<F extends Filters> = { page: number; size: number; key: string } & F

const LARGEST_SIZE = 1000

/** Where a list keeps itself in a query: `site.page` for the list named site, `page` without a name. */
const paramOf = (name: string, field: string): string => (name ? `${name}.${field}` : field)

function whole(text: string | null, most: number): number | undefined {
  const value = Number(text)
  return text && Number.isInteger(value) && value >= 1 && value <= most ? value : undefined
}

const kindOf = (value: unknown): string =>
  Array.isArray(value) ? 'array' : value === null ? 'undefined' : typeof value

/** A filter out of an address. What does not fit the kind of its default (an address typed by hand) is the default. */
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
 * The list that an address shows.
 * @param standard the list when the address says nothing.
 */
export function readQuery<F extends Filters>(search: string, standard: ListInput<F>, name = ''): ListInput<F> {
  const params = new URLSearchParams(search)
  const entries = Object.entries(standard).map(([field, value]) => {
    const text = params.get(paramOf(name, field))
    if (field === 'page') return [field, whole(text, 1_000_000) ?? value]
    if (field === 'size') return [field, whole(text, LARGEST_SIZE) ?? value]
    return [field, decode(text, value)]
  })
  return Object.fromEntries(entries) as ListInput<F>
}

/** The query of the address for a list; what is as usual is left out, and what others keep in the query stays. */
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
