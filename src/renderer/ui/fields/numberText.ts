/** Parses a typed number; null while it is incomplete. */
export function numberOf(text: string): number | null {
  const number = Number(text)
  return text.trim() === '' || !Number.isFinite(number) ? null : number
}

/** A number as text, never in the form `1e+21`. */
export const numberText = (value: number | null): string =>
  value === null || !Number.isFinite(value)
    ? ''
    : value.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 10 })
