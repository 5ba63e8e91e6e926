import fc from 'fast-check'
import { expect } from 'vitest'
import { createFakeRemote, type FakeRemoteOptions } from '#tests/fakes/remote.ts'
import { FAST, openDesk, until } from '#tests/fakes/syncDesk.ts'
import { anyEvent, createPlay, finish } from './play.ts'

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
      const remote = createFakeRemote(
        { 'a.css': 'start a', 'd/a.css': 'start d/a', 'd/e/c.css': 'start d/e/c' },
        server,
      )
      const desk = await openDesk(remote, { timing: { ...FAST, settle: 5, deleteSettle: 20, retryFirst: 20 } })
      try {
        await desk.connect()
        await until(async () => expect((await desk.view()).state).toBe('idle'))
        const play = createPlay(desk, remote)
        for (const step of steps) await play.carryOut(step)
        await finish(desk, remote)
        expect(await play.lost()).toEqual([])
        await play.resolveAll()
        await until(async () => expect(await play.without(await desk.texts())).toEqual(remote.texts()))
        done += 1
      } finally {
        await desk.close()
      }
    }),
    { seed, numRuns: runs, endOnFailure: true },
  )
  return done
}
