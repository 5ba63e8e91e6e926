/**
 * The n-th whole number of a seed, from 0 to below 2^32 (mulberry32). Nothing else is loaded for it, unlike for `randomOf` of
 * the approval tests: for processes of their own, and where the seed changes on the way.
 */
export function seededNumber(seed: number, n: number): number {
  const state = (seed + (n + 1) * 0x6d2b79f5) | 0
  let mixed = Math.imul(state ^ (state >>> 15), state | 1)
  mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
  return (mixed ^ (mixed >>> 14)) >>> 0
}
