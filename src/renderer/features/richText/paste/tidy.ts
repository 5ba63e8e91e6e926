import { withFallbacks } from '#shared/domain/fontFallbacks.ts'
import { parseStyle, formatStyle } from '#shared/domain/htmlStyle.ts'
import { tagOf, unwrap } from '../html/elements.ts'
import { isVisibleByStyle } from '../html/prepare.ts'
import { PAPER } from '#renderer/ui/layout/paper.ts'

const ZERO = /^(?:0(?:px|pt|cm|em)?|0?\.0001pt)(?:\s+0(?:px|pt|cm|em)?){0,3}$/
const DEFAULT = /^(?:normal|none|auto|initial|start|baseline|ltr|visible)$/i
const NO_COLOR = /^(?:transparent|rgba\(0, ?0, ?0, ?0\)|white|#fff(?:fff)?|rgb\(255, ?255, ?255\))$/i

/** Values without effect, which browsers, WeChat and Word write on every element. */
const NOISE: Readonly<Record<string, RegExp>> = {
  'max-width': /^100%$/,
  'box-sizing': /./,
  'overflow-wrap': /./,
  'word-wrap': /./,
  'word-break': /^(?:normal|break-word)$/,
  'white-space': /^normal$/,
  'letter-spacing': DEFAULT,
  'word-spacing': /^0(?:px|pt)?$/,
  'text-indent': ZERO,
  'text-transform': DEFAULT,
  'text-align': /^start$/i,
  'text-decoration': DEFAULT,
  'text-decoration-style': DEFAULT,
  'text-decoration-color': /^(?:initial|currentcolor)$/i,
  'font-weight': /^(?:400|normal)$/,
  'font-style': /^normal$/,
  'font-variant': DEFAULT,
  'background-color': NO_COLOR,
  'vertical-align': /^baseline$/,
  direction: /^ltr$/,
  float: DEFAULT,
  clear: DEFAULT,
  opacity: /^1$/,
  width: DEFAULT,
  height: DEFAULT,
  border: /^(?:0|0px|none|0px none.*)$/i,
  'border-width': ZERO,
  'border-style': DEFAULT,
  'page-break-after': /./,
  'page-break-before': /./,
  overflow: /^visible$/,
  ...Object.fromEntries(
    ['margin', 'padding'].flatMap((name) =>
      [name, `${name}-top`, `${name}-right`, `${name}-bottom`, `${name}-left`].map((each) => [each, ZERO]),
    ),
  ),
}

/** Elements inside which a normal weight or style has an effect. */
const EMPHASIS: Readonly<Record<string, string>> = {
  'font-weight': 'strong, h1, h2, h3, h4, h5, h6, th, [style*="font-weight"]',
  'font-style': 'em, [style*="font-style"]',
}
const overridesEmphasis = (element: Element, name: string): boolean => {
  const around = EMPHASIS[name]
  return around !== undefined && Boolean(element.parentElement?.closest(around))
}

/** Word writes 28.0pt, WPS 18.0000pt. */
const roundLengths = (value: string): string =>
  value.replace(/(\d*\.\d+)(?=px|pt|pc|em|rem|ex|ch|cm|mm|in|%)/g, (number) =>
    String(Number(Number(number).toFixed(3))),
  )

function removeNoise(element: Element): void {
  const before = element.getAttribute('style')
  if (before === null) return
  const style = parseStyle(before)
  const tag = tagOf(element)
  for (const [name, value] of style) {
    if (NOISE[name]?.test(value) && tag !== 'img' && !overridesEmphasis(element, name)) style.delete(name)
    else if (/\bwindowtext\b/i.test(value))
      if (name === 'color') style.delete(name)
      else style.set(name, value.replace(/\bwindowtext\b/gi, PAPER.black))
    else if (name === 'display' && value === (tag === 'span' ? 'inline' : 'block')) style.delete(name)
  }
  for (const [name, value] of style)
    style.set(name, name === 'font-family' ? withFallbacks(value) : roundLengths(value))
  if (style.size > 0) element.setAttribute('style', formatStyle(style))
  else element.removeAttribute('style')
}

const isPlain = (element: Element): boolean => element.attributes.length === 0

/** Whether a section without attributes contains only blocks, so that unwrapping it changes nothing. */
function isRedundantWrapper(element: Element): boolean {
  if (!isPlain(element) || !element.parentElement) return false
  const texts = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim())
  return (
    !texts &&
    element.children.length > 0 &&
    [...element.children].every((child) =>
      child.matches('section, div, p, h1, h2, h3, h4, h5, h6, ul, ol, table, blockquote, figure, hr, pre'),
    )
  )
}

/** Whether an element is an empty box. */
const isEmptyBox = (element: Element): boolean =>
  element.matches('section, div, article, header, footer, figure') &&
  element.children.length === 0 &&
  !(element.textContent ?? '').trim()

/** Keeps the visible styles of pasted text and removes those without effect. */
export function tidy(root: HTMLElement): void {
  const all = [...root.querySelectorAll('*')]
  for (const element of all) {
    element.removeAttribute('class')
    element.removeAttribute('lang')
    element.removeAttribute('dir')
    removeNoise(element)
  }
  for (const element of all.toReversed()) {
    const tag = tagOf(element)
    if (tag === 'span' && isPlain(element)) unwrap(element)
    else if (isEmptyBox(element) && !isVisibleByStyle(element)) element.remove()
    else if ((tag === 'section' || tag === 'div' || tag === 'article') && isRedundantWrapper(element)) unwrap(element)
    else if (
      (tag === 'strong' || tag === 'em' || tag === 'u' || tag === 's' || tag === 'span') &&
      !element.hasChildNodes()
    )
      element.remove()
  }
}
