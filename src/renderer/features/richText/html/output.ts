import { type DOMOutputSpec, DOMSerializer, type Node, type Schema } from '@tiptap/pm/model'
import { SECTION_TAGS } from '#shared/domain/htmlRules.ts'
import { BARE } from '../schema/blocks.ts'
import { PENDING } from '../schema/media.ts'
import { PART } from '../schema/table.ts'
import { uploadedAddress } from '../uploads/pending.ts'
import { widthsToColumns } from './columnWidths.ts'
import { tagOf, unwrap } from './elements.ts'
import { isVisibleByStyle } from './prepare.ts'

const NO_BREAK = '\u00a0'

/** Preserves the spaces of a text; `before` is the character before it, '' at the beginning of a line. */
function preserveRuns(text: string, before: string): string {
  return text.replace(/ +/g, (run, at: number) => {
    const follows = at > 0 ? 'x' : before
    if (run.length > 1) return run.slice(1).replaceAll(' ', NO_BREAK) + ' '
    return follows === '' || follows === ' ' ? NO_BREAK : run
  })
}

function preserveSpacesOfLine(line: Element): void {
  const walker = line.ownerDocument.createTreeWalker(line, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT)
  let before = ''
  let last: Text | null = null
  while (walker.nextNode()) {
    const node = walker.currentNode
    if (node instanceof Text) {
      if (node.data === '') continue
      node.data = preserveRuns(node.data, before)
      before = node.data.at(-1) ?? ''
      last = node
    } else if (node instanceof Element && node.childNodes.length === 0) {
      // An image counts as a letter; after a <br> a new line begins.
      before = tagOf(node) === 'br' ? '' : 'x'
      last = null
    }
  }
  // A space at the end of a line is not visible, and parsers drop it.
  if (last) last.data = last.data.replace(/ $/, '')
}

/**
 * Preserves spaces as the editor shows them: pages collapse several spaces, and drop those at the beginning of a line.
 * @param lines selector of elements with text; the innermost ones are used
 */
function preserveSpaces(root: Element, lines: string): void {
  for (const line of root.querySelectorAll(lines)) if (!line.querySelector(lines)) preserveSpacesOfLine(line)
}

/** Attribute that holds a style as text: set as a real style, the browser would rewrite it (colours, units). */
const STYLE_TEXT = 'data-style-text'

function isList(spec: unknown): spec is unknown[] {
  return Array.isArray(spec)
}
const isAttributes = (part: unknown): part is Record<string, unknown> =>
  typeof part === 'object' && part !== null && !Array.isArray(part) && !('nodeType' in part)

function moveStyles(spec: unknown): unknown {
  if (isList(spec)) return spec.map(moveStyles)
  if (!isAttributes(spec) || !('style' in spec)) return spec
  const { style, ...others } = spec
  return { ...others, [STYLE_TEXT]: style }
}

type Renderers<A extends unknown[]> = Record<string, (...args: A) => DOMOutputSpec>
const withMovedStyles = <A extends unknown[]>(renderers: Renderers<A>): Renderers<A> =>
  Object.fromEntries(
    Object.entries(renderers).map(([name, render]) => [
      name,
      (...args: A) => moveStyles(render(...args)) as DOMOutputSpec,
    ]),
  )

const serializers = new WeakMap<Schema, DOMSerializer>()

/** A serializer that writes each style into STYLE_TEXT. */
function serializerOf(schema: Schema): DOMSerializer {
  const known = serializers.get(schema)
  if (known) return known
  const { nodesFromSchema, marksFromSchema } = DOMSerializer
  const serializer = new DOMSerializer(
    withMovedStyles(nodesFromSchema(schema)),
    withMovedStyles(marksFromSchema(schema)),
  )
  serializers.set(schema, serializer)
  return serializer
}

/** Moves the styles from STYLE_TEXT to the style attribute, unchanged. */
function setStyleAttributes(root: Element): void {
  for (const element of root.querySelectorAll(`[${STYLE_TEXT}]`)) {
    element.setAttribute('style', element.getAttribute(STYLE_TEXT) ?? '')
    element.removeAttribute(STYLE_TEXT)
  }
}

const isBare = (element: Element | null): boolean => element?.hasAttribute(BARE) ?? false
const LINES = `[${BARE}], p, h1, h2, h3, h4, h5, h6, figcaption, dt, dd`
/** All elements that may contain text; sections count only without any of the others in them. */
const TEXT_LINES = `${LINES}, ${SECTION_TAGS.join(', ')}`

/** Whether a line is empty or ends with a line break. */
function endsWithBreak(line: Element): boolean {
  let last: ChildNode | Element | null = line
  while (last instanceof Element && last.lastChild) last = last.lastChild
  return last === line || (last instanceof Element && tagOf(last) === 'br')
}

/** Adds a `br` to empty lines, also after a line break, so that pages show them as the editor does. */
function keepEmptyLines(root: Element): void {
  for (const line of root.querySelectorAll(TEXT_LINES)) {
    if (line.querySelector(TEXT_LINES) || !endsWithBreak(line)) continue
    if (line.hasChildNodes() || line.matches(LINES) || !isVisibleByStyle(line))
      line.append(line.ownerDocument.createElement('br'))
  }
}

/** Sets the addresses of uploaded pictures; removes the others, and the line that one had to itself. */
function resolveImages(root: Element): void {
  for (const image of root.querySelectorAll(`img[${PENDING}], img:not([src])`)) {
    const src = image.getAttribute('src') || uploadedAddress(Number(image.getAttribute(PENDING) ?? 0))
    image.removeAttribute(PENDING)
    if (src) {
      image.setAttribute('src', src)
      continue
    }
    const line = image.parentElement
    image.remove()
    if (line?.parentElement === root && !line.hasChildNodes()) line.remove()
  }
}

/** Unwraps text of cells, entries and sections that had no element of its own; neighbouring lines keep theirs. */
function unwrapBareLines(root: Element): void {
  const bare = [...root.querySelectorAll(`[${BARE}]`)]
  const single = bare.filter(
    (line) =>
      line.parentElement !== root &&
      line.attributes.length === 1 &&
      !isBare(line.previousElementSibling) &&
      !isBare(line.nextElementSibling),
  )
  for (const line of single) unwrap(line)
  for (const line of bare) line.removeAttribute(BARE)
}

function groupRows(table: HTMLTableElement): void {
  const body = table.tBodies[0]
  if (!body || !table.querySelector(`[${PART}]`)) return
  const rows = [...body.rows].map((row) => ({ row, part: row.getAttribute(PART) ?? 'tbody' }))
  let group: Element | undefined
  for (const { row, part } of rows) {
    if (!group || tagOf(group) !== part) {
      group = table.ownerDocument.createElement(part)
      body.before(group)
    }
    row.removeAttribute(PART)
    group.append(row)
  }
  body.remove()
}

/** An empty page, not one with an empty line. */
const isEmpty = (doc: Node): boolean =>
  doc.childCount === 1 && doc.firstChild?.type.name === 'paragraph' && doc.firstChild.content.size === 0

/** Serialises a document of the editor to HTML as it is saved and shown; '' when it is empty. */
export function serializeHtml(doc: Node): string {
  if (isEmpty(doc)) return ''
  // A document of its own, so that images are not loaded.
  const page = document.implementation.createHTMLDocument()
  const root = page.createElement('div')
  root.append(serializerOf(doc.type.schema).serializeFragment(doc.content, { document: page }))
  setStyleAttributes(root)
  resolveImages(root)
  keepEmptyLines(root)
  preserveSpaces(root, TEXT_LINES)
  unwrapBareLines(root)
  for (const table of root.querySelectorAll('table')) {
    groupRows(table)
    widthsToColumns(table)
    // Pages get the widths from the <col> elements.
    for (const cell of table.querySelectorAll('[colwidth]')) cell.removeAttribute('colwidth')
  }
  return [...root.children].map((each) => each.outerHTML).join('\n')
}
