import { cleanAttributes, HTML_VOID, LONGEST_ADDRESS } from '#shared/domain/htmlRules.ts'

/** Start, end or text; what none of them fits is for the whole cleaner. */
const PIECE = /<(\/?)([a-z][a-z1-6]*)((?: [a-z]+="[^"<>&\r\0]*")*)( \/)?>|[^<>&\r\0]+|&(?:amp|lt|gt);/gy
const ATTRIBUTE = / ([a-z]+)="([^"]*)"/g

const VOID = new Set(HTML_VOID)
const INLINE = new Set(['a', 'strong', 'em', 'u', 's', 'span', 'sub', 'sup', 'code', 'small', 'mark', 'br', 'img'])
/** Blocks that hold text; another block would close them. */
const TEXT_BLOCKS = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'pre'])
/** Elements that stand in these alone. */
const PLACES: Readonly<Record<string, readonly string[]>> = {
  li: ['ul', 'ol'],
  thead: ['table'],
  tbody: ['table'],
  tr: ['thead', 'tbody'],
  td: ['tr'],
  th: ['tr'],
}
const HOLDERS = new Set(['ul', 'ol', 'table', 'thead', 'tbody', 'tr'])
const BLOCKS = new Set([
  'p',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'pre',
  'blockquote',
  'ul',
  'ol',
  'table',
  'div',
  'section',
  'hr',
])
const DEEPEST = 20

/** Start tags that were found clean: texts of one site repeat theirs. */
const seen = new Set<string>()
const MAX_SEEN = 500

/**
 * Is the text plain enough to see that cleaning it (sanitizeHtml) would change nothing? false says nothing: the text may be clean.
 * Texts that were cleaned when they were saved are, nearly all, and this takes a tenth of the time.
 */
export function isPlainlyClean(html: string): boolean {
  const open: string[] = []
  PIECE.lastIndex = 0
  while (PIECE.lastIndex < html.length) {
    const piece = PIECE.exec(html)
    if (!piece) return false
    const [, slash, tag, attributes = '', end] = piece
    if (tag === undefined) {
      if (HOLDERS.has(open.at(-1) ?? '') && piece[0].trim() !== '') return false
    } else if (slash === '/') {
      if (open.pop() !== tag || attributes !== '' || end) return false
    } else {
      if (!mayStand(tag, open.at(-1)) || (attributes !== '' && !areClean(tag, attributes))) return false
      if (VOID.has(tag) !== (end !== undefined)) return false
      if (tag === 'img' && !attributes.includes(' src="')) return false
      if (!VOID.has(tag) && open.push(tag) > DEEPEST) return false
    }
  }
  return open.length === 0
}

function mayStand(tag: string, inside: string | undefined): boolean {
  const places = PLACES[tag]
  if (places) return inside !== undefined && places.includes(inside)
  if (inside !== undefined && HOLDERS.has(inside)) return false
  if (INLINE.has(tag)) return tag !== 'a' || inside !== 'a'
  return BLOCKS.has(tag) && (inside === undefined || !(TEXT_BLOCKS.has(inside) || INLINE.has(inside)))
}

function areClean(tag: string, text: string): boolean {
  const start = `${tag}${text}`
  if (seen.has(start)) return true
  if (!areCleanOf(tag, text)) return false
  if (seen.size >= MAX_SEEN) seen.clear()
  seen.add(start)
  return true
}

function areCleanOf(tag: string, text: string): boolean {
  const given: Record<string, string> = {}
  for (const [, name = '', value = ''] of text.matchAll(ATTRIBUTE)) {
    if (Object.hasOwn(given, name) || value.length > LONGEST_ADDRESS) return false
    given[name] = value
  }
  const clean = cleanAttributes(tag, given)
  const names = Object.keys(given)
  return (
    Object.keys(clean).join() === names.join() &&
    names.every((name) => clean[name] === given[name] && given[name] !== '')
  )
}
