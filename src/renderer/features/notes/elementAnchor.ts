import { type Anchor, createAnchor, findAnchor, appendNormalized } from './anchor.ts'

interface DomPosition {
  node: Text
  offset: number
}

/** The anchor of the words selected inside an element; null when none are selected. */
export function anchorOfSelection(root: Element): Anchor | null {
  const selection = window.getSelection()
  if (!selection || selection.rangeCount === 0) return null
  const range = selection.getRangeAt(0)
  if (range.collapsed || !root.contains(range.commonAncestorContainer)) return null
  const head = document.createRange()
  head.setStart(root, 0)
  head.setEnd(range.startContainer, range.startOffset)
  const [before, quote] = [head.toString(), range.toString()]
  return createAnchor(root.textContent ?? '', before.length, before.length + quote.length)
}

/** Selects the words of a note inside an element and scrolls to them; false when the element lacks them. */
export function showInElement(root: Element, anchor: Anchor): boolean {
  const into = { text: '', at: [] as DomPosition[] }
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  for (let node = walker.nextNode(); node; node = walker.nextNode())
    if (node instanceof Text) {
      const text = node
      appendNormalized(into, text.data, (offset) => ({ node: text, offset }))
    }
  const found = findAnchor(into.text, anchor)
  const [first, last] = [into.at[found?.[0] ?? -1], into.at[(found?.[1] ?? 0) - 1]]
  if (!found || !first || !last) return false
  const range = document.createRange()
  range.setStart(first.node, first.offset)
  range.setEnd(last.node, last.offset + 1)
  const selection = window.getSelection()
  selection?.removeAllRanges()
  selection?.addRange(range)
  first.node.parentElement?.scrollIntoView?.({ block: 'center' })
  return true
}
