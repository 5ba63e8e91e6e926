import { unwrap } from '../html/elements.ts'

const DELETED = 'del[datetime], del[cite], .msoDel'
const INSERTED = 'ins[datetime], ins[cite], .msoIns'
/** Comments of Word and WPS: their list at the end, their text and the sign of each in the line. */
const COMMENTS = [
  '[style*="mso-element:comment-list" i]',
  '[style*="mso-element: comment-list" i]',
  '[style*="mso-element:comment" i]',
  '.msocomtxt',
  '.msocomoff',
  '.msocomanchor',
  '.MsoCommentReference',
  '[style*="mso-special-character:comment" i]',
].join(', ')
const COMMENTED = 'a[style*="mso-comment-reference" i]'

/**
 * Removes tracked deletions and comments; tracked insertions stay, without their underline.
 * @returns the text of each removed part
 */
export function revisions(body: HTMLElement): string[] {
  const gone: string[] = []
  for (const element of body.querySelectorAll(`${DELETED}, ${COMMENTS}`)) {
    if (!body.contains(element)) continue
    const text = (element.textContent ?? '').trim()
    if (text) gone.push(text)
    element.remove()
  }
  for (const element of body.querySelectorAll(`${INSERTED}, ${COMMENTED}`)) unwrap(element)
  return gone
}
