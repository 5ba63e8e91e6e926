/** Sanitized HTML has its attributes in double quotes. */
const IMAGE = /<img\b[^<>]*>/gi
const LINK = /(<a\b[^<>]*?\shref=")([^"]*)(")/gi

const decoded = (text: string): string => text.replaceAll('&amp;', '&').replaceAll('&quot;', '"')
const encoded = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')

/** The URLs of all images, without duplicates. */
export function picturesIn(html: string): string[] {
  const found = (html.match(IMAGE) ?? []).flatMap((tag) => srcOf(tag) || [])
  return [...new Set(found)]
}

/** WeChat articles put the URL of lazy images in data-src. */
const srcOf = (tag: string): string =>
  decoded(/\sdata-src="([^"]*)"/i.exec(tag)?.[1] ?? /\ssrc="([^"]*)"/i.exec(tag)?.[1] ?? '')

/** Replaces the URLs of the images that have a new one. */
export const withPictures = (html: string, addresses: ReadonlyMap<string, string>): string =>
  html.replace(IMAGE, (tag) => {
    const address = addresses.get(srcOf(tag)) ?? srcOf(tag)
    const bare = tag.replace(/\s(?:data-)?src="[^"]*"/gi, '')
    return bare.replace(/^<img/i, `<img src="${encoded(address)}"`)
  })

/** Makes links within the site absolute; without a domain such links become plain text. */
export const withLinks = (html: string, domain: string): string =>
  html.replace(LINK, (whole, before: string, href: string, after: string) => {
    if (/^(?:https?:|mailto:|tel:|#)/i.test(href)) return whole
    const url = domain === '' ? null : URL.parse(decoded(href), `https://${domain}/`)
    return url ? `${before}${encoded(url.href)}${after}` : whole.replace(/\shref="[^"]*"/i, '')
  })
