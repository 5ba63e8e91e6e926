import type { Node } from '@tiptap/pm/model'
import { BARE } from '../schema/blocks.ts'
import { PART } from '../schema/table.ts'
import { widthsToColumns } from './columnWidths.ts'
import { tagOf, unwrap } from './elements.ts'
import { giveStyles, serializerOf } from './serializer.ts'

const isBare = (element: Element | null): boolean => element?.hasAttribute(BARE) ?? false
const LINES = `[${BARE}], p, h1, h2, h3, h4, h5, h6, figcaption, dt, dd`

/** A line that is empty in the editor is seen there, so it is one on the page. */
function keepEmptyLines(root: Element): void {
  for (const line of root.querySelectorAll(LINES))
    if (!line.hasChildNodes()) line.append(line.ownerDocument.createElement('br'))
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

/** Pages show several spaces as one, and none at the beginning of a line; the editor shows them all. */
function keepSpaces(root: Element): void {
  const walker = root.ownerDocument.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const text = walker.currentNode
    const value = text.nodeValue ?? ''
    if (!/^ | $| {2}/.test(value) || text.parentElement?.closest('pre')) continue
    const first = !text.previousSibling && text.parentElement?.matches(`${LINES}, li, td, th`)
    text.nodeValue = value
      .replace(/ {2,}/g, (run) => ' '.repeat(1).padStart(run.length, '\u00a0'))
      .replace(/^ /, first ? '\u00a0' : ' ')
  }
}

/** An empty page, not one with an empty line. */
const isEmpty = (doc: Node): boolean =>
  doc.childCount === 1 && doc.firstChild?.type.name === 'paragraph' && doc.firstChild.content.size === 0

/** The HTML of a document of the editor, as it is kept and as pages show it; '' when nothing is in it. */
export function outputOf(doc: Node): string {
  if (isEmpty(doc)) return ''
  // Apart from the page: images of it are not loaded.
  const page = document.implementation.createHTMLDocument()
  const root = page.createElement('div')
  root.append(serializerOf(doc.type.schema).serializeFragment(doc.content, { document: page }))
  giveStyles(root)
  keepEmptyLines(root)
  keepSpaces(root)
  dropBare(root)
  for (const table of root.querySelectorAll('table')) {
    groupRows(table)
    widthsToColumns(table)
  }
  return [...root.children].map((each) => each.outerHTML).join('\n')
}
