import type { ColumnFacts, EntryFacts } from './data.ts'

/** Maximum bytes of a name and of a path on all disks, minus a reserve for suffixes of a build. */
const NAME_BYTES = 240
const PATH_BYTES = 1000
/** Device names of Windows, and endings of names that Windows drops. */
const FORBIDDEN_ON_WINDOWS = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)|[. ]$/i

/** A UTF-16 unit has at most three bytes in UTF-8. */
const isLonger = (text: string, bytes: number): boolean =>
  text.length * 3 > bytes && text.replace(/[^ -~]/g, '___').length > bytes

/** The file of a page's address, relative to the site's root; null: not a valid page address. */
export function parsePagePath(address: string): string | null {
  const body = address.trim().split(/[?#]/)[0] ?? ''
  if (/^[a-z][a-z\d+.-]*:|^\/\//i.test(body) || /[\\\p{Cc}]/u.test(body)) return null
  const names = body.split('/').filter((name) => name !== '')
  if (names.some((name) => FORBIDDEN_ON_WINDOWS.test(name) || /[<>:"|?*]/.test(name) || isLonger(name, NAME_BYTES)))
    return null
  if (isLonger(body, PATH_BYTES)) return null
  if (body === '' || body.endsWith('/')) names.push('index.html')
  const last = names.at(-1) ?? ''
  if (!last.includes('.')) return [...names, 'index.html'].join('/')
  return /\.(?:html?|shtml|xml|txt|json)$/i.test(last) ? names.join('/') : null
}

/** The address of a page's file: `/news/` for `news/index.html`. */
export const toAddress = (path: string): string => encodeURI(`/${path.replace(/(^|\/)index\.html$/, '$1')}`)

/** The file of a list's page: `index_2.html` is the second one of `index.html`. */
export function numberedPath(path: string, page: number): string {
  if (page <= 1) return path
  const dot = path.lastIndexOf('.')
  return `${path.slice(0, dot)}_${page}${path.slice(dot)}`
}

/** Fills the placeholders of an entry in a column's frontDetailUrl; `{page}` is for lists only. */
export function fillPattern(pattern: string, column: Pick<ColumnFacts, 'id' | 'code'>, entry: EntryFacts): string {
  return pattern.replace(/\{(\w+)\}/g, (whole, name: string) => PLACEHOLDERS.get(name)?.(entry, column) ?? whole)
}

type Part = (entry: EntryFacts, column: Pick<ColumnFacts, 'id' | 'code'>) => string
const PLACEHOLDERS: ReadonlyMap<string, Part> = new Map<string, Part>([
  ['id', ({ id }) => String(id)],
  ['year', ({ date }) => date.slice(0, 4)],
  ['month', ({ date }) => date.slice(5, 7)],
  ['day', ({ date }) => date.slice(8, 10)],
  ['code', (_entry, { code }) => code],
  ['menuId', (_entry, { id }) => String(id)],
])

/** Returns the address if a link may lead to it, else `#`, so that no link runs a script. */
export function toSafeAddress(address: string): string {
  // Browsers ignore control characters and spaces at the start and inside the scheme.
  const bare = address.replace(/[\p{Cc}\s]/gu, '')
  const scheme = /^([a-z][a-z\d+.-]*):/i.exec(bare)?.[1]?.toLowerCase()
  if (!scheme || ['http', 'https', 'mailto', 'tel', 'ftp'].includes(scheme)) return address
  return /^data:image\/(?:png|gif|jpe?g|webp);/i.test(bare) ? address : '#'
}
