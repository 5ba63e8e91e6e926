import { expect, it } from 'vitest'
import { onBothDatabases } from '../server/harness/onBothDatabases.ts'
import { killed, stays } from './hosts.ts'
import { playApproval } from './model.ts'

/** Another one each time; SEED=7 RUNS=1 plays one sequence again. */
const SEED = Number(process.env.SEED ?? Math.floor(Math.random() * 1_000_000))
const RUNS = Number(process.env.RUNS ?? 20)

onBothDatabases('approval, played at random for long', (server) => {
  it('publishes nothing that was not agreed to, and leaves nothing stuck', { timeout: 600_000 }, async () => {
    console.info(`SEED=${SEED} RUNS=${RUNS}`)
    for (let seed = SEED; seed < SEED + RUNS; seed += 1)
      expect(await playApproval(stays(server()), seed, 150)).toBeGreaterThan(0)
  })
})

it('approval, killed (SIGKILL) in mid-call again and again, keeps its rules', { timeout: 600_000 }, async () => {
  console.info(`SEED=${SEED}`)
  expect(await playApproval(await killed(), SEED, 300)).toBeGreaterThan(0)
})
