import { WORD_TAGS } from '#shared/domain/htmlRules.ts'
import { parseStyle, formatStyle } from '#shared/domain/htmlStyle.ts'
import { renameElement, tagOf, unwrap } from './elements.ts'

/** Elements whose style becomes a mark of the editor; a text has one such style. */
export const STYLED_TAGS = ['span', 'strong', 'em', 'u', 's'] as const
const STYLED = new Set<string>(STYLED_TAGS)
const WORDS = new Set<string>(WORD_TAGS)
const isInline = (element: Element): boolean => {
  const tag = tagOf(element)
  return STYLED.has(tag) || WORDS.has(tag) || tag === 'a'
}
const styleOf = (element: Element): Map<string, string> => parseStyle(element.getAttribute('style') ?? '')

function setStyle(element: Element, style: ReadonlyMap<string, string>): void {
  if (style.size > 0) element.setAttribute('style', formatStyle(style))
  else element.removeAttribute('style')
}

/** Replaces `strong` and `em` whose own style is normal by `span`. */
function dropNegatedFormats(root: Element): void {
  for (const element of root.querySelectorAll('strong[style], em[style]')) {
    const style = styleOf(element)
    const normal =
      tagOf(element) === 'strong'
        ? /^(?:normal|[1-4]00|lighter)$/.test(style.get('font-weight') ?? '')
        : style.get('font-style') === 'normal'
    if (normal) renameElement(element, 'span')
  }
  // The bold mark is cleared by font-weight 400 only, not by `normal`.
  for (const element of root.querySelectorAll('[style*="font-weight"]')) {
    const style = styleOf(element)
    if (style.get('font-weight') === 'normal') setStyle(element, style.set('font-weight', '400'))
  }
}

/** The first text after a node in the same line. */
function textAfter(node: Element, blocks: string): Text | null {
  const line = node.closest(blocks) ?? node.parentElement
  if (!line) return null
  const walker = node.ownerDocument.createTreeWalker(line, NodeFilter.SHOW_TEXT)
  walker.currentNode = node
  while (walker.nextNode()) {
    const text = walker.currentNode
    if (text instanceof Text && text.data.trim()) return text
  }
  return null
}

/** Moves an empty named anchor around the text after it: the editor has no empty marks. */
function moveAnchorsToText(root: Element, blocks: string): void {
  for (const anchor of root.querySelectorAll('a[name]:not([href])')) {
    if (anchor.hasChildNodes()) continue
    const text = textAfter(anchor, `${blocks}, td, th`)
    if (!text || text.parentElement?.closest('a')) continue
    text.replaceWith(anchor)
    anchor.append(text)
  }
}

/** Wraps the content of all lines below a node in copies of an element; styles that a line sets itself win. */
function wrapLines(
  node: Node,
  around: Element,
  ownProperties: ReadonlySet<string>,
  blocks: ReadonlySet<Element>,
): void {
  // Copied, because the loop moves the nodes.
  const children = [...node.childNodes]
  for (const child of children) {
    if (child instanceof Element && blocks.has(child)) {
      wrapLines(child, around, new Set([...ownProperties, ...styleOf(child).keys()]), blocks)
      continue
    }
    if (child instanceof Text ? !/[^ \t\r\n\f]/.test(child.data) : !(child instanceof Element)) continue
    const copy = around.cloneNode() as Element
    const style = styleOf(copy)
    for (const name of ownProperties) style.delete(name)
    setStyle(copy, style)
    child.replaceWith(copy)
    copy.append(child)
  }
}

/** Moves inline elements around whole blocks, as old pages have them (`font`, `b`), into the lines. */
function moveInlineIntoLines(root: Element, blocksSelector: string): void {
  const around = new Set<Element>()
  const blocks = new Set<Element>()
  for (const block of root.querySelectorAll(`${blocksSelector}, td, th, tr, tbody, thead, tfoot, caption`)) {
    let inside = false
    for (let each = block.parentElement; each && each !== root; each = each.parentElement)
      if (isInline(each)) {
        around.add(each)
        inside = true
      } else if (inside) blocks.add(each)
    if (inside) blocks.add(block)
  }
  if (around.size === 0) return
  for (const element of [...around].toReversed()) {
    // Inline elements that contain blocks are descended into as blocks are.
    wrapLines(element, element.cloneNode() as Element, new Set(), new Set([...blocks, ...around]))
    unwrap(element)
  }
}

/**
 * Moves links out of coloured elements: the editor nests links outermost. The copies of these elements inside the link
 * lose their colour, because a link has its own.
 */
function liftLinks(root: Element): void {
  for (const link of root.querySelectorAll('a[href]')) {
    const around: Element[] = []
    for (let each = link.parentElement; each && each !== root && isInline(each); each = each.parentElement)
      around.push(each)
    if (!around.some((each) => styleOf(each).has('color'))) continue
    for (const each of around) {
      const rest = each.cloneNode() as Element
      const inner = each.cloneNode() as Element
      const style = styleOf(inner)
      style.delete('color')
      setStyle(inner, style)
      while (link.nextSibling) rest.append(link.nextSibling)
      if (tagOf(inner) !== 'span' || inner.attributes.length > 0) {
        inner.append(...link.childNodes)
        link.append(inner)
      }
      each.after(link)
      if (rest.hasChildNodes()) link.after(rest)
      if (!each.hasChildNodes()) each.remove()
    }
  }
}

function splitWordTag(node: Element, word: Element, style: ReadonlyMap<string, string>): void {
  const children = [...node.childNodes]
  for (const child of children) {
    if (child instanceof Element && tagOf(child) === 'span') {
      splitWordTag(child, word, new Map([...style, ...styleOf(child)]))
      unwrap(child)
    } else if (child instanceof Element && isInline(child)) splitWordTag(child, word, style)
    else {
      const copy = word.cloneNode() as Element
      setStyle(copy, style)
      child.replaceWith(copy)
      copy.append(child)
    }
  }
}

/** Moves span styles inside `sup`, `code` and the like onto these elements, which change the font size themselves. */
function hoistSpanStyles(root: Element): void {
  for (const word of root.querySelectorAll(WORD_TAGS.join(', '))) {
    if (!word.querySelector('span[style]')) continue
    splitWordTag(word, word.cloneNode() as Element, styleOf(word))
    unwrap(word)
  }
}

/**
 * The editor nests marks in one order: links, styles, then bold and others. Reorders inline elements where another
 * order would look different.
 * @param blocks selector of block elements
 */
export function orderInline(root: Element, blocks: string): void {
  moveInlineIntoLines(root, blocks)
  dropNegatedFormats(root)
  moveAnchorsToText(root, blocks)
  liftLinks(root)
  hoistSpanStyles(root)
}
