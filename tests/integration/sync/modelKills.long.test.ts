import { afterAll, beforeAll, expect, test } from 'vitest'
import { playModel } from './model.ts'
import type { PlayOptions } from './play.ts'
import { type RealServer, startRealServer } from './realServer.ts'

/** Each of them starts the server several times; a campaign of more: `SYNC_RUNS=…`. */
const RUNS = 30

let real: RealServer
beforeAll(async () => {
  real = await startRealServer()
})
afterAll(() => real.close())

test.each<[string, Omit<PlayOptions, 'real'>]>([
  ['that takes batches', {}],
  ['that tells what changed', { server: { batch: false } }],
  ['that knows single calls only', { server: { changes: false, batch: false } }],
  ['and a host that is killed, too', { ownProcess: true }],
])(
  '[S9] [S10] [S19] [S26] [S28] many runs of a server that is killed at any moment, %s',
  async (_title, options) => {
    expect(await playModel(RUNS, { ...options, real })).toBe(RUNS)
  },
  1_800_000,
)
