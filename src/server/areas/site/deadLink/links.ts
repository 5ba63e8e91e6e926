import type { DEAD_LINK_KINDS } from '#shared/contract/deadLink.ts'
import { replaceBlocks } from '#server/html/blocks.ts'

type LinkKind = (typeof DEAD_LINK_KINDS)[number]

/** A link in a page. */
export interface PageLink {
  /** As written, with entities decoded. */
  address: string
  /** Line number, from 1. */
  line: number
  kind: Exclude<LinkKind, 'external'>
}

const TAG = /<(a|area|img|script|link|source|video|audio|iframe|embed)\b((?:[^<>"']|"[^"]*"|'[^']*')*)>/gi
const ATTRIBUTE = /\s(href|src|poster|srcset)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi
const IMAGE_TAGS: ReadonlySet<string> = new Set(['img', 'source'])

/** Finds the links of a page that can be followed, in page order. */
export function findLinks(html: string): PageLink[] {
  const text = blankInvisible(html)
  const links: PageLink[] = []
  let [line, at] = [1, 0]
  for (const tag of text.matchAll(TAG)) {
    for (; at < tag.index; at += 1) if (text[at] === '\n') line += 1
    const [, name = '', attributes = ''] = tag
    // Hints for browsers are not links.
    if (/^link$/i.test(name) && /\brel\s*=\s*["']?(?:preconnect|dns-prefetch|canonical|alternate)/i.test(attributes))
      continue
    for (const [, attribute = '', double, single, bare] of attributes.matchAll(ATTRIBUTE)) {
      const value = decodeEntities(double ?? single ?? bare ?? '').trim()
      const addresses =
        attribute.toLowerCase() === 'srcset'
          ? value.split(',').map((each) => each.trim().split(/\s+/)[0] ?? '')
          : [value]
      for (const address of addresses)
        if (address !== '' && !/^(?:#|(?!https?:)[a-z][a-z\d+.-]*:)/i.test(address))
          links.push({ address, line, kind: toLinkKind(name.toLowerCase(), address) })
    }
  }
  return links
}

/** Replaces the content of comments, scripts and styles by spaces. */
const blankInvisible = (html: string): string =>
  replaceBlocks(
    html,
    ({ from, content, end }) => html.slice(from, content) + html.slice(content, end).replace(/[^\n]/g, ' '),
  )

function toLinkKind(tag: string, address: string): PageLink['kind'] {
  const path = address.split(/[?#]/)[0] ?? ''
  if (IMAGE_TAGS.has(tag) || /\.(?:png|jpe?g|gif|webp|svg|avif|ico)$/i.test(path)) return 'picture'
  if (tag !== 'a' && tag !== 'area' && tag !== 'iframe') return 'file'
  return /\.\w+$/.test(path) && !/\.(?:s?html?|php|aspx?|jsp)$/i.test(path) ? 'file' : 'page'
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
const decodeEntities = (text: string): string =>
  text.replace(
    /&(?:#(\d+)|#x([\da-f]+)|(amp|lt|gt|quot|apos));/gi,
    (_whole, decimal?: string, hex?: string, name?: string) =>
      name
        ? (ENTITIES[name.toLowerCase()] ?? '')
        : String.fromCodePoint(Math.min(0x10ffff, parseInt(decimal ?? hex ?? '0', decimal ? 10 : 16))),
  )

/** Resolves an address on a page to a path of the same site or a URL of another one; null: not a web address. */
export function resolveLink(
  address: string,
  page: string,
  hosts: readonly string[],
): { path: string } | { url: string } | null {
  const base = new URL(page, 'https://site.invalid')
  const url = URL.parse(address, base.href)
  if (!url || !/^https?:$/.test(url.protocol)) return null
  if (url.hostname !== base.hostname && !hosts.includes(url.hostname)) {
    url.hash = ''
    return { url: url.href }
  }
  try {
    return { path: decodeURIComponent(url.pathname) }
  } catch {
    return { path: url.pathname }
  }
}
