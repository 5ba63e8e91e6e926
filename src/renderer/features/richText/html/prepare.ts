import { SECTION_TAGS } from '#shared/domain/htmlRules.ts'
import { parseStyle } from '#shared/domain/htmlStyle.ts'
import { widthsToCells } from './columnWidths.ts'
import { cleanTree, inertBody, unwrap } from './elements.ts'
import { orderInline } from './inlineOrder.ts'

/** Selector of block elements. */
export const BLOCKS = [...SECTION_TAGS, ...'p h1 h2 h3 h4 h5 h6 ul ol li table blockquote pre hr'.split(' ')].join(', ')

const AROUND_LINES = `${BLOCKS}, td, th`

const isSpace = (node: Node | null): boolean => node instanceof Text && !/[^ \t\r\n\f]/.test(node.data)

/** The next sibling that is not only space. */
function visibleAfter(node: Node): Node | null {
  let next = node.nextSibling
  while (isSpace(next)) next = next?.nextSibling ?? null
  return next
}

/** The previous sibling that is not only space. */
function visibleBefore(node: Node): Node | null {
  let last = node.previousSibling
  while (isSpace(last)) last = last?.previousSibling ?? null
  return last
}

/** Whether a line break ends its line: before a block, or last in one. */
function endsLine(lineBreak: Element, root: Element): boolean {
  for (let at: Element = lineBreak; ;) {
    const next = visibleAfter(at)
    if (next) return next instanceof Element && next.matches(BLOCKS)
    const around: Element | null = at.parentElement
    if (!around || around === root || around.matches(AROUND_LINES)) return true
    at = around
  }
}

/** Removes line breaks at the end of lines: they show nothing, and the editor shows empty lines without them. */
function dropLastBreaks(root: HTMLElement): void {
  for (const each of root.querySelectorAll('br')) if (!each.closest('pre') && endsLine(each, root)) each.remove()
}

const isBlock = (node: Node | null): boolean => node instanceof Element && node.matches(`${BLOCKS}, figure`)

/** Replaces a line break alone between blocks by an empty line. */
function keepLoneBreaks(root: HTMLElement): void {
  for (const each of root.querySelectorAll('br')) {
    const { parentElement: around, previousElementSibling: before } = each
    if (!around || (around !== root && !around.matches(AROUND_LINES))) continue
    const last = visibleBefore(each)
    if (last ? isBlock(last) : before === null && isBlock(visibleAfter(each)))
      each.replaceWith(root.ownerDocument.createElement('div'))
  }
}

/** Wraps text between blocks in `div`, a line without the margins of a paragraph. */
function wrapLooseText(root: HTMLElement): void {
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

/** Styles that make an empty element visible: lines and boxes of an article's layout. */
const VISIBLE_STYLE = /^(?:(?:min-)?height|border|background|padding|box-shadow|margin)/
const INVISIBLE_VALUE = /^0(?:px|pt|em)?$|^none$|^auto$/

/** Whether the style of an element without text makes it visible. */
export function isVisibleByStyle(element: Element): boolean {
  return [...parseStyle(element.getAttribute('style') ?? '')].some(
    ([name, value]) => VISIBLE_STYLE.test(name) && !value.split(/\s+/).every((part) => INVISIBLE_VALUE.test(part)),
  )
}

/** Removes empty, invisible sections: the editor would show a line for each. */
function dropEmptySections(root: HTMLElement): void {
  for (const section of [...root.querySelectorAll(SECTION_TAGS.join(', '))].toReversed()) {
    const isEmpty = section.children.length === 0 && !/[^ \t\r\n\f]/.test(section.textContent ?? '')
    if (isEmpty && !isVisibleByStyle(section) && !section.matches('td *, th *, dt, dd')) section.remove()
  }
}

/** Unwraps captions that are outside of tables. */
function unwrapStrayCaptions(root: HTMLElement): void {
  for (const caption of root.querySelectorAll('caption'))
    if (caption.parentElement?.tagName !== 'TABLE') unwrap(caption)
}

/** Moves a list directly inside a list, as LibreOffice and old pages write it, into the entry before it. */
function moveListsIntoEntries(root: HTMLElement): void {
  for (const list of root.querySelectorAll('ol > ol, ol > ul, ul > ol, ul > ul')) {
    const before = list.previousElementSibling
    if (before?.matches('li')) before.append(list)
  }
}

/** Converts content to what the editor's schema can parse and htmlRules allow; parameters and result as cleanTree. */
export function prepareTree(root: HTMLElement, keep: readonly string[] = []): string[] {
  const removed = cleanTree(root, [...keep, 'colwidth'])
  unwrapStrayCaptions(root)
  dropEmptySections(root)
  keepLoneBreaks(root)
  orderInline(root, BLOCKS)
  moveListsIntoEntries(root)
  for (const table of root.querySelectorAll('table')) widthsToCells(table)
  dropLastBreaks(root)
  return removed
}

/** See prepareTree. */
export function prepare(html: string): HTMLElement {
  const root = inertBody(html)
  prepareTree(root)
  wrapLooseText(root)
  return root
}
