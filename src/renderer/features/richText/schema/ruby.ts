import { Node } from '@tiptap/core'
import { textOf } from './read.ts'

/** Inner HTML of an element that is kept unchanged; it must come from a cleaned page. */
const innerHtml = (element: Element | null): string => element?.innerHTML ?? ''

/** An element with this inner HTML, which must come from a cleaned page (elements.ts). */
export function elementWith(tag: string, html: string): HTMLElement {
  const element = document.implementation.createHTMLDocument().createElement(tag)
  element.innerHTML = html
  return element
}

/** Characters with their reading above them, kept unchanged as one inline node. */
export const Ruby = Node.create({
  name: 'ruby',
  group: 'inline',
  inline: true,
  atom: true,
  addAttributes: () => ({
    inner: { default: '', rendered: false, parseHTML: innerHtml },
  }),
  parseHTML: () => [{ tag: 'ruby', priority: 70 }],
  renderHTML: ({ node }) => elementWith('ruby', textOf(node.attrs, 'inner')),
  renderText: ({ node }) => elementWith('ruby', textOf(node.attrs, 'inner')).textContent ?? '',
})
