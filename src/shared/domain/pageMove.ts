/** Path prefixes at which a window receives a page from another window. */
const PATHS = { detached: '/torn/', attach: '/take/' } as const

/** Address of a new window for the page. */
export const detachedPageAddress = (ticket: string): string => PATHS.detached + ticket
/**
 * Address at which a main window takes the page back.
 * @param href address of the page
 */
export const attachPageAddress = (ticket: string, href: string): string =>
  `${PATHS.attach}${ticket}?${new URLSearchParams({ page: href })}`

/** Parses such an address; null: another address. `href` is '' if it is not known yet. */
export function parseMoveAddress(address: string): { ticket: string; href: string; torn: boolean } | null {
  const [path = '', query = ''] = address.split('?')
  const torn = path.startsWith(PATHS.detached)
  if (!torn && !path.startsWith(PATHS.attach)) return null
  return { ticket: path.slice(PATHS.detached.length), href: new URLSearchParams(query).get('page') ?? '', torn }
}
