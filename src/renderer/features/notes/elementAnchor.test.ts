import { afterEach, describe, expect, it } from 'vitest'
import { anchorOfSelection, showInElement } from './elementAnchor.ts'

/** A page with one article, and words beside it that no note of the article is about. */
function article(html: string): HTMLElement {
  document.body.innerHTML = `<p id="beside">旁边的话</p><article>${html}</article>`
  const root = document.querySelector('article')
  if (!root) throw new Error('the article is on the page')
  return root
}
/** Selects from one place to another; offsets within the first text of each element. */
function select(from: Element | null, start: number, to: Element | null, end: number): void {
  if (!from?.firstChild || !to?.firstChild) throw new Error('both have words')
  const range = document.createRange()
  range.setStart(from.firstChild, start)
  range.setEnd(to.firstChild, end)
  window.getSelection()?.removeAllRanges()
  window.getSelection()?.addRange(range)
}

describe('the words of a note in an element', () => {
  afterEach(() => {
    window.getSelection()?.removeAllRanges()
    document.body.innerHTML = ''
  })

  it('are found again where they were selected, over several elements, and not where the same words stand before', () => {
    const root = article('<p>会议在总部举行。</p><p>会议在<b>总部</b>举行，请准时。</p>')
    const [first, second] = root.querySelectorAll('p')
    select(second ?? null, 0, root.querySelector('b'), 2)
    const anchor = anchorOfSelection(root)
    expect(anchor).toMatchObject({ quote: '会议在总部' })
    window.getSelection()?.removeAllRanges()
    if (!anchor) throw new Error('words were selected')
    expect(showInElement(root, anchor)).toBe(true)
    const range = window.getSelection()?.getRangeAt(0)
    expect(range?.toString()).toBe('会议在总部')
    expect([first, second].map((each) => each?.contains(range?.startContainer ?? null))).toEqual([false, true])
  })

  it('are none without a selection, with an empty one, and with one that goes beyond the element', () => {
    const root = article('<p>会议在总部举行。</p>')
    expect(anchorOfSelection(root)).toBeNull()
    const text = root.querySelector('p')
    select(text, 2, text, 2)
    expect(anchorOfSelection(root)).toBeNull()
    select(document.querySelector('#beside'), 1, text, 2)
    expect(anchorOfSelection(root)).toBeNull()
  })

  it('that are gone are said not to be there, and the selection stays', () => {
    const root = article('<p>会议在总部举行。</p>')
    const text = root.querySelector('p')
    select(text, 0, text, 5)
    const anchor = anchorOfSelection(root)
    if (!text || !anchor) throw new Error('words were selected')
    text.textContent = '全文已改写'
    select(text, 0, text, 2)
    expect(showInElement(root, anchor)).toBe(false)
    expect(window.getSelection()?.toString()).toBe('全文')
  })
})
