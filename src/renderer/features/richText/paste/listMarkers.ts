/** A list's numbering or bullet, as HTML can express it. */
export interface ListKind {
  tag: 'ol' | 'ul'
  /** Value of the list's type attribute; '' for none. */
  type: string
  /** Value of list-style-type; '' for the browser's own. */
  styleType: string
}

export interface ListMarker {
  kind: ListKind
  /** Number of the entry; 0 for marks. */
  value: number
}

const ordered = (type: string, look = ''): ListKind => ({ tag: 'ol', type, styleType: look })
const marked = (look = ''): ListKind => ({ tag: 'ul', type: '', styleType: look })

const DIGITS = '零一二三四五六七八九'
/** 1 to 9999 in Chinese, as browsers render simp-chinese-informal. */
export function chineseNumber(value: number): string {
  const units = ['', '十', '百', '千']
  const digits = [...String(value)].map(Number)
  const words = digits.map((digit, at) =>
    digit === 0 ? DIGITS.charAt(0) : DIGITS.charAt(digit) + (units[digits.length - 1 - at] ?? ''),
  )
  const text = words.join('').replace(/零+/g, '零').replace(/零$/, '')
  return value >= 10 && value < 20 ? text.replace(/^一/, '') : text
}

const ROMAN: readonly (readonly [number, string])[] = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
]
export function romanNumber(value: number): string {
  let [rest, text] = [value, '']
  for (const [worth, sign] of ROMAN) for (; rest >= worth; rest -= worth) text += sign
  return text
}

/** a to z, then aa. */
export function letterNumber(value: number): string {
  let text = ''
  for (let rest = value; rest > 0; rest = Math.floor((rest - 1) / 26))
    text = String.fromCharCode(97 + ((rest - 1) % 26)) + text
  return text
}

/** Markers that browsers render; a marker that differs from all of them stays as text. */
const KINDS: readonly { kind: ListKind; first: number; render: (value: number) => string }[] = [
  { kind: ordered(''), first: 0, render: (value) => `${value}.` },
  { kind: ordered('', 'simp-chinese-informal'), first: 1, render: (value) => `${chineseNumber(value)}、` },
  { kind: ordered('i'), first: 1, render: (value) => `${romanNumber(value)}.` },
  { kind: ordered('I'), first: 1, render: (value) => `${romanNumber(value).toUpperCase()}.` },
  { kind: ordered('a'), first: 1, render: (value) => `${letterNumber(value)}.` },
  { kind: ordered('A'), first: 1, render: (value) => `${letterNumber(value).toUpperCase()}.` },
]
const MAX_VALUE = 999

let markersByText: Map<string, ListMarker[]> | undefined
function buildMarkers(): Map<string, ListMarker[]> {
  if (markersByText) return markersByText
  markersByText = new Map()
  for (const { kind, first, render } of KINDS)
    for (let value = first; value <= MAX_VALUE; value += 1) {
      const sign = render(value)
      markersByText.set(sign, [...(markersByText.get(sign) ?? []), { kind, value }])
    }
  return markersByText
}

const BULLETS: Readonly<Record<string, string>> = { '·': '', '•': '', '●': '', '○': 'circle', '◦': 'circle' }
const SQUARES = '▪■'
/** Characters that Word and WPS take from symbol fonts, and the characters that every page can show instead. */
const SYMBOLS: Readonly<Record<string, string>> = {
  l: '●',
  n: '■',
  u: '◆',
  v: '❖',
  q: '❑',
  o: '○',
  Ø: '➢',
  ü: '✓',
  û: '✗',
  '§': '▪',
  '¨': '□',
}

/** Converts a bullet to text: characters of symbol fonts become the symbols that they show. */
export function toVisibleMarker(text: string): string {
  const sign = text.replace(/[\s\u00a0]+/g, ' ').trim()
  const code = sign.length === 1 ? sign.charCodeAt(0) : 0
  const plain = code >= 0xf000 && code <= 0xf0ff ? String.fromCharCode(code - 0xf000) : sign
  if (plain.charCodeAt(0) === 0xb7) return '•'
  return SYMBOLS[plain] ?? plain
}

/**
 * The kind of list that a number or bullet belongs to; null when HTML has no such list, so that it stays as text: （三）,
 * 第一条, ①, 1), 1.1.
 * @param before the entry before it in the list: "i." after "h." is a letter
 */
export function parseMarker(sign: string, before?: ListMarker): ListMarker | null {
  if (Object.hasOwn(BULLETS, sign)) return { kind: marked(BULLETS[sign]), value: 0 }
  if (sign.length === 1 && SQUARES.includes(sign)) return { kind: marked('square'), value: 0 }
  const found = buildMarkers().get(sign) ?? []
  const next = found.find(({ kind, value }) => kind === before?.kind && value === before.value + 1)
  if (next) return next
  // A list that begins with one letter is lettered, except for i, which is a Roman 1.
  const first = found.find(({ value }) => value === 1)
  return first ?? found.find(({ kind }) => !/i/i.test(kind.type) || sign.length > 2) ?? found[0] ?? null
}
