import type { Node } from '@tiptap/pm/model'

export interface Found {
  from: number
  to: number
}

/** Stands for a picture or film in a line: never part of what is looked for. */
const OBJECT = '\ufffc'
/** More are neither marked nor counted. */
export const MOST_FOUND = 10_000

/** Places of a text in the document, inside of single lines, in their order; `exact` tells big letters from small. */
export function findAll(doc: Node, query: string, exact: boolean): Found[] {
  const found: Found[] = []
  if (query === '') return found
  const sought = exact ? query : query.toLowerCase()
  doc.descendants((line, at) => {
    if (!line.isTextblock) return true
    let text = ''
    line.forEach((child) => (text += child.text ?? OBJECT.repeat(child.nodeSize)))
    const lower = text.toLowerCase()
    // A letter whose small form has another length would shift what follows.
    const searched = exact || lower.length !== text.length ? text : lower
    for (
      let i = searched.indexOf(sought);
      i >= 0 && found.length < MOST_FOUND;
      i = searched.indexOf(sought, i + sought.length)
    )
      found.push({ from: at + 1 + i, to: at + 1 + i + sought.length })
    return false
  })
  return found
}
