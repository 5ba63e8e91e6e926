/**
 * The delay in ms after the nth consecutive failure (from 1): doubles from `first` up to `longest`. With `random` in
 * [0, 1) the delay is between half of that and all of it, so that clients do not reconnect simultaneously.
 */
export function backoffMs(failures: number, { first, longest, random = 1 }: BackoffOptions): number {
  const full = Math.min(first * 2 ** Math.max(0, failures - 1), longest)
  return Math.round(full * (0.5 + random / 2))
}

interface BackoffOptions {
  first: number
  longest: number
  random?: number
}
