/** One comparison: the same job done by us and by a program that is known to do it well. */
export interface Bench {
  name: string
  peer: string
  /** How often both run; the command's own number when absent. */
  rounds?: number
  /** Makes what the rounds need; answers null with a reason when the peer is not on this machine. */
  prepare(): Promise<Rounds | string>
}

export interface Rounds {
  ours(): Promise<void>
  peer(): Promise<void>
  done(): Promise<void>
}

export interface Outcome {
  name: string
  peer: string
  /** Median of the rounds, ms. */
  ours: number
  theirs: number
}

export const median = (numbers: readonly number[]): number =>
  numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0

/** ms. */
export async function time(job: () => Promise<void>): Promise<number> {
  const began = performance.now()
  await job()
  return performance.now() - began
}

/** Runs both in turns, so that a busy moment of the machine hits both alike. */
export async function compare(bench: Bench, rounds: number): Promise<Outcome | string> {
  const prepared = await bench.prepare()
  if (typeof prepared === 'string') return `${bench.name}: left out, ${prepared}`
  const [ours, theirs]: [number[], number[]] = [[], []]
  for (let round = 0; round <= (bench.rounds ?? rounds); round++) {
    const pair = [await time(prepared.ours), await time(prepared.peer)] as const
    // The first round warms both up.
    if (round > 0) ours.push(pair[0])
    if (round > 0) theirs.push(pair[1])
  }
  await prepared.done()
  return { name: bench.name, peer: bench.peer, ours: median(ours), theirs: median(theirs) }
}
