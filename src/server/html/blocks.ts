/** Beginnings and ends of parts whose content is no markup. */
const OPENING = /<!--|<(script|style)\b/gi
const ENDS = { comment: /-->/g, script: /<\/script\s*>/gi, style: /<\/style\s*>/gi }

interface Block {
  kind: keyof typeof ENDS
  /** Indexes in the text: of the block, of its content (of a comment: the same), and after the block. */
  from: number
  content: number
  end: number
}

/** Finds the comments, scripts and styles of a page in one pass; unclosed ones are skipped. */
export function* findBlocks(html: string): Generator<Block> {
  const endless = new Set<string>()
  let after = 0
  for (const { 0: opening, 1: name, index: from } of html.matchAll(OPENING)) {
    const kind = (name?.toLowerCase() ?? 'comment') as Block['kind']
    if (from < after || endless.has(kind)) continue
    const content = kind === 'comment' ? from : html.indexOf('>', from + opening.length) + 1
    const closing = ENDS[kind]
    closing.lastIndex = content
    if ((content === 0 && kind !== 'comment') || !closing.test(html)) {
      endless.add(kind)
      continue
    }
    after = closing.lastIndex
    yield { kind, from, content, end: after }
  }
}

/** Replaces each comment, script and style of a page. */
export function replaceBlocks(html: string, by: (block: Block) => string): string {
  let [text, at] = ['', 0]
  for (const block of findBlocks(html)) {
    text += html.slice(at, block.from) + by(block)
    at = block.end
  }
  return text + html.slice(at)
}
