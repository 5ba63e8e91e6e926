import type { Node } from '@tiptap/pm/model'
import { SECTION_TAGS } from '#shared/domain/htmlRules.ts'
import { BARE } from '../schema/blocks.ts'
import { PENDING } from '../schema/media.ts'
import { PART } from '../schema/table.ts'
import { arrivedAt } from '../uploads/pending.ts'
import { widthsToColumns } from './columnWidths.ts'
import { tagOf, unwrap } from './elements.ts'
import { isDrawn } from './prepare.ts'
import { giveStyles, serializerOf } from './serializer.ts'
import { preserveSpaces } from './spaces.ts'

const isBare = (element: Element | null): boolean => element?.hasAttribute(BARE) ?? false
const LINES = `[${BARE}], p, h1, h2, h3, h4, h5, h6, figcaption, dt, dd`
/** All that may hold text; sections do when there is none of these in them. */
const TEXT_LINES = `${LINES}, ${SECTION_TAGS.join(', ')}`

/** Whether a line ends with a line break, or has nothing in it. */
function endsOpen(line: Element): boolean {
  let last: ChildNode | Element | null = line
  while (last instanceof Element && last.lastChild) last = last.lastChild
  return last === line || (last instanceof Element && tagOf(last) === 'br')
}

/** A line that is empty in the editor, also behind a line break, is seen there, so it is one on the page. */
function keepEmptyLines(root: Element): void {
  for (const line of root.querySelectorAll(TEXT_LINES)) {
    if (line.querySelector(TEXT_LINES) || !endsOpen(line)) continue
    if (line.hasChildNodes() || line.matches(LINES) || !isDrawn(line))
      line.append(line.ownerDocument.createElement('br'))
  }
}

/** Pictures that have not arrived have no address that a page could show: they and a line of their own are left out. */
function settleImages(root: Element): void {
  for (const image of root.querySelectorAll(`img[${PENDING}], img:not([src])`)) {
    const src = image.getAttribute('src') || arrivedAt(Number(image.getAttribute(PENDING) ?? 0))
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

/** Text of cells, entries and sections that had no element of its own gets none; two lines beside each other need them. */
function dropBare(root: Element): void {
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
export function outputOf(doc: Node): string {
  if (isEmpty(doc)) return ''
  // A document of its own, so that images are not loaded.
  const page = document.implementation.createHTMLDocument()
  const root = page.createElement('div')
  root.append(serializerOf(doc.type.schema).serializeFragment(doc.content, { document: page }))
  giveStyles(root)
  settleImages(root)
  keepEmptyLines(root)
  preserveSpaces(root, TEXT_LINES)
  dropBare(root)
  for (const table of root.querySelectorAll('table')) {
    groupRows(table)
    widthsToColumns(table)
    // Pages get the widths from the <col> elements.
    for (const cell of table.querySelectorAll('[colwidth]')) cell.removeAttribute('colwidth')
  }
  return [...root.children].map((each) => each.outerHTML).join('\n')
}
