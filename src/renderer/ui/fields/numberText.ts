/** The number that a text says; null when it says none (yet). */
export function numberOf(text: string): number | null {
  const number = Number(text)
  return text.trim() === '' || !Number.isFinite(number) ? null : number
}

/** A number as it is typed: never in the form `1e+21`. */
export const numberText = (value: number | null): string =>
  value === null || !Number.isFinite(value)
    ? ''
    : value.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 10 })
