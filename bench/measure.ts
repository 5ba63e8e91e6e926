/** A comparison: the same job done by us and by another program known to be good at it. */
export interface Bench {
  name: string
  peer: string
  /** Number of rounds; absent: the command's default. */
  rounds?: number
  /** Prepares the rounds; returns the reason if the peer is unavailable. */
  prepare(): Promise<Rounds | string>
}

export interface Rounds {
  ours(): Promise<void>
  peer(): Promise<void>
  cleanUp(): Promise<void>
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

/** Duration in ms. */
export async function time(job: () => Promise<void>): Promise<number> {
  const began = performance.now()
  await job()
  return performance.now() - began
}

/** Runs both alternately, so that other load on the machine affects both equally. */
export async function compare(bench: Bench, rounds: number): Promise<Outcome | string> {
  const prepared = await bench.prepare()
  if (typeof prepared === 'string') return `${bench.name}: skipped, ${prepared}`
  const [ours, theirs]: [number[], number[]] = [[], []]
  for (let round = 0; round <= (bench.rounds ?? rounds); round++) {
    const pair = [await time(prepared.ours), await time(prepared.peer)] as const
    // The first round is a warm-up.
    if (round > 0) ours.push(pair[0])
    if (round > 0) theirs.push(pair[1])
  }
  await prepared.cleanUp()
  return { name: bench.name, peer: bench.peer, ours: median(ours), theirs: median(theirs) }
}
