import { isTooDeep } from '#shared/domain/htmlDepth.ts'
import { cleanAttributes, HTML_REMOVED, HTML_REPLACEMENTS, HTML_TAGS } from '#shared/domain/htmlRules.ts'
import { fontStyle } from '#shared/domain/htmlFont.ts'

const ALLOWED = new Set(HTML_TAGS)
const DROPPED = new Set([...HTML_REMOVED, 'meta', 'link', 'base', 'input', 'button'])

export const tagOf = (element: Element): string => element.tagName.toLowerCase()

export const attributesOf = (element: Element): Record<string, string> =>
  Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value]))

/** Replaces an element by its children. */
export const unwrap = (element: Element): void => element.replaceWith(...element.childNodes)

/** Replaces an element by one of another name with the same attributes and children. */
export function renameElement(element: Element, tag: string): Element {
  const other = element.ownerDocument.createElement(tag)
  for (const { name, value } of element.attributes) other.setAttribute(name, value)
  other.append(...element.childNodes)
  element.replaceWith(other)
  return other
}

function setAttributes(element: Element, attributes: Readonly<Record<string, string>>): void {
  const known = element.getAttributeNames()
  for (const name of known) if (!Object.hasOwn(attributes, name)) element.removeAttribute(name)
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value)
}

/** Renames what the content security policy would block: event handlers, and style elements, whose text stays in `xmp`. */
function neutralize(html: string): string {
  // Nothing after the last `>` can be a tag: without this cut each `<` there would scan to the end of the text.
  const end = html.lastIndexOf('>') + 1
  const tags = html
    .slice(0, end)
    .replace(/<[a-z][^>]*>/gi, (tag) => tag.replace(/([\s"'/])on([a-z]+\s*=)/gi, '$1data-on$2'))
  return (tags + html.slice(end)).replace(/<(\/?)style\b/gi, '<$1xmp')
}

/** The text of a page in one paragraph. */
function textOnly(html: string): string {
  const body = html.search(/<body[\s>]/i)
  return `<p>${html
    .slice(Math.max(body, 0))
    .replace(/<[^<>]*>/g, '')
    .replaceAll('<', '&lt;')}</p>`
}

/** Parses HTML into a document that loads and runs nothing; only its text when it is nested too deep (`isTooDeep`). */
export const inertPage = (html: string): Document =>
  new DOMParser().parseFromString(isTooDeep(html) ? textOnly(html) : neutralize(html), 'text/html')
export const inertBody = (html: string): HTMLElement => inertPage(html).body

function removeComments(root: HTMLElement): void {
  const walker = root.ownerDocument.createTreeWalker(root, NodeFilter.SHOW_COMMENT)
  const comments: Node[] = []
  while (walker.nextNode()) comments.push(walker.currentNode)
  for (const each of comments) each.parentNode?.removeChild(each)
}

function cleanElement(element: Element, keep: readonly string[]): void {
  const tag = tagOf(element)
  if (DROPPED.has(tag)) return element.remove()
  const name = HTML_REPLACEMENTS[tag] ?? tag
  if (!ALLOWED.has(name)) return unwrap(element)
  const target = name === tag ? element : renameElement(element, name)
  const attributes = attributesOf(element)
  const ownAttributes = Object.entries(attributes).filter(([each]) => keep.includes(each))
  setAttributes(target, { ...cleanAttributes(name, fontStyle(tag, attributes)), ...Object.fromEntries(ownAttributes) })
}

/**
 * Reduces a tree to what content may contain (htmlRules), as the server does.
 * @param keep the editor's own attributes to keep
 * @returns names of the elements that were removed with their content
 */
export function cleanTree(root: HTMLElement, keep: readonly string[] = []): string[] {
  const removed = [...root.querySelectorAll('iframe, embed, object, svg, math, form, select, textarea')].map(tagOf)
  removeComments(root)
  // querySelectorAll() gives a static list, so that elements may be moved and removed in the loop.
  for (const element of root.querySelectorAll('*')) cleanElement(element, keep)
  return [...new Set(removed)]
}
