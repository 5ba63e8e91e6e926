import { expect, test } from 'vitest'
import { playModel } from './model.ts'

const RUNS = 150

test.each([
  ['tells what changed and takes batches', {}],
  ['tells what changed', { batch: false }],
  ['knows single calls only', { changes: false, batch: false }],
])(
  '[S9] [S10] [S20] [S28] many runs with a server that %s',
  async (_title, server) => {
    expect(await playModel(RUNS, server)).toBe(RUNS)
  },
  900_000,
)
