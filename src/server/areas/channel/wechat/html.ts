/** Sanitized HTML has its attributes in double quotes. */
const IMAGE = /<img\b[^<>]*>/gi
const LINK = /(<a\b[^<>]*?\shref=")([^"]*)(")/gi

const decodeAttribute = (text: string): string => text.replaceAll('&amp;', '&').replaceAll('&quot;', '"')
const encodeAttribute = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')

/** The URLs of all images, without duplicates. */
export function findImageUrls(html: string): string[] {
  const found = (html.match(IMAGE) ?? []).flatMap((tag) => readSrc(tag) || [])
  return [...new Set(found)]
}

/** WeChat articles put the URL of lazy images in data-src. */
const readSrc = (tag: string): string =>
  decodeAttribute(/\sdata-src="([^"]*)"/i.exec(tag)?.[1] ?? /\ssrc="([^"]*)"/i.exec(tag)?.[1] ?? '')

/** Replaces the URLs of the images that have a new one. */
export const replaceImageUrls = (html: string, addresses: ReadonlyMap<string, string>): string =>
  html.replace(IMAGE, (tag) => {
    const address = addresses.get(readSrc(tag)) ?? readSrc(tag)
    const bare = tag.replace(/\s(?:data-)?src="[^"]*"/gi, '')
    return bare.replace(/^<img/i, `<img src="${encodeAttribute(address)}"`)
  })

/** Makes links within the site absolute; without a domain such links become plain text. */
export const makeLinksAbsolute = (html: string, domain: string): string =>
  html.replace(LINK, (whole, before: string, href: string, after: string) => {
    if (/^(?:https?:|mailto:|tel:|#)/i.test(href)) return whole
    const url = domain === '' ? null : URL.parse(decodeAttribute(href), `https://${domain}/`)
    return url ? `${before}${encodeAttribute(url.href)}${after}` : whole.replace(/\shref="[^"]*"/i, '')
  })
