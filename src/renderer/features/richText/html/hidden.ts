import { hidesElement, hidesOwnText } from '#shared/domain/htmlHidden.ts'
import { parseRawStyle } from '#shared/domain/htmlStyle.ts'

/** WeChat hides an article until its script has run. */
const REVEALED_BY_SCRIPT = '#js_content'
const MEDIA = 'img, video, audio'

const textOf = (node: Node): string => (node.textContent ?? '').replace(/[\s\u00a0\u200b]+/g, ' ').trim()

/**
 * Removes parts that readers of the page can't see: not displayed, without size, out of view or transparent
 * (htmlHidden). It must run before cleaning, which would make these parts visible.
 * @returns the hidden texts; '' for pictures only
 */
export function removeHidden(root: HTMLElement): string[] {
  const hidden: string[] = []
  for (const element of root.querySelectorAll('[hidden], [style]')) {
    if (!root.contains(element) || element.matches(REVEALED_BY_SCRIPT)) continue
    if (!element.hasAttribute('hidden') && !hidesElement(parseRawStyle(element.getAttribute('style') ?? ''))) continue
    const text = textOf(element)
    if (text || element.matches(MEDIA) || element.querySelector(MEDIA)) hidden.push(text)
    element.remove()
  }
  const hiding = new Map<Element, boolean>()
  for (const element of root.querySelectorAll('[style]')) {
    const hides = element.matches(REVEALED_BY_SCRIPT)
      ? false
      : hidesOwnText(parseRawStyle(element.getAttribute('style') ?? ''))
    if (hides !== null) hiding.set(element, hides)
  }
  if (![...hiding.values()].includes(true)) return hidden
  const walker = root.ownerDocument.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const hiddenNodes: Node[] = []
  while (walker.nextNode()) {
    let around = walker.currentNode.parentElement
    while (around && around !== root && !hiding.has(around)) around = around.parentElement
    if (around && hiding.get(around) === true && textOf(walker.currentNode)) hiddenNodes.push(walker.currentNode)
  }
  for (const node of hiddenNodes) {
    hidden.push(textOf(node))
    node.parentNode?.removeChild(node)
  }
  return hidden
}
