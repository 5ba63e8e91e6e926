import { SECTION_TAGS } from '#shared/domain/htmlRules.ts'
import { parseStyle } from '#shared/domain/htmlStyle.ts'
import { widthsToCells } from './columnWidths.ts'
import { cleanTree, inertBody, unwrap } from './elements.ts'
import { orderInline } from './inlineOrder.ts'

/** Selector of block elements. */
export const BLOCKS = [...SECTION_TAGS, ...'p h1 h2 h3 h4 h5 h6 ul ol li table blockquote pre hr'.split(' ')].join(', ')

const AROUND_LINES = `${BLOCKS}, td, th`

const isSpace = (node: Node | null): boolean => node instanceof Text && !/[^ \t\r\n\f]/.test(node.data)

/** The next thing in the same element that is seen. */
function seenAfter(node: Node): Node | null {
  let next = node.nextSibling
  while (isSpace(next)) next = next?.nextSibling ?? null
  return next
}

/** The same before it. */
function seenBefore(node: Node): Node | null {
  let last = node.previousSibling
  while (isSpace(last)) last = last?.previousSibling ?? null
  return last
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

const isBlock = (node: Node | null): boolean => node instanceof Element && node.matches(`${BLOCKS}, figure`)

/** A line break that stands alone between blocks is an empty line. */
function keepLoneBreaks(root: HTMLElement): void {
  for (const each of root.querySelectorAll('br')) {
    const { parentElement: around, previousElementSibling: before } = each
    if (!around || (around !== root && !around.matches(AROUND_LINES))) continue
    const last = seenBefore(each)
    if (last ? isBlock(last) : before === null && isBlock(seenAfter(each)))
      each.replaceWith(root.ownerDocument.createElement('div'))
  }
}

/** Text between blocks is a line without the space that paragraphs have around them. */
function linesOfText(root: HTMLElement): void {
  if (![...root.children].some(isBlock)) return
  let line: Element | null = null
  const nodes = [...root.childNodes]
  for (const node of nodes) {
    if (isBlock(node)) line = null
    else if (line) line.append(node)
    else if (!isSpace(node)) {
      line = root.ownerDocument.createElement('div')
      node.replaceWith(line)
      line.append(node)
    }
  }
}

/** Empty elements that are drawn: lines and boxes of an article's layout. */
const DRAWN = /^(?:(?:min-)?height|border|background|padding|box-shadow|margin)/
const NOTHING = /^0(?:px|pt|em)?$|^none$|^auto$/

/** Does an element without text show something? */
export function isDrawn(element: Element): boolean {
  return [...parseStyle(element.getAttribute('style') ?? '')].some(
    ([name, value]) => DRAWN.test(name) && !value.split(/\s+/).every((part) => NOTHING.test(part)),
  )
}

/** Sections with nothing in them show nothing; the editor would make a line of each. */
function dropEmptySections(root: HTMLElement): void {
  for (const section of [...root.querySelectorAll(SECTION_TAGS.join(', '))].toReversed()) {
    const isEmpty = section.children.length === 0 && !/[^ \t\r\n\f]/.test(section.textContent ?? '')
    if (isEmpty && !isDrawn(section) && !section.matches('td *, th *, dt, dd')) section.remove()
  }
}

/** Headings of tables may hold lines of text alone: the editor keeps them as they are. */
function strayCaptions(root: HTMLElement): void {
  for (const caption of root.querySelectorAll('caption'))
    if (caption.parentElement?.tagName !== 'TABLE') unwrap(caption)
}

/** Old pages and LibreOffice put a list into a list; it belongs to the entry before it, or it would count as one more. */
function listsIntoEntries(root: HTMLElement): void {
  for (const list of root.querySelectorAll('ol > ol, ol > ul, ul > ol, ul > ul')) {
    const before = list.previousElementSibling
    if (before?.matches('li')) before.append(list)
  }
}

/** Converts content to what the editor's schema can parse, keeping what htmlRules allow; answers as cleanTree. */
export function prepareTree(root: HTMLElement, keep: readonly string[] = []): string[] {
  const gone = cleanTree(root, [...keep, 'colwidth'])
  strayCaptions(root)
  dropEmptySections(root)
  keepLoneBreaks(root)
  orderInline(root, BLOCKS)
  listsIntoEntries(root)
  for (const table of root.querySelectorAll('table')) widthsToCells(table)
  dropLastBreaks(root)
  return gone
}

/** See prepareTree. */
export function prepare(html: string): HTMLElement {
  const root = inertBody(html)
  prepareTree(root)
  linesOfText(root)
  return root
}
