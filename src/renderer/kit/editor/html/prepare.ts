import { SECTION_TAGS } from '#shared/domain/htmlRules.ts'
import { widthsToCells } from './columnWidths.ts'
import { cleanTree, inertBody, renamed } from './elements.ts'

/** Elements that stand on lines of their own. */
export const BLOCKS = [...SECTION_TAGS, ...'p h1 h2 h3 h4 h5 h6 ul ol li table blockquote pre hr'.split(' ')].join(', ')

const AROUND_LINES = `${BLOCKS}, td, th`

/** The next thing in the same element that is seen. */
function seenAfter(node: Node): Node | null {
  let next = node.nextSibling
  while (next instanceof Text && !/[^ \t\r\n\f]/.test(next.data)) next = next.nextSibling
  return next
}

/** Whether a line break stands at the end of its line: before a block, or last in one. */
function endsLine(lineBreak: Element, root: Element): boolean {
  for (let at: Element = lineBreak; ;) {
    const next = seenAfter(at)
    if (next) return next instanceof Element && next.matches(BLOCKS)
    const around: Element | null = at.parentElement
    if (!around || around === root || around.matches(AROUND_LINES)) return true
    at = around
  }
}

/** A line break at the end of a line shows nothing, and in an empty one it is what keeps the line. */
function dropLastBreaks(root: HTMLElement): void {
  for (const each of root.querySelectorAll('br')) if (!each.closest('pre') && endsLine(each, root)) each.remove()
}

/** Headings of tables become a line before them: the editor's tables have none. */
function moveCaptions(root: HTMLElement): void {
  for (const caption of root.querySelectorAll('caption')) {
    const table = caption.closest('table')
    if (!table) continue
    table.before(caption)
    const line = renamed(caption, 'p')
    line.setAttribute('style', `text-align: center; ${line.getAttribute('style') ?? ''}`)
  }
}

/** Old pages and LibreOffice put a list into a list; it belongs to the entry before it, or it would count as one more. */
function listsIntoEntries(root: HTMLElement): void {
  for (const list of root.querySelectorAll('ol > ol, ol > ul, ul > ol, ul > ul')) {
    const before = list.previousElementSibling
    if (before?.matches('li')) before.append(list)
  }
}

/** Content as the editor takes it: what htmlRules allow, in the shape that the schema knows; what cleanTree answers. */
export function prepareTree(root: HTMLElement, keep: readonly string[] = []): string[] {
  const gone = cleanTree(root, keep)
  moveCaptions(root)
  listsIntoEntries(root)
  for (const table of root.querySelectorAll('table')) widthsToCells(table)
  dropLastBreaks(root)
  return gone
}

/** See prepareTree. */
export function prepare(html: string): HTMLElement {
  const root = inertBody(html)
  prepareTree(root)
  return root
}
