/** A plain decimal number as text: up to 15 digits before and 10 digits after the point, without loss of digits. */
const PLAIN = /^-?(0|[1-9]\d{0,14})(\.\d{1,10})?$/

export const isDecimalText = (text: string): boolean => PLAIN.test(text)

/** Formats a number without exponent, with at most 10 decimals; '' if that is not exact. */
export function formatDecimal(value: number): string {
  const fixed = value.toFixed(10)
  // From 1e15 a double may lose digits; NaN is not equal to itself.
  if (Number(fixed) !== value || Math.abs(value) >= 1e15) return ''
  return Number(fixed) === 0 ? '0' : fixed.replace(/\.?0+$/, '')
}

/**
 * The decimal padded to at least `places` decimals, as net values are written: 1.099 → 1.0990; invalid text stays as it
 * is.
 */
export function withDecimals(text: string, places: number): string {
  if (!isDecimalText(text)) return text
  const [whole = '', rest = ''] = text.split('.')
  return `${whole}.${rest.padEnd(places, '0')}`
}
