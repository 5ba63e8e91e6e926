import { expect, test } from 'vitest'
import fc from 'fast-check'
import { createFakeRemote } from '#tests/fakes/remote.ts'
import { FAST, openDesk, until } from '#tests/fakes/syncDesk.ts'
import { anyStep, createPlay, finish } from './play.ts'

test('[S9] [S10] [S20] [S28] whatever happens on both sides, they converge and no edit is lost', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { minLength: 5, maxLength: 25 }), async (steps) => {
      const remote = createFakeRemote({ 'a.css': 'start a', 'd/a.css': 'start d/a', 'd/e/c.css': 'start d/e/c' })
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
      } finally {
        await desk.close()
      }
    }),
    { numRuns: 40, endOnFailure: true },
  )
}, 180_000)
