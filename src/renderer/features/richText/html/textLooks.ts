import { parseStyle } from '#shared/domain/htmlStyle.ts'
import { tagOf } from './elements.ts'

/** The look of a text by the elements around it; equal values mean an equal look. */
interface Look {
  color: string
  size: string
  family: string
  strong: boolean
  slanted: boolean
  lines: string
  background: string
}

const PLAIN: Look = { color: '', size: '', family: '', strong: false, slanted: false, lines: '', background: '' }
const RELATIVE = /^(?:[\d.]+(?:em|%|ex|ch)|larger|smaller|calc.*)$/i
const SIZED: ReadonlySet<string> = new Set('sub sup small code kbd samp pre h1 h2 h3 h4 h5 h6 th'.split(' '))
const BOLD: ReadonlySet<string> = new Set('strong h1 h2 h3 h4 h5 h6 th'.split(' '))
const SLANTED: ReadonlySet<string> = new Set(['em', 'cite', 'var', 'dfn'])
const LINES: Readonly<Record<string, string>> = { u: 'underline', s: 'line-through' }

function lookOf(element: Element, around: Look): Look {
  const tag = tagOf(element)
  const look = { ...around }
  const style = parseStyle(element.getAttribute('style') ?? '')
  if (SIZED.has(tag)) look.size += ` ${tag}`
  if (BOLD.has(tag)) look.strong = true
  if (SLANTED.has(tag)) look.slanted = true
  if (tag === 'a' && element.hasAttribute('href')) Object.assign(look, { color: 'link' })
  if (tag === 'mark') Object.assign(look, { color: 'mark', background: 'mark' })
  const font = style.get('font')
  if (font) Object.assign(look, { size: font, family: font })
  const size = style.get('font-size')
  if (size) look.size = RELATIVE.test(size) ? `${look.size} ${size}` : size
  look.color = style.get('color') ?? look.color
  look.family = style.get('font-family') ?? look.family
  const weight = style.get('font-weight')
  if (weight) look.strong = /^(?:bold|bolder|[5-9]00)$/i.test(weight)
  const slant = style.get('font-style')
  if (slant) look.slanted = slant !== 'normal'
  const lines = style.get('text-decoration') ?? style.get('text-decoration-line') ?? LINES[tag] ?? ''
  for (const line of lines.match(/underline|line-through|overline|wavy|dotted|dashed|double/gi) ?? [])
    if (!look.lines.includes(line)) look.lines = [...look.lines.split(' '), line.toLowerCase()].toSorted().join(' ')
  const background = style.get('background-color')
  if (background && background !== 'transparent') look.background = background
  return look
}

const NAMES: Readonly<Record<keyof Look, string>> = {
  color: '文字颜色',
  size: '字号',
  family: '字体',
  strong: '加粗',
  slanted: '斜体',
  lines: '下划线或删除线',
  background: '背景颜色',
}
const LOOKS: readonly (keyof Look)[] = ['color', 'size', 'family', 'strong', 'slanted', 'lines', 'background']

/** For each property its runs of one value, as `start:value`; positions count letters without spaces. */
function findRuns(root: Element): Map<keyof Look, string> {
  const known = new Map<Element, Look>([[root, PLAIN]])
  const lookAt = (element: Element): Look => {
    const before = known.get(element)
    if (before) return before
    const look = lookOf(element, element.parentElement ? lookAt(element.parentElement) : PLAIN)
    known.set(element, look)
    return look
  }
  const found = LOOKS.map((name) => ({ name, last: '', parts: [] as string[] }))
  let at = 0
  const walker = root.ownerDocument.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const { parentElement } = walker.currentNode
    const letters = (walker.currentNode.nodeValue ?? '').replace(/[\s\u00a0]+/g, '').length
    if (letters === 0 || !parentElement) continue
    const look = lookAt(parentElement)
    for (const each of found) {
      const value = String(look[each.name])
      if (value === each.last) continue
      each.parts.push(`${at}:${value}`)
      each.last = value
    }
    at += letters
  }
  return new Map(found.map(({ name, parts }) => [name, parts.join('|')]))
}

/** Names, in Chinese, the properties in which two pages with the same text look different. */
export function styleDifferences(before: Element, after: Element): string[] {
  const [a, b] = [findRuns(before), findRuns(after)]
  return LOOKS.filter((name) => a.get(name) !== b.get(name)).map((name) => NAMES[name])
}
