/** The properties that determine a column's front address; the contract's columns have them. */
interface AddressableColumn {
  identifies: string
  listPageUrl: string
}

/** A·§2: the channel view links to the front page of columns without a mark that have a list page address. */
export const hasFrontLink = ({ identifies, listPageUrl }: AddressableColumn): boolean =>
  identifies === '' && listPageUrl !== ''

/**
 * The address of a column's list page on its site, or null if the site has no domain.
 * @param domains the site's host names, comma-separated; only the first one is used.
 */
export function frontAddress(domains: string, listPageUrl: string): string | null {
  if (/^https?:\/\//i.test(listPageUrl)) return listPageUrl
  const host = domains
    .split(',')
    .map((each) => each.trim())
    .find((each) => each !== '')
  if (!host || /\s/.test(host)) return null
  const base = /^https?:\/\//i.test(host) ? host : `https://${host}`
  return `${base.replace(/\/+$/, '')}/${listPageUrl.replace(/^\/+/, '')}`
}
