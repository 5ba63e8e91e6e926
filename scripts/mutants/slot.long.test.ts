import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT } from '../start/root.ts'
import { editsOf } from './mutations.ts'
import { describe as describeMutant } from './sample.ts'
import { Slot } from './slot.ts'

const PATH = 'src/shared/util/lines.ts'
const TEST = 'src/shared/util/lines.test.ts'

test('a mutation is tried in a copy: its test fails there, another passes, and the working tree stays as it is', async () => {
  const text = readFileSync(join(ROOT, PATH), 'utf8')
  const edits = editsOf(PATH, text).filter(({ kind }) => kind === 'returned constant' || kind === 'flipped condition')
  const [edit] = edits
  if (!edit) throw new Error(`${PATH} has nothing to mutate`)
  const mutant = describeMutant(PATH, 'src/shared', text, edit)
  const slot = await Slot.open('slot-test')
  try {
    expect(await slot.try(mutant, [TEST], 5)).toMatchObject({ state: 'killed' })
    expect(await slot.try(mutant, ['src/shared/util/bytes.test.ts'], 5)).toMatchObject({ state: 'survived' })
    expect(readFileSync(join(ROOT, PATH), 'utf8')).toBe(text)
  } finally {
    await slot.close()
  }
}, 120_000)
