import { expect, it } from 'vitest'
import { onBothDatabases } from '../server/harness/onBothDatabases.ts'
import { playApproval } from './model.ts'

onBothDatabases('approval, played at random for long', (server) => {
  it('publishes nothing that was not agreed to, and leaves nothing stuck', { timeout: 600_000 }, async () => {
    for (let seed = 100; seed < 140; seed += 1) expect(await playApproval(server(), seed, 150)).toBeGreaterThan(0)
  })
})
