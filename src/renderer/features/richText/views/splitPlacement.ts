import { parseStyle, formatStyle } from '#shared/domain/htmlStyle.ts'

/** Styles that position a picture in its surroundings. */
const PLACEMENT = /^(?:float|clear|margin(?:-(?:top|right|bottom|left))?|vertical-align)$/
const PERCENT = /%$/

interface SplitStyle {
  /** For the element around a picture or video: its position, and widths relative to the page. */
  around: Record<string, string>
  /** All other styles, for the picture or video itself. */
  own: string
}

const toCamelCase = (name: string): string =>
  name.replace(/-([a-z])/g, (_hyphen, letter: string) => letter.toUpperCase())

/**
 * The editor wraps each picture in an element of its own. The positioning part of the picture's style is moved to that,
 * so that it looks as on the page.
 * @param width the width attribute; '' for none
 */
export function splitPlacement(style: string, width: string): SplitStyle {
  const own = parseStyle(style)
  const around: Record<string, string> = {}
  for (const [name, value] of parseStyle(style)) {
    const isRelativeWidth = (name === 'width' || name === 'max-width') && PERCENT.test(value)
    if (!isRelativeWidth && !PLACEMENT.test(name)) continue
    around[toCamelCase(name)] = value
    own.delete(name)
    if (name === 'width') own.set('width', '100%')
  }
  if (PERCENT.test(width) && !parseStyle(style).has('width')) {
    around.width = width
    own.set('width', '100%')
  }
  if (own.get('display') === 'block')
    Object.assign(around, { display: 'block' }, around.width ? {} : { width: 'fit-content' })
  return { around, own: formatStyle(new Map([['max-width', '100%'], ...own])) }
}
