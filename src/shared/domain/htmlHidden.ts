/**
 * Styles that hide text from readers but not from search engines (暗链). Server and editor remove such styles, so that
 * the text becomes visible. Pasted hidden text is removed, and hidden text in stored content is reported to the editor.
 */
type Declarations = ReadonlyMap<string, string>

const NUMBER = /(-?(?:\d+\.?\d*|\.\d+))(px|pt|pc|em|rem|ex|ch|cm|mm|in|%|vw|vh)?/g
/** Pixels per unit; relative units assume text of 16 px. */
const UNITS: Readonly<Record<string, number>> = {
  pt: 4 / 3,
  pc: 16,
  em: 16,
  rem: 16,
  ex: 8,
  ch: 8,
  cm: 37.8,
  mm: 3.78,
  in: 96,
}

interface Length {
  value: number
  unit: string
  /** NaN for relative lengths: %, vw, vh. */
  px: number
}
const lengths = (text: string): Length[] =>
  [...text.slice(0, 400).matchAll(NUMBER)].map(([, number = '0', unit = 'px']) => {
    const value = Number(number)
    return { value, unit, px: /%|v[wh]/.test(unit) ? Number.NaN : value * (UNITS[unit] ?? 1) }
  })

/** Offset to the left or top that moves text out of sight, in px and in percent of the container. */
const FAR = -300
const FAR_PERCENT = -100
const isFar = ({ value, unit, px }: Length): boolean => px <= FAR || (unit === '%' && value < FAR_PERCENT)
/** Size in vw or vh from which a block covers the page. */
const COVERING_SIZE = 50
const covers = ({ value, unit }: Length): boolean => /v[wh]/.test(unit) && Math.abs(value) >= COVERING_SIZE

const ZERO = String.raw`\s*(?:0(?:\.0\d*)?|\.0\d*)%?\s*`
const TRANSPARENT = new RegExp(
  String.raw`^(?:transparent|(?:rgb|hsl)a?\((?:(?:[^,)]{1,20},){3}|[^,/)]{1,60}/)${ZERO}\)|#[\da-f]{3}0|#[\da-f]{6}0[\da-f])$`,
  'i',
)
const isTransparent = (value: string): boolean => TRANSPARENT.test(value.trim())

const movesAway = (value: string): boolean => {
  const scaled = /scale[XY]?\(\s*([\d.]+)/i.exec(value)?.[1]
  if (scaled !== undefined && Number(scaled) < 0.05) return true
  const translations = [...value.matchAll(/translate(?:X|Y|3d)?\(([^)]*)\)/gi)].flatMap(([, translation = '']) =>
    lengths(translation),
  )
  return translations.some(
    (each) => Math.abs(each.px) >= -FAR || (each.unit === '%' && Math.abs(each.value) > -FAR_PERCENT),
  )
}

/** Whether the declaration hides text, moves it out of view or lets a block cover the page. */
export function isHiding(name: string, value: string): boolean {
  if (/^(?:(?:min-)?(?:width|height)|margin|padding|flex-basis|font)/.test(name) && lengths(value).some(covers))
    return true
  if (name.startsWith('margin')) return lengths(value).some(isFar)
  switch (name) {
    case 'opacity':
      return Number(value) < 0.1
    case 'font-size':
      return lengths(value).some(({ value: size, px, unit }) => px < 2 || (unit === '%' && size < 10))
    case 'color':
      return isTransparent(value)
    case 'text-indent':
      return lengths(value).some((each) => isFar(each) || each.px < -200)
    case 'letter-spacing':
    case 'word-spacing':
      return lengths(value).some(({ px }) => px <= -8)
    case 'transform':
      return movesAway(value)
    default:
      return false
  }
}

/** Whether the element clips its content to nothing. */
export const clipsEverything = (style: Declarations): boolean =>
  style.get('overflow')?.startsWith('hidden') === true &&
  ['width', 'height', 'max-width', 'max-height'].some((name) => {
    const [size] = lengths(style.get(name) ?? '')
    return size !== undefined && (size.px <= 1 || size.value === 0)
  })

const OFFSETS = ['left', 'top', 'right', 'bottom']
const isOutside = (style: Declarations): boolean =>
  /^(?:absolute|fixed|relative)$/.test(style.get('position') ?? '') &&
  OFFSETS.some((name) => lengths(style.get(name) ?? '').some(isFar))
const isClipped = (style: Declarations): boolean =>
  /^rect\(\s*(?:[01](?:px)?[\s,]+){3}[01](?:px)?\s*\)$/i.test(style.get('clip') ?? '') ||
  /^(?:inset\(\s*(?:[5-9]\d|100)%|circle\(\s*0)/i.test(style.get('clip-path') ?? '')

/** Whether the declarations, as written, hide the element with everything in it. */
export const hidesElement = (style: Declarations): boolean =>
  style.get('display') === 'none' ||
  /^all\b/.test(style.get('mso-hide') ?? '') ||
  clipsEverything(style) ||
  isOutside(style) ||
  isClipped(style) ||
  ['opacity', 'text-indent', 'transform', 'margin', 'margin-left', 'margin-top'].some(
    (name) => style.has(name) && !/v[wh]/.test(style.get(name) ?? '') && isHiding(name, style.get(name) ?? ''),
  )

/**
 * Whether the declarations hide the element's own text, but not that of children with other declarations; null: no such
 * declaration.
 */
export function hidesOwnText(style: Declarations): boolean | null {
  const visibility = style.get('visibility')
  const declared = ['font-size', 'color'].filter((name) => style.has(name))
  if (visibility === undefined && declared.length === 0) return null
  return (
    /^(?:hidden|collapse)$/.test(visibility ?? '') ||
    declared.some((name) => !/v[wh]/.test(style.get(name) ?? '') && isHiding(name, style.get(name) ?? ''))
  )
}
