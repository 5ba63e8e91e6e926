import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { mapParallel } from './parallel.ts'

const many = Array.from({ length: 40 }, (_none, at) => at)

it('works on each once, so many at a time', async () => {
  const done: number[] = []
  let [now, most] = [0, 0]
  await mapParallel(many, 8, async (at) => {
    now += 1
    most = Math.max(most, now)
    await turn()
    now -= 1
    done.push(at)
  })
  expect([done.toSorted((a, b) => a - b), most]).toEqual([many, 8])
  await mapParallel([], 8, async () => expect.unreachable())
})

it('ends with the first failure, begins nothing after it, and waits for what is in hand', async () => {
  const begun: number[] = []
  let ended = 0
  const work = mapParallel(many, 8, async (at) => {
    begun.push(at)
    if (at === 2) throw new Error('no room')
    await turn()
    ended += 1
  })
  await expect(work).rejects.toThrow('no room')
  expect([begun, ended]).toEqual([many.slice(0, 8), 7])
})
