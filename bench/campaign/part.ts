/** What a part of the campaign is run with. */
export interface PartOptions {
  /** How long it goes on; at least one round is always made. */
  minutes: number
  /** Of every random choice. */
  seed: number
  database: 'sqlite' | 'postgres'
  say: (line: string) => void
}

/** What a part found. */
export interface PartResult {
  /** What was measured or counted, for the report. */
  figures: Record<string, string | number>
  /** What must not be, each with what is needed to see it again. */
  faults: string[]
}

export type Part = (options: PartOptions) => Promise<PartResult>

/** Is there time left, counted from now? */
export function timeLeft(minutes: number): () => boolean {
  const end = performance.now() + minutes * 60_000
  return () => performance.now() < end
}

/** The value below which this share of the list lies. */
export function quantile(list: readonly number[], share: number): number {
  const sorted = list.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
