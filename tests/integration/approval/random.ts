import fc from 'fast-check'

/** Random choices, the same for the same seed. */
export interface Random {
  /** From 0 to below 1. */
  next(): number
  pick<T>(list: readonly T[]): T
  /** Choices of their own, for what runs at the same moment as something else. */
  fork(): Random
}

export function randomOf(seed: number): Random {
  const [numbers] = fc.sample(fc.infiniteStream(fc.noBias(fc.nat(999_999))), { seed, numRuns: 1 })
  const next = (): number => Number(numbers?.next().value) / 1_000_000
  return {
    next,
    fork: () => randomOf(Math.floor(next() * 1_000_000)),
    pick(list) {
      const item = list[Math.floor(next() * list.length)]
      if (item === undefined) throw new Error('nothing to choose from')
      return item
    },
  }
}
