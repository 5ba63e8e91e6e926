import { tagOf } from './elements.ts'

const NO_BREAK = '\u00a0'

/** Spaces of one line; text before it ends with `before`: '' begins a line. */
function preserved(text: string, before: string): string {
  return text.replace(/ +/g, (run, at: number) => {
    const follows = at > 0 ? 'x' : before
    if (run.length > 1) return run.slice(1).replaceAll(' ', NO_BREAK) + ' '
    return follows === '' || follows === ' ' ? NO_BREAK : run
  })
}

function keepIn(line: Element): void {
  const walker = line.ownerDocument.createTreeWalker(line, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT)
  let before = ''
  let last: Text | null = null
  while (walker.nextNode()) {
    const node = walker.currentNode
    if (node instanceof Text) {
      if (node.data === '') continue
      node.data = preserved(node.data, before)
      before = node.data.at(-1) ?? ''
      last = node
    } else if (node instanceof Element && node.childNodes.length === 0) {
      // An image counts as a letter; after a <br> a new line begins.
      before = tagOf(node) === 'br' ? '' : 'x'
      last = null
    }
  }
  // A space at the end of a line is not visible, and parsers drop it.
  if (last) last.data = last.data.replace(/ $/, '')
}

/**
 * Preserves spaces as the editor shows them: pages collapse several spaces, and drop those at the beginning of a line.
 * @param lines selector of elements with text; the innermost ones are used
 */
export function preserveSpaces(root: Element, lines: string): void {
  for (const line of root.querySelectorAll(lines)) if (!line.querySelector(lines)) keepIn(line)
}
