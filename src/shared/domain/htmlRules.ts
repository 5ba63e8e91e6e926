import { cleanStyle } from './htmlStyle.ts'

const HEADINGS = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6']
/** Blocks without a meaning of their own, common in 秀米 and WeChat articles. */
export const SECTION_TAGS = [
  'div',
  'section',
  'article',
  'header',
  'footer',
  'figure',
  'figcaption',
  'dl',
  'dt',
  'dd',
] as const
const TABLE = ['table', 'caption', 'colgroup', 'col', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td']
/** Inline elements with a meaning or style of their own, without attributes. */
export const WORD_TAGS = [
  'sub',
  'sup',
  'small',
  'mark',
  'code',
  'abbr',
  'cite',
  'q',
  'kbd',
  'samp',
  'var',
  'dfn',
] as const
const INLINE = ['a', 'span', 'strong', 'em', 'u', 's', ...WORD_TAGS, 'ruby', 'rt', 'rp', 'br']
const MEDIA = ['img', 'video', 'audio', 'source']

/** All elements that rich text may contain. */
export const HTML_TAGS: readonly string[] = [
  'p',
  'blockquote',
  'pre',
  'ul',
  'ol',
  'li',
  'hr',
  ...SECTION_TAGS,
  ...HEADINGS,
  ...TABLE,
  ...INLINE,
  ...MEDIA,
]

/** Elements that are removed together with their content. */
export const HTML_REMOVED: readonly string[] =
  'script style noscript template iframe object embed applet frameset svg math textarea select option xmp head title plaintext noembed noframes'.split(
    ' ',
  )

/** Elements that are replaced by an element of the same meaning. */
export const HTML_REPLACEMENTS: Readonly<Record<string, string>> = {
  b: 'strong',
  i: 'em',
  strike: 's',
  del: 's',
  ins: 'u',
  center: 'div',
  font: 'span',
  big: 'span',
  main: 'section',
  aside: 'section',
  nav: 'section',
  fieldset: 'section',
  legend: 'div',
  details: 'section',
  summary: 'div',
  address: 'div',
  menu: 'ul',
  dir: 'ul',
  acronym: 'abbr',
  tt: 'code',
  label: 'span',
  nobr: 'span',
}

/** Elements that have no end tag. */
export const HTML_VOID: readonly string[] = ['br', 'hr', 'img', 'col', 'source']

/** Schemes of links, and of files, which must be on the web or on the site. */
const LINK_SCHEMES = ['http', 'https', 'mailto', 'tel']
const FILE_SCHEMES = ['http', 'https']

/** Maximum length of an address that browsers and servers accept. */
export const MAX_ADDRESS_CHARS = 8000
/** Spaces and control characters, which browsers ignore in a scheme. */
const INVISIBLE = /[\s\p{Cc}\p{Cf}]+/gu

/** An allowed address in content, otherwise ''. Addresses without a scheme belong to the site. */
function withAllowedScheme(address: string, schemes: readonly string[]): string {
  if (address.length > MAX_ADDRESS_CHARS) return ''
  const booleanAttribute = address.replace(INVISIBLE, '')
  const colon = booleanAttribute.search(/[:/?#]/)
  if (
    colon >= 0 &&
    booleanAttribute.charAt(colon) === ':' &&
    !schemes.includes(booleanAttribute.slice(0, colon).toLowerCase())
  )
    return ''
  return address.trim()
}
/** The address if it is allowed for a link: http, https, mailto, tel, or within the site; otherwise ''. */
export const safeLink = (address: string): string => withAllowedScheme(address, LINK_SCHEMES)
/**
 * The address if it is allowed for a picture or video: http, https or within the site; otherwise '', also for data: and
 * blob:.
 */
export const safeSource = (address: string): string => withAllowedScheme(address, FILE_SCHEMES)

type Check = (value: string) => string
const matching =
  (pattern: RegExp): Check =>
  (value) =>
    pattern.test(value.trim()) ? value.trim() : ''
const count =
  (max: number): Check =>
  (value) =>
    /^\d{1,9}$/.test(value.trim()) ? String(Math.min(max, Math.max(1, Number(value)))) : ''
const text: Check = (value) => value.slice(0, 1000)
const size = matching(/^\d{1,5}(?:\.\d{1,4})?(?:px|pt|%)?$/)
const number = matching(/^-?\d{1,6}$/)
const booleanAttribute: Check = () => 'true'
const side = matching(/^(?:left|right|center|justify|top|middle|bottom|baseline|absmiddle|texttop)$/i)
const colour = matching(/^(?:#[\da-f]{3,8}|[a-z]{3,24})$/i)
const space = matching(/^\d{1,3}(?:px)?$/)

const EVERYWHERE: Readonly<Record<string, Check>> = {
  style: cleanStyle,
  class: matching(/^[\w-]{1,60}(?:\s+[\w-]{1,60}){0,9}$/),
  title: text,
  lang: matching(/^[A-Za-z]{1,8}(?:-[A-Za-z\d]{1,8}){0,3}$/),
  dir: matching(/^(?:ltr|rtl|auto)$/i),
}
const CELL = {
  colspan: count(200),
  rowspan: count(2000),
  width: size,
  height: size,
  align: side,
  valign: side,
  bgcolor: colour,
  bordercolor: colour,
  nowrap: booleanAttribute,
  scope: matching(/^(?:row|col|rowgroup|colgroup)$/i),
}
const BLOCK = { align: side }
const FRAME = { width: size, height: size }

const OF_TAG: Readonly<Record<string, Readonly<Record<string, Check>>>> = {
  a: {
    href: safeLink,
    name: matching(/^[\w\-.一-鿿]{1,80}$/),
    // The file name for the download; '' means the file's own.
    download: matching(/^[^<>"\\/:*?|\p{Cc}]{0,200}$/u),
    target: matching(/^_(?:self|blank)$/),
    rel: matching(
      /^(?:nofollow|noopener|noreferrer|ugc|sponsored)(?:\s+(?:nofollow|noopener|noreferrer|ugc|sponsored))*$/,
    ),
  },
  img: { src: safeSource, alt: text, align: side, border: space, hspace: space, vspace: space, ...FRAME },
  hr: { width: size, size: space, align: side, color: colour, noshade: booleanAttribute },
  video: {
    src: safeSource,
    poster: safeSource,
    controls: booleanAttribute,
    loop: booleanAttribute,
    muted: booleanAttribute,
    ...FRAME,
  },
  audio: { src: safeSource, controls: booleanAttribute, loop: booleanAttribute },
  source: { src: safeSource, type: matching(/^[\w.+-]+\/[\w.+-]+$/) },
  table: {
    border: number,
    cellpadding: number,
    cellspacing: number,
    align: side,
    bgcolor: colour,
    bordercolor: colour,
    rules: matching(/^(?:none|groups|rows|cols|all)$/i),
    frame: matching(/^(?:void|above|below|hsides|lhs|rhs|vsides|box|border)$/i),
    ...FRAME,
  },
  td: CELL,
  th: CELL,
  tr: { height: size, align: side, valign: side, bgcolor: colour },
  col: { span: count(200), width: size },
  ol: { start: number, type: matching(/^[1aAiI]$/) },
  ul: { type: matching(/^(?:disc|circle|square)$/i) },
  li: { value: number, type: matching(/^(?:[1aAiI]|disc|circle|square)$/) },
  ...Object.fromEntries(['p', 'div', ...HEADINGS].map((tag) => [tag, BLOCK])),
}

/** The allowed attributes of the element. Boolean ones get the value ''. */
export function cleanAttributes(tag: string, attributes: Readonly<Record<string, string>>): Record<string, string> {
  const ofTag = OF_TAG[tag] ?? {}
  const clean: Record<string, string> = {}
  for (const [name, value] of Object.entries(attributes)) {
    const check = Object.hasOwn(ofTag, name)
      ? ofTag[name]
      : Object.hasOwn(EVERYWHERE, name)
        ? EVERYWHERE[name]
        : undefined
    const cleaned = check?.(value)
    // An empty alt marks a decorative picture, so it is kept.
    if (cleaned || (cleaned === '' && (name === 'alt' || (name === 'download' && value === ''))))
      clean[name] = check === booleanAttribute ? '' : cleaned
  }
  return clean
}
