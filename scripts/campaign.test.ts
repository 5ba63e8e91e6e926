import { expect, it } from 'vitest'
import { PARTS } from '../bench/campaign/index.ts'

/**
 * The campaign itself takes minutes to hours (docs/reliability.md); a round of a part takes seconds. `growth` judges
 * times, `faults` and `load` take longer: they are no tests.
 */
it.each(['fuzz', 'week'])(
  'a short round of the campaign finds nothing: %s',
  async (name) => {
    const said: string[] = []
    const result = await PARTS[name]?.({ minutes: 0, seed: 7, database: 'sqlite', log: (line) => said.push(line) })
    expect(result?.faults, said.join('\n')).toEqual([])
    expect(Object.keys(result?.figures ?? {}).length).toBeGreaterThan(1)
  },
  180_000,
)
