import { afterAll, beforeAll, expect, test } from 'vitest'
import { playModel } from './model.ts'
import type { PlayOptions } from './play.ts'
import { type RealServer, startRealServer } from './realServer.ts'

let real: RealServer
beforeAll(async () => {
  real = await startRealServer()
})
afterAll(() => real.close())

test.each<[string, number, Omit<PlayOptions, 'real'>]>([
  ['that takes batches', 4, {}],
  ['that knows single calls only', 2, { server: { changes: false, batch: false } }],
  ['and a host that is killed, too', 2, { ownProcess: true }],
])(
  '[S9] [S10] [S19] [S26] [S28] a server that is killed at any moment, %s: nothing is lost and both sides converge',
  async (_title, runs, options) => {
    expect(await playModel(runs, { ...options, real })).toBe(runs)
  },
  180_000,
)
