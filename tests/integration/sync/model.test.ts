import { expect, test } from 'vitest'
import type { PlayOptions } from './play.ts'
import { playModel } from './model.ts'

const RUNS = 10

test.each<[string, PlayOptions]>([
  ['with a server that tells what changed and takes batches', {}],
  ['with a server that knows single calls only', { server: { changes: false, batch: false } }],
])(
  '[S9] [S10] [S20] [S28] %s, nothing is lost and both sides converge',
  async (_title, options) => {
    expect(await playModel(RUNS, options)).toBe(RUNS)
  },
  180_000,
)

test('[S9] [S10] [S20] [S26] [S28] a host that is killed at any moment loses nothing, and both sides converge', async () => {
  expect(await playModel(5, { ownProcess: true })).toBe(5)
}, 180_000)
