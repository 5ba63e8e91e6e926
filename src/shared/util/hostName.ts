const BASE = 36
const FIRST = 0x80
const LAST = 0x10ffff

/** The value of one digit: a–z are 0–25, 0–9 are 26–35. */
const digitOf = (char: string | undefined): number => (char === undefined ? Number.NaN : (parseInt(char, 36) + 26) % 36)

/** RFC 3492, 6.1: adapts the bias after each decoded character. */
function adaptBias(delta: number, count: number, first: boolean): number {
  let rest = Math.floor(delta / (first ? 700 : 2))
  rest += Math.floor(rest / count)
  let steps = 0
  for (; rest > 455; steps += BASE) rest = Math.floor(rest / 35)
  return steps + Math.floor((36 * rest) / (rest + 38))
}

/** Decodes a punycode label without its xn-- (RFC 3492); null if it is invalid. */
function decodeLabel(label: string): string | null {
  const cut = label.lastIndexOf('-')
  const text = label.slice(0, Math.max(0, cut)).split('')
  let code = FIRST
  let index = 0
  let bias = 72
  for (let at = cut + 1; at < label.length;) {
    const before = index
    let weight = 1
    for (let k = BASE; ; k += BASE) {
      const digit = digitOf(label[at++])
      if (Number.isNaN(digit)) return null
      index += digit * weight
      const threshold = Math.min(26, Math.max(1, k - bias))
      if (digit < threshold) break
      weight *= BASE - threshold
    }
    bias = adaptBias(index - before, text.length + 1, before === 0)
    code += Math.floor(index / (text.length + 1))
    if (code > LAST) return null
    index %= text.length + 1
    text.splice(index++, 0, String.fromCodePoint(code))
  }
  return text.join('')
}

/** Decodes the punycode labels of a host or address: xn--fiqs8s.cn → 中国.cn. Other labels are unchanged. */
export const decodePunycodeHost = (host: string): string =>
  // Label by label, so that an invalid label leaves the others readable. DNS labels have at most 63 characters.
  host.replace(/\bxn--([a-z0-9-]{1,59})(?![a-z0-9-])/gi, (label, code: string) => {
    const words = decodeLabel(code.toLowerCase())
    return words !== null && /[^ -~]/.test(words) ? words : label
  })
