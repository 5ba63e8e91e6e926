import { expect, it } from 'vitest'
import { onBothDatabases } from '../server/harness/onBothDatabases.ts'
import { playApproval } from './model.ts'

onBothDatabases('approval, played at random', (server) => {
  it.each([1, 2, 3])('publishes nothing that was not agreed to, and leaves nothing stuck (seed %i)', async (seed) => {
    expect(await playApproval(server(), seed, 60)).toBeGreaterThan(0)
  })
})
