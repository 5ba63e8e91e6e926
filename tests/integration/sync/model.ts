import fc from 'fast-check'
import { type PlayOptions, playSteps } from './play.ts'
import { anyEvent, anyEventAndAnyKills, anyEventAndKills, anyEventAndServerKills, type Step } from './steps.ts'

/**
 * Random work of people on both sides and random trouble, as often as told: after each run both sides agree, and every
 * byte that somebody wrote and nobody replaced or deleted is on a side, in a conflict copy or in the trash. A failure
 * names its seed and the shortest way to it; `SYNC_SEED=… ` plays it again, `SYNC_RUNS=…` plays more.
 * Answers how many runs came to their end.
 */
export async function playModel(runs: number, options: PlayOptions): Promise<number> {
  let done = 0
  const seed = Number(process.env.SYNC_SEED ?? Date.now() % 1e9)
  const numRuns = Number(process.env.SYNC_RUNS ?? runs)
  process.stdout.write(`model of the sync: seed ${seed}, ${numRuns} runs\n`)
  await fc.assert(
    fc.asyncProperty(fc.array(eventsOf(options), { minLength: 5, maxLength: 30 }), async (steps) => {
      await playSteps(steps, options)
      done += 1
    }),
    { seed, numRuns, endOnFailure: true },
  )
  return numRuns === done ? runs : done
}

function eventsOf({ ownProcess, real }: PlayOptions): fc.Arbitrary<Step> {
  if (real) return ownProcess ? anyEventAndAnyKills : anyEventAndServerKills
  return ownProcess ? anyEventAndKills : anyEvent
}
