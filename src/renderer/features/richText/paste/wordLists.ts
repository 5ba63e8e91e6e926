import { parseStyle, formatStyle, withStyle } from '#shared/domain/htmlStyle.ts'
import { ListCounter } from './listDefinitions.ts'
import { type ListKind, parseMarker, toVisibleMarker, type ListMarker } from './listMarkers.ts'

const ENTRY = /mso-list:\s*(l\d+)\s+level(\d)\s*(lfo\d+)?/i
const MARKER = '[style*="mso-list:Ignore" i], [style*="mso-list: Ignore" i]'
/** Styles that an entry keeps from its paragraph; the list itself sets the indent. */
const KEPT_STYLES = ['text-align', 'line-height']
/** Styles of the text that its number has as well. */
const TEXT_STYLES = ['font-size', 'font-family', 'color']

interface OpenList {
  list: HTMLElement
  level: number
  /** Identifies the list in the document. */
  key: string
  last: ListMarker
}

function newList(page: Document, { kind, value }: ListMarker): HTMLElement {
  const list = page.createElement(kind.tag)
  if (kind.type) list.setAttribute('type', kind.type)
  if (kind.styleType) list.setAttribute('style', `list-style-type: ${kind.styleType}`)
  if (kind.tag === 'ol' && value !== 1) list.setAttribute('start', String(value))
  return list
}

/** The space between a number and its text; none after punctuation with its own space. */
function gapAfter(sign: string): string {
  if (/[、）。．：]$/.test(sign)) return ''
  return /[\u4e00-\u9fff]$/.test(sign) ? '\u3000' : '\u00a0'
}

/** Keeps the marker as text of the line, in its own font and weight. */
function keepMarkerAsText(line: HTMLElement, mark: Element | null, sign: string): void {
  if (!sign) return
  const rest = line.textContent ?? ''
  const textAfter = rest.slice(mark?.textContent?.length ?? 0)
  const text = sign + (/^[\s\u00a0\u3000]/.test(textAfter) && textAfter.trim() ? '' : gapAfter(sign))
  if (!mark) return line.prepend(text)
  mark.replaceChildren(text)
  mark.removeAttribute('style')
  for (let each = mark.parentElement; each && each !== line; each = each.parentElement)
    if (/wingdings|symbol/i.test(each.style.fontFamily)) each.style.removeProperty('font-family')
}

/** The default padding of lists for their numbers, and the gap between a number and its text. */
const LIST_PADDING_PX = 32
const GAP_PX = 4
/** A font size in px. */
function pixelsOf(size: string): number {
  const [, number = '', unit = ''] = /^([\d.]+)(px|pt)$/.exec(size) ?? []
  return number ? Number(number) * (unit === 'pt' ? 4 / 3 : 1) : 16
}

/** Widens the padding for large or long numbers, which would overflow the page on the left. */
function widenPadding(list: HTMLElement, sign: string, size: string): void {
  const letters = [...sign].reduce((sum, letter) => sum + (/[\u2e80-\uffef]/.test(letter) ? 1 : 0.5), 0)
  const needed = Math.ceil(letters * pixelsOf(size)) + GAP_PX
  const style = list.getAttribute('style') ?? ''
  const has = pixelsOf(parseStyle(style).get('padding-left') ?? `${LIST_PADDING_PX}px`)
  if (needed > has) list.setAttribute('style', withStyle(style, { 'padding-left': `${needed}px` }))
}

/** Styles of the first text of a line. */
function firstTextStyles(line: HTMLElement): Map<string, string> {
  const look = new Map<string, string>()
  const walker = line.ownerDocument.createTreeWalker(line, NodeFilter.SHOW_TEXT)
  while (walker.nextNode() && !walker.currentNode.nodeValue?.trim());
  for (let each = walker.currentNode.parentElement; each && each !== line; each = each.parentElement)
    for (const [name, value] of parseStyle(each.getAttribute('style') ?? ''))
      if (TEXT_STYLES.includes(name) && !look.has(name)) look.set(name, value)
  return look
}

const sameKind = (a: ListKind, b: ListKind): boolean =>
  a.tag === b.tag && a.type === b.type && a.styleType === b.styleType

/**
 * Converts Word's list paragraphs, which name their list and level and have their number as text, to HTML lists with
 * the same numbering and start. Numbers that HTML can't express stay as text, as do those of headings.
 */
export function convertWordLists(page: Document): void {
  const { body } = page
  const counter = new ListCounter(page)
  let open: OpenList[] = []
  for (const line of body.querySelectorAll<HTMLElement>('[style*="mso-list" i]')) {
    const [, list = '', digit = '0', override = ''] = ENTRY.exec(line.getAttribute('style') ?? '') ?? []
    const level = Number(digit)
    if (level === 0) continue
    const mark = line.querySelector(MARKER)
    const computedMarker = counter.next(list, level)
    const isPicture = mark?.querySelector('img') !== null && mark !== null
    const sign = isPicture ? '•' : toVisibleMarker(mark?.textContent ?? computedMarker)

    if (line.previousElementSibling !== open[0]?.list) open = []
    while ((open.at(-1)?.level ?? 0) > level) open.pop()
    const top = open.at(-1)?.level === level ? open.at(-1) : undefined
    const key = `${list} ${override}`
    const found = /^H\d$/.test(line.tagName) ? null : parseMarker(sign, top?.key === key ? top.last : undefined)
    if (!found) {
      keepMarkerAsText(line, mark, sign)
      open = []
      continue
    }
    mark?.remove()
    const continuesList =
      top?.key === key &&
      sameKind(top.last.kind, found.kind) &&
      (found.kind.tag === 'ul' || found.value === top.last.value + 1)
    if (top && !continuesList) open.pop()
    let current = continuesList ? top : undefined
    if (!current) {
      current = { list: newList(page, found), level, key, last: found }
      const around = open.at(-1)?.list.lastElementChild
      if (around) around.append(current.list)
      else line.before(current.list)
      open.push(current)
    }
    current.last = found
    const entry = current.list.appendChild(page.createElement('li'))
    const style = parseStyle(line.getAttribute('style') ?? '')
    for (const name of style.keys()) if (!KEPT_STYLES.includes(name)) style.delete(name)
    for (const [name, value] of firstTextStyles(line)) style.set(name, value)
    if (found.kind.tag === 'ol') widenPadding(current.list, sign, style.get('font-size') ?? '')
    if (style.size > 0) entry.setAttribute('style', formatStyle(style))
    entry.append(...line.childNodes)
    line.remove()
  }
}
