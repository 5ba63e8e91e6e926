/** The texts of a pasted list: one a line or a cell, without empty ones. */
export const linesOf = (text: string): string[] =>
  text
    .split(/[\r\n\t]+/)
    .map((line) => line.trim())
    .filter(Boolean)

/** The list with the value at `from` moved to `to`. */
export function moved(list: readonly string[], from: number, to: number): string[] {
  const [value = ''] = list.slice(from, from + 1)
  return list.toSpliced(from, 1).toSpliced(to, 0, value)
}

/** The list with lines put in at a place: an empty value there gives way, another stays above them. */
export const pasted = (list: readonly string[], index: number, lines: readonly string[]): string[] =>
  list[index] === '' ? list.toSpliced(index, 1, ...lines) : list.toSpliced(index + 1, 0, ...lines)
