import { expect, it } from 'vitest'
import { PARTS } from '../bench/campaign/index.ts'
import { whyNoDisk } from '#tests/fakes/powerDisk/disk.ts'

const missing = whyNoDisk()

it.skipIf(missing !== null)(
  `a power cut and a slow disk lose nothing that was acknowledged${missing ? ` (${missing})` : ''}`,
  async () => {
    const said: string[] = []
    const result = await PARTS['power']?.({ minutes: 0, seed: 7, database: 'sqlite', log: (line) => said.push(line) })
    // Times are for the campaign: a machine that tests is busy.
    const faults = result?.faults.filter((fault) => !/only after \d+ ms/.test(fault))
    expect(faults, said.join('\n')).toEqual([])
  },
  300_000,
)
