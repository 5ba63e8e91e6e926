import { clipsEverything, isHiding } from './htmlHidden.ts'

/** Declarations of a style attribute, in their order. */
export type Style = Map<string, string>

/** Longer attributes and values are never written by a person. */
const MAX_STYLE_CHARS = 4000
const MAX_VALUE_CHARS = 400
/** Size of the cache: a paste from Word repeats the same few styles thousands of times. */
const MAX_CACHED_STYLES = 2000

const NUMBER = '[+-]?(?:\\d{1,6}(?:\\.\\d{1,16})?|\\.\\d{1,16})'
const LENGTH = `${NUMBER}(?:px|pt|pc|em|rem|ex|ch|cm|mm|in|%|vw|vh)?`
const SIZE = `(?:${LENGTH}|calc\\([\\d\\s.%a-z*/+-]{1,60}\\))`
const COLOR = '(?:#[\\da-f]{3,8}|(?:rgb|hsl)a?\\([\\d\\s.,%/]{1,60}\\)|[a-z]{3,24})'
const LINE = '(?:none|hidden|solid|dashed|dotted|double|groove|ridge|inset|outset)'
/** Only addresses on the site: readers do not see background pictures as links to elsewhere. */
const ADDRESS = `url\\((["']?)/(?!/)[^\\s"'()\\\\<>;]{1,380}\\1\\)`

const whole = (pattern: string): RegExp => new RegExp(`^(?:${pattern})$`, 'i')
const list = (item: string, max: number): RegExp => whole(`${item}(?:\\s+${item}){0,${max - 1}}`)
const words = (...keywords: string[]): RegExp => whole(keywords.join('|'))

const size = whole(`${SIZE}|auto|none|normal|max-content|min-content|fit-content`)
const sizes = list(`(?:${SIZE}|auto)`, 4)
const color = whole(COLOR)
const border = list(`(?:${LENGTH}|thin|medium|thick|${LINE}|${COLOR})`, 3)
const shadow = /^[\d\s.,%#()a-z+-]{1,200}$/i
const keyword = /^[a-z]{2,20}(?:-[a-z]{1,20}){0,3}(?: [a-z-]{2,20})?$/i
const SIDES = ['top', 'right', 'bottom', 'left']
const each = (names: readonly string[], pattern: RegExp): [string, RegExp][] => names.map((name) => [name, pattern])
const sides = (name: string, end = ''): string[] => SIDES.map((side) => `${name}-${side}${end}`)

/**
 * Allowed properties and patterns of their values. Properties that reposition text (position), hide it, or overflow the
 * page are not allowed.
 */
const PROPERTIES: ReadonlyMap<string, RegExp> = new Map([
  ...each(['color', 'background-color', 'text-decoration-color', 'border-color', ...sides('border', '-color')], color),
  ...each(['width', 'min-width', 'max-width', 'height', 'min-height', 'max-height', 'flex-basis'], size),
  ...each(['margin', 'padding', 'border-width', 'border-radius', 'border-spacing', 'gap'], sizes),
  ...each(['row-gap', 'column-gap', ...sides('margin'), ...sides('padding'), ...sides('border', '-width')], size),
  ...each(['text-indent', 'letter-spacing', 'word-spacing', 'line-height'], size),
  ...each(
    ['top-left', 'top-right', 'bottom-left', 'bottom-right'].map((corner) => `border-${corner}-radius`),
    list(SIZE, 2),
  ),
  ...each(['border', ...sides('border')], border),
  ...each(['border-style', ...sides('border', '-style')], list(LINE, 4)),
  ...each(['box-shadow', 'text-shadow'], shadow),
  ['font-size', whole(`${SIZE}|(?:xx?-)?(?:small|large)|medium|smaller|larger`)],
  [
    'font',
    new RegExp(
      `^(?:(?:normal|italic|oblique|bold|bolder|lighter|[1-9]00|small-caps)\\s+){0,3}(?:${SIZE}|(?:xx?-)?(?:small|large)|medium)(?:\\s*/\\s*(?:${SIZE}|normal))?\\s+[\\w\\s,."'\u2E80-\u9FFF\uF900-\uFAFF-]{1,300}$`,
      'i',
    ),
  ],
  [
    'list-style',
    /^(?:(?:none|inside|outside|disc|circle|square|decimal|(?:lower|upper)-(?:alpha|roman|latin))(?:\s+|$)){1,2}$/i,
  ],
  ['font-family', /^[\w\s,."'\u2E80-\u9FFF\uF900-\uFAFF-]{1,300}$/],
  ['font-weight', /^(?:[1-9]00|normal|bold|bolder|lighter)$/i],
  ['font-style', words('normal', 'italic', 'oblique')],
  ['text-align', words('left', 'right', 'center', 'justify', 'start', 'end')],
  ['vertical-align', whole(`${LENGTH}|baseline|sub|super|top|middle|bottom|text-top|text-bottom`)],
  ['text-decoration', /^[a-z\d#(),.\s%-]{3,80}$/i],
  ['text-decoration-line', /^(?:none|underline|overline|line-through)(?: (?:underline|overline|line-through))*$/i],
  [
    'display',
    words('block', 'inline', 'inline-block', 'flex', 'inline-flex', 'grid', 'table', 'table-row', 'table-cell'),
  ],
  ['float', words('left', 'right', 'none')],
  ['opacity', whole(NUMBER)],
  ...each(['flex-grow', 'flex-shrink', 'order', 'column-count'], whole(`${NUMBER}|auto`)),
  ['flex', list(`(?:${SIZE}|auto|none)`, 3)],
  ['background-image', whole(`none|${ADDRESS}|(?:repeating-)?linear-gradient\\([\\d\\s.,%#()a-z-]{1,200}\\)`)],
  ...each(
    ['background-size', 'background-position'],
    list(`(?:${SIZE}|auto|cover|contain|${SIDES.join('|')}|center)`, 2),
  ),
  ['transform', whole(`none|(?:(?:rotate|scale|skew|translate)(?:X|Y|Z|3d)?\\([\\d\\s.,%a-z+-]{1,60}\\)\\s*){1,4}`)],
  ...each(
    [
      'clear',
      'white-space',
      'word-break',
      'word-wrap',
      'overflow-wrap',
      'overflow',
      'text-transform',
      'text-align-last',
      'text-decoration-style',
      'list-style-type',
      'list-style-position',
      'border-collapse',
      'table-layout',
      'writing-mode',
      'direction',
      'object-fit',
      'box-sizing',
      'flex-direction',
      'flex-wrap',
      'flex-flow',
      'justify-content',
      'align-items',
      'align-self',
      'align-content',
      'background-repeat',
      'page-break-after',
      'page-break-before',
      'font-variant',
    ],
    keyword,
  ),
])

/** Splits a style into `name: value` pieces; a semicolon in quotes or brackets is not a separator. */
function declarations(text: string): string[] {
  const found: string[] = []
  let from = 0
  let quote = ''
  let depth = 0
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at)
    if (quote) quote = char === quote ? '' : quote
    else if (char === '"' || char === "'") quote = char
    else if (char === '(') depth += 1
    else if (char === ')') depth = Math.max(0, depth - 1)
    else if (char === ';' && depth === 0) {
      found.push(text.slice(from, at))
      from = at + 1
    }
  }
  return [...found, text.slice(from)]
}

const BACKGROUND_REST =
  /^(?:none|no-repeat|repeat(?:-[xy])?|scroll|fixed|local|border-box|padding-box|initial|(?:left|right|top|bottom|center|auto|[\d.]+(?:px|%|em)?)(?:\s*\/\s*\S+)?)$/i
const PICTURE = whole(ADDRESS)

/** Splits a `background` shorthand into colour, picture and repeat; everything else is dropped. */
function background(value: string): [string, string][] {
  const parts = value.match(/[a-z]+\([^)]{0,400}\)|\S+/gi) ?? []
  const declarations: [string, string][] = []
  for (const part of parts) {
    if (PICTURE.test(part)) declarations.push(['background-image', part])
    else if (BACKGROUND_REST.test(part)) {
      if (/repeat/i.test(part)) declarations.push(['background-repeat', part])
    } else if (color.test(part)) declarations.push(['background-color', part])
    else return []
  }
  return declarations
}

function readAllowedStyle(text: string): Style {
  const style: Style = new Map()
  if (text.length > MAX_STYLE_CHARS) return style
  for (const each of declarations(text)) {
    const colon = each.indexOf(':')
    if (colon < 1) continue
    const value = each
      .slice(colon + 1)
      .replace(/!\s*important\s*$/i, '')
      .trim()
    if (value.length > MAX_VALUE_CHARS) continue
    const property = each.slice(0, colon).trim().toLowerCase()
    for (const [name, part] of property === 'background' ? background(value) : [[property, value] as const]) {
      if (!PROPERTIES.get(name)?.test(part) || isHiding(name, part)) continue
      // As in CSS, the last declaration of a property wins and takes its position.
      style.delete(name)
      style.set(name, part)
    }
  }
  if (clipsEverything(style)) style.delete('overflow')
  return style
}

/** All declarations of a style attribute as written, including forbidden ones. */
export function parseRawStyle(text: string): Style {
  const style: Style = new Map()
  if (text.length > MAX_STYLE_CHARS) return style
  for (const each of declarations(text)) {
    const colon = each.indexOf(':')
    if (colon < 1) continue
    const value = each.slice(colon + 1).replace(/!\s*important\s*$/i, '')
    style.set(each.slice(0, colon).trim().toLowerCase(), value.trim().toLowerCase())
  }
  return style
}

/** The allowed declarations of a style attribute. */
export const parseStyle = (text: string): Style => readAllowedStyle(text)

export const formatStyle = (style: ReadonlyMap<string, string>): string =>
  [...style].map(([name, value]) => `${name}: ${value}`).join('; ')

const cache = new Map<string, string>()

/** Reduces a style attribute to its allowed declarations; '' if none remain. Idempotent. */
export function cleanStyle(text: string): string {
  const cached = cache.get(text)
  if (cached !== undefined) return cached
  const clean = formatStyle(readAllowedStyle(text))
  if (cache.size >= MAX_CACHED_STYLES) cache.clear()
  if (text.length <= MAX_VALUE_CHARS) cache.set(text, clean)
  return clean
}

/** The style with some properties replaced; an empty value removes one. */
export function withStyle(text: string, changes: Readonly<Record<string, string>>): string {
  const style = parseStyle(text)
  for (const [name, value] of Object.entries(changes)) {
    style.delete(name)
    if (value && PROPERTIES.get(name)?.test(value) && !isHiding(name, value)) style.set(name, value)
  }
  return formatStyle(style)
}
