/** Splits a list into batches of `size`, the last one shorter; no batch for an empty list. */
export const splitIntoBatches = <T>(list: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_none, at) => list.slice(at * size, (at + 1) * size))

/**
 * Lists the first `max` names and the total: 甲、乙等 12 个.
 * @param tail suffix if there are more names; `N` is replaced by the total
 */
export function someOf(names: readonly (string | number)[], max = 5, tail = '等 N 个'): string {
  const some = names.slice(0, max).join('、')
  return names.length > max ? some + tail.replace('N', String(names.length)) : some
}
