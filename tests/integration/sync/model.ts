import fc from 'fast-check'
import type { FakeRemoteOptions } from '#tests/fakes/remote.ts'
import { anyEvent, playSteps } from './play.ts'

/**
 * Random work of people on both sides and random trouble, as often as told: after each run both sides agree, and every
 * byte that somebody wrote and nobody replaced or deleted is on a side, in a conflict copy or in the trash. A failure
 * names its seed and the shortest way to it; `SYNC_SEED=… ` plays it again.
 * Answers how many runs came to their end.
 */
export async function playModel(runs: number, server: FakeRemoteOptions): Promise<number> {
  let done = 0
  const seed = Number(process.env.SYNC_SEED ?? Date.now() % 1e9)
  await fc.assert(
    fc.asyncProperty(fc.array(anyEvent, { minLength: 5, maxLength: 30 }), async (steps) => {
      await playSteps(steps, server)
      done += 1
    }),
    { seed, numRuns: runs, endOnFailure: true },
  )
  return done
}
