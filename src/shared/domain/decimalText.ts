/** A plain decimal number as text: up to 15 digits before the point and 10 behind it, none of them lost. */
const PLAIN = /^-?(0|[1-9]\d{0,14})(\.\d{1,10})?$/

export const isDecimalText = (text: string): boolean => PLAIN.test(text)

/** A number without exponent, with at most 10 decimals; '' when that isn't exact. */
export function decimalTextOf(value: number): string {
  const fixed = value.toFixed(10)
  // Beyond 15 digits a double no longer has the digits that were typed; NaN is not itself.
  if (Number(fixed) !== value || Math.abs(value) >= 1e15) return ''
  return Number(fixed) === 0 ? '0' : fixed.replace(/\.?0+$/, '')
}

/** The decimal with at least `places` decimals, as net values are written: 1.099 → 1.0990; '' stays ''. */
export function withDecimals(text: string, places: number): string {
  if (!isDecimalText(text)) return text
  const [whole = '', rest = ''] = text.split('.')
  return `${whole}.${rest.padEnd(places, '0')}`
}
