import { parseStyle, styleText } from '#shared/domain/htmlStyle.ts'

/** Where a picture stands among what is around it. */
const PLACE = /^(?:float|clear|margin(?:-(?:top|right|bottom|left))?|vertical-align)$/
const PERCENT = /%$/

interface Placed {
  /** For the element around a picture or film: where it stands, and widths that are parts of the page's. */
  around: Record<string, string>
  /** The rest, for itself. */
  own: string
}

const camel = (name: string): string => name.replace(/-([a-z])/g, (_hyphen, letter: string) => letter.toUpperCase())

/**
 * The editor wraps each picture in an element of its own. The positioning part of the picture's style is moved to that,
 * so that it looks as on the page.
 * @param width of its attribute; '' for none
 */
export function placed(style: string, width: string): Placed {
  const own = parseStyle(style)
  const around: Record<string, string> = {}
  for (const [name, value] of parseStyle(style)) {
    const isPart = (name === 'width' || name === 'max-width') && PERCENT.test(value)
    if (!isPart && !PLACE.test(name)) continue
    around[camel(name)] = value
    own.delete(name)
    if (name === 'width') own.set('width', '100%')
  }
  if (PERCENT.test(width) && !parseStyle(style).has('width')) {
    around.width = width
    own.set('width', '100%')
  }
  if (own.get('display') === 'block')
    Object.assign(around, { display: 'block' }, around.width ? {} : { width: 'fit-content' })
  return { around, own: styleText(new Map([['max-width', '100%'], ...own])) }
}
