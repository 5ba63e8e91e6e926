/** Options of a part of the campaign. */
export interface PartOptions {
  /** Duration; at least one round is always run. */
  minutes: number
  /** Seed of all random choices. */
  seed: number
  database: 'sqlite' | 'postgres'
  log: (line: string) => void
}

/** Results of a part. */
export interface PartResult {
  /** Measurements and counts for the report. */
  figures: Record<string, string | number>
  /** Faults, each with the information to reproduce it. */
  faults: string[]
}

export type Part = (options: PartOptions) => Promise<PartResult>

/** Starts a timer; the returned function tells whether there is time left. */
export function startTimer(minutes: number): () => boolean {
  const end = performance.now() + minutes * 60_000
  return () => performance.now() < end
}

/** The quantile of the list. */
export function quantile(list: readonly number[], share: number): number {
  const sorted = list.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
