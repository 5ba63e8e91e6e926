import { expect, it } from 'vitest'
import { computeInitials } from '../db/initials.ts'
import { TRUE_NAMES } from './accounts.ts'
import { CONTENTS } from './contents.ts'
import { SEED_INITIALS } from './initials.ts'

it('the stored initials of the seed names and titles are those of the dictionary', async () => {
  const titles = CONTENTS.flatMap(({ entries }) => entries.map(({ title }) => title))
  const names = [...new Set([...Object.values(TRUE_NAMES), ...titles])]
  const computed = await computeInitials(names)
  expect(SEED_INITIALS).toEqual(Object.fromEntries(names.map((name, at) => [name, computed[at]])))
})
