import type { RewriteAddress } from './edits.ts'

/** A comment; `url(…)` with or without quotes; the string of `@import`. */
const ADDRESS =
  /\/\*[^]*?(?:\*\/|$)|(\burl\(\s*)(?:"((?:[^"\\\n]|\\[^])*)"|'((?:[^'\\\n]|\\[^])*)'|((?:[^"'()\s\\]|\\[^])*))(\s*\))|(@import\s+)(?:"([^"\n]*)"|'([^'\n]*)')/gi

/** The style sheet with other addresses in `url()` and `@import`. */
export const rewriteCss = (css: string, rewrite: RewriteAddress): string =>
  /url\(|@import/i.test(css)
    ? css.replace(ADDRESS, (...groups: (string | undefined)[]) => rewriteMatch(groups, rewrite))
    : css

function rewriteMatch(groups: (string | undefined)[], rewrite: RewriteAddress): string {
  const [whole = '', open, double, single, bare, close, atImport, importDouble, importSingle] = groups
  const written = double ?? single ?? bare ?? importDouble ?? importSingle
  if (written === undefined || whole.startsWith('/*')) return whole
  const next = rewrite(unescapeCss(written).trim())
  if (next === null) return whole
  const quoted = `"${next.replace(/["\\\n]/g, (c) => `\\${c.codePointAt(0)?.toString(16)} `)}"`
  return atImport === undefined ? `${open}${quoted}${close}` : `${atImport}${quoted}`
}

const unescapeCss = (text: string): string =>
  text.replace(/\\(?:([\da-f]{1,6})\s?|([^]))/gi, (_whole, hex: string | undefined, character: string | undefined) =>
    hex === undefined ? (character ?? '') : codePoint(Number.parseInt(hex, 16)),
  )

const codePoint = (code: number): string => (code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd')
