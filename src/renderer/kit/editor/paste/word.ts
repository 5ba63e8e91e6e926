import { renamed, unwrap } from '../html/elements.ts'

const CHINESE = /^[（(]?[一二三四五六七八九十]+[)）、.．]/
const LIST = /mso-list:\s*l\d+\s+level(\d+)/i

interface Marker {
  ordered: boolean
  /** Value of the list's type attribute; '' for none. */
  type: string
  style: string
  start: number
}

const BULLET: Marker = { ordered: false, type: '', style: '', start: 1 }

/** What a list entry's sign says of its list. */
export function markerOf(text: string): Marker {
  const sign = text.replace(/[\s\u00a0]/g, '')
  const number = /^[（(]?(\d{1,4})[)）、.．]/.exec(sign)
  if (number) return { ...BULLET, ordered: true, start: Number(number[1]) }
  if (CHINESE.test(sign)) return { ...BULLET, ordered: true, style: 'list-style-type: simp-chinese-informal' }
  const letter = /^[（(]?([a-zA-Z]+)[)）、.．]/.exec(sign)?.[1]
  if (!letter) return BULLET
  const roman = /^[ivxl]+$/i.test(letter)
  const small = letter === letter.toLowerCase()
  return { ...BULLET, ordered: true, type: roman ? (small ? 'i' : 'I') : small ? 'a' : 'A' }
}

function newList(page: Document, marker: Marker): HTMLElement {
  const list = page.createElement(marker.ordered ? 'ol' : 'ul')
  if (marker.type) list.setAttribute('type', marker.type)
  if (marker.style) list.setAttribute('style', marker.style)
  if (marker.start > 1) list.setAttribute('start', String(marker.start))
  return list
}

interface Open {
  list: HTMLElement
  level: number
}

/** Word writes entries of lists as paragraphs that name their level; they become lists. */
export function wordLists(body: HTMLElement): void {
  let open: Open[] = []
  for (const line of body.querySelectorAll<HTMLElement>('[style*="mso-list"]')) {
    const level = Number(LIST.exec(line.getAttribute('style') ?? '')?.[1] ?? 0)
    if (level === 0) continue
    const sign = line.querySelector('[style*="mso-list:Ignore" i], [style*="mso-list: Ignore" i]')
    const marker = markerOf(sign?.textContent ?? '')
    sign?.remove()

    if (line.previousElementSibling !== open[0]?.list) open = []
    while ((open.at(-1)?.level ?? 0) > level) open.pop()
    const tag = marker.ordered ? 'OL' : 'UL'
    const top = open.at(-1)
    if (top?.level === level && top.list.tagName !== tag) open.pop()
    let list = open.at(-1)?.level === level ? open.at(-1)?.list : undefined
    if (!list) {
      list = newList(body.ownerDocument, marker)
      const around = open.at(-1)?.list.lastElementChild
      if (around) around.append(list)
      else line.before(list)
      open.push({ list, level })
    }
    const entry = list.appendChild(body.ownerDocument.createElement('li'))
    entry.append(...line.childNodes)
    line.remove()
  }
}

/** What Word and WPS write besides the text. */
export function wordDirt(body: HTMLElement): void {
  for (const each of body.querySelectorAll('*')) {
    const name = each.localName
    // `o:p` keeps empty lines open in Word.
    if (name.includes(':')) {
      if ((each.textContent ?? '').trim() === '') each.remove()
      else unwrap(each)
      continue
    }
    if (/\bMsoTitle\b/.test(each.className)) renamed(each, 'h1')
  }
  for (const each of body.querySelectorAll<HTMLElement>('[style*="mso-char-indent-count"]')) {
    const style = each.getAttribute('style') ?? ''
    const ems = Number(/mso-char-indent-count:\s*([\d.]+)/.exec(style)?.[1] ?? 0)
    if (ems > 0) each.setAttribute('style', `${style}; text-indent: ${ems}em`)
  }
}
