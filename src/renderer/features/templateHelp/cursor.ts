/** What stands at the cursor of a template. `from`: where the word begins, as an offset in the text. */
export type CursorContext = { word: string; from: number } & (
  | { at: 'tag' }
  | { at: 'parameter'; tag: string }
  | { at: 'value'; tag: string; parameter: string; quoted: boolean }
  | { at: 'file' }
  | { at: 'text' }
  | { at: 'filter' }
  | { at: 'field'; of: string }
  | { at: 'variable' }
)

/** Tags whose first argument names a file. */
const OF_FILES: ReadonlySet<string> = new Set(['include', 'render', 'layout', 'extends'])

/** null: the cursor stands in no tag and no output of the template. */
export function cursorContextAt(text: string, offset: number): CursorContext | null {
  const head = text.slice(0, offset)
  const start = Math.max(head.lastIndexOf('{{'), head.lastIndexOf('{%'))
  if (start < 0) return null
  const isTag = head[start + 1] === '%'
  const inside = head.slice(start + 2)
  if (inside.includes(isTag ? '%}' : '}}')) return null
  const tag = isTag ? (/^-?\s*(#|\w+)/.exec(inside)?.[1] ?? '') : ''
  const place = (word: string): { word: string; from: number } => ({ word, from: offset - word.length })

  if (isTag && /^-?\s*(?:#|\w*)$/.test(inside)) return { at: 'tag', ...place(/\w*$/.exec(inside)?.[0] ?? '') }
  const quote = openQuote(inside)
  if (quote >= 0) {
    const word = inside.slice(quote + 1)
    const parameter = /(\w+)\s*:\s*$/.exec(inside.slice(0, quote))?.[1]
    if (isTag && parameter !== undefined && !OF_FILES.has(tag))
      return { at: 'value', tag, parameter, quoted: true, ...place(lastPart(word)) }
    return { at: isTag && OF_FILES.has(tag) && parameter === undefined ? 'file' : 'text', ...place(word) }
  }
  const word = /\w*$/.exec(inside)?.[0] ?? ''
  const before = inside.slice(0, inside.length - word.length)
  if (/\|\s*$/.test(before)) return { at: 'filter', ...place(word) }
  const of = /([A-Za-z_]\w*(?:\.\w+|\[\d+\])*)\.$/.exec(before)?.[1]
  if (of !== undefined) return { at: 'field', of, ...place(word) }
  const parameter = /(\w+)\s*:\s*$/.exec(before)?.[1]
  if (isTag && parameter !== undefined) return { at: 'value', tag, parameter, quoted: false, ...place(word) }
  if (isTag && /[\s,]$/.test(before)) return { at: 'parameter', tag, ...place(word) }
  return { at: 'variable', ...place(word) }
}

/** Of values that are separated by commas, the last one. */
const lastPart = (text: string): string => text.slice(text.lastIndexOf(',') + 1).trimStart()

/** Where a text that is not closed begins; -1: nowhere. */
function openQuote(text: string): number {
  let open = -1
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at]
    if (open < 0 && (sign === '"' || sign === "'")) open = at
    else if (open >= 0 && sign === text[open]) open = -1
  }
  return open
}
