import { Node } from '@tiptap/core'
import { textOf } from './read.ts'

/** Inner HTML of an element that the editor keeps as it is; it comes from a cleaned page. */
export const innerHtml = (element: Element | null): string => element?.innerHTML ?? ''

/** An element of another page's making; the text must come from a cleaned page (elements.ts). */
export function elementWith(tag: string, html: string): HTMLElement {
  const element = document.implementation.createHTMLDocument().createElement(tag)
  element.innerHTML = html
  return element
}

/** Characters with their reading above them. It is kept as it is, as one letter of the text. */
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
