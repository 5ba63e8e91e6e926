/** The list in parts of `size`, the last one shorter; none of an empty list. */
export const inParts = <T>(list: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_none, at) => list.slice(at * size, (at + 1) * size))

/**
 * Names the first `most` items and counts the rest: 甲、乙等 12 个.
 * @param tail what follows when there are more; `N` in it stands for the total
 */
export function someOf(names: readonly (string | number)[], most = 5, tail = '等 N 个'): string {
  const some = names.slice(0, most).join('、')
  return names.length > most ? some + tail.replace('N', String(names.length)) : some
}
