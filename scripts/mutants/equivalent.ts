import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Mutant } from './sample.ts'

/** A mutant that behaves exactly like the original, with the reason. */
const entry = z.strictObject({
  path: z.string(),
  /** The changed line before and after, as the report shows them. */
  before: z.string(),
  after: z.string(),
  reason: z.string().min(20),
})
export type Equivalent = z.infer<typeof entry>

/** The manually maintained list: scripts/mutants/equivalent.json. */
export const readEquivalents = (): Equivalent[] =>
  z.array(entry).parse(JSON.parse(readFileSync(join(import.meta.dirname, 'equivalent.json'), 'utf8')))

/** The list's entry for the mutant; moved lines are still found. */
export const equivalentOf = (mutant: Mutant, list: readonly Equivalent[]): Equivalent | null =>
  list.find(({ path, before, after }) => path === mutant.path && before === mutant.before && after === mutant.after) ??
  null
