/** Addresses at which a window takes a page that comes from another one. */
const PATHS = { torn: '/torn/', take: '/take/' } as const

/** Of a new window for the page. */
export const tornAddress = (ticket: string): string => PATHS.torn + ticket
/** For a main window that takes it back. @param href address of the page */
export const takeAddress = (ticket: string, href: string): string =>
  `${PATHS.take}${ticket}?${new URLSearchParams({ page: href })}`

/** What such an address says; null: it is none. `href` is '' where it is not known yet. */
export function movedTo(address: string): { ticket: string; href: string; torn: boolean } | null {
  const [path = '', query = ''] = address.split('?')
  const torn = path.startsWith(PATHS.torn)
  if (!torn && !path.startsWith(PATHS.take)) return null
  return { ticket: path.slice(PATHS.torn.length), href: new URLSearchParams(query).get('page') ?? '', torn }
}
