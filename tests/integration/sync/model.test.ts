import { expect, test } from 'vitest'
import { playModel } from './model.ts'

const RUNS = 10

test.each([
  ['tells what changed and takes batches', {}],
  ['knows single calls only', { changes: false, batch: false }],
])(
  '[S9] [S10] [S20] [S28] with a server that %s, nothing is lost and both sides converge',
  async (_title, server) => {
    expect(await playModel(RUNS, server)).toBe(RUNS)
  },
  120_000,
)
