/** Attributes of cleaned HTML stand in double quotes. */
const IMAGE = /<img\b[^<>]*>/gi
const LINK = /(<a\b[^<>]*?\shref=")([^"]*)(")/gi

const decoded = (text: string): string => text.replaceAll('&amp;', '&').replaceAll('&quot;', '"')
const encoded = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')

/** Addresses of the pictures, each once. */
export function picturesIn(html: string): string[] {
  const found = (html.match(IMAGE) ?? []).flatMap((tag) => srcOf(tag) || [])
  return [...new Set(found)]
}

/** The lazy pictures of articles stand in data-src. */
const srcOf = (tag: string): string =>
  decoded(/\sdata-src="([^"]*)"/i.exec(tag)?.[1] ?? /\ssrc="([^"]*)"/i.exec(tag)?.[1] ?? '')

/** The HTML with other addresses for those pictures that have one. */
export const withPictures = (html: string, addresses: ReadonlyMap<string, string>): string =>
  html.replace(IMAGE, (tag) => {
    const address = addresses.get(srcOf(tag)) ?? srcOf(tag)
    const bare = tag.replace(/\s(?:data-)?src="[^"]*"/gi, '')
    return bare.replace(/^<img/i, `<img src="${encoded(address)}"`)
  })

/** Links inside the site become whole addresses; without a domain they become text. */
export const withLinks = (html: string, domain: string): string =>
  html.replace(LINK, (whole, before: string, href: string, after: string) => {
    if (/^(?:https?:|mailto:|tel:|#)/i.test(href)) return whole
    const url = domain === '' ? null : URL.parse(decoded(href), `https://${domain}/`)
    return url ? `${before}${encoded(url.href)}${after}` : whole.replace(/\shref="[^"]*"/i, '')
  })
