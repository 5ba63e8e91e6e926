import { expect, it } from 'vitest'
import { restarted } from './hosts.ts'
import { playApproval } from './model.ts'

/** SEED=7 RUNS=1 plays one sequence again. */
const SEED = Number(process.env.SEED ?? 1)
const RUNS = Number(process.env.RUNS ?? 15)

it(
  'approval, played at random, publishes nothing that was not agreed to, and leaves nothing stuck',
  { timeout: 120_000 },
  async () => {
    const host = await restarted()
    for (let seed = SEED; seed < SEED + RUNS; seed += 1) expect(await playApproval(host, seed, 20)).toBeGreaterThan(0)
  },
)
