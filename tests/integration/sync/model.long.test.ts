import { expect, test } from 'vitest'
import type { PlayOptions } from './play.ts'
import { playModel } from './model.ts'

const RUNS = 150

test.each<[string, PlayOptions]>([
  ['with a server that tells what changed and takes batches', {}],
  ['with a server that tells what changed', { server: { batch: false } }],
  ['with a server that knows single calls only', { server: { changes: false, batch: false } }],
  ['of a host that is killed at any moment', { ownProcess: true }],
])(
  '[S9] [S10] [S20] [S26] [S28] many runs %s',
  async (_title, options) => {
    expect(await playModel(RUNS, options)).toBe(RUNS)
  },
  1_800_000,
)
