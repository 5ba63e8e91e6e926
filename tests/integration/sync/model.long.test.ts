import { expect, test } from 'vitest'
import type { PlayOptions } from './play.ts'
import { playModel } from './model.ts'

const RUNS = 150
/** Each of them starts the host several times; a campaign of more: `SYNC_RUNS=…`. */
const KILL_RUNS = 60

test.each<[string, number, PlayOptions]>([
  ['with a server that tells what changed and takes batches', RUNS, {}],
  ['with a server that tells what changed', RUNS, { server: { batch: false } }],
  ['with a server that knows single calls only', RUNS, { server: { changes: false, batch: false } }],
  ['of a host that is killed at any moment', KILL_RUNS, { ownProcess: true }],
])(
  '[S9] [S10] [S20] [S26] [S28] many runs %s',
  async (_title, runs, options) => {
    expect(await playModel(runs, options)).toBe(runs)
  },
  1_800_000,
)
