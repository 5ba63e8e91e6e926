import { administrate, type Game, work } from './moves.ts'
import { randomOf } from './random.ts'
import { nothingSeen, requireEnds, requireHolders, requireRules } from './rules.ts'
import { buildWorld, type Host, STAFF } from './world.ts'

/** How often of a hundred steps the server is ended and started. */
const RESTARTS = 3

/**
 * People who write, apply, agree, refuse, take back, take off, move, delete and give back entries of two columns, at random,
 * while workflows, their nodes and links, groups, columns, accounts and stand-ins change and the server is ended between two
 * steps. The rules are looked at after every step, and at the end all that waits must be brought to its end. Throws what
 * breaks a rule, with the seed; answers how many applications there were to break one.
 */
export async function playApproval(host: Host, seed: number, steps: number): Promise<number> {
  const random = randomOf(seed)
  const world = await buildWorld(host)
  const seen = nothingSeen()
  // What applications ask for that were there before the first step, which may change it.
  await requireRules(world, seen, `SEED=${seed}, start`)
  for (let step = 0; step < steps; step += 1) {
    const name = `SEED=${seed}, step ${step}`
    const game: Game = { world, random, name }
    const chance = random.next()
    if (host.restart && chance < RESTARTS / 100) {
      await interrupted(game, host.restart)
      for (const username of ['admin', ...STAFF] as const)
        if (world.active.has(world.accounts.get(username) ?? 0)) world.clients.set(username, await host.as(username))
    } else if (chance < 0.25) await administrate(game)
    else if (chance < 0.45) await Promise.all([work(game), work(game)])
    else await work(game)
    await requireRules(world, seen, name)
    if (step % 8 === 7) await requireHolders(world, seen, name)
  }
  const name = `SEED=${seed}, end`
  await requireHolders(world, seen, name)
  await requireEnds(world, seen, name)
  return seen.asked.size
}

/** Ends the server while two calls are under way: each of them is done whole, or not at all. */
async function interrupted(given: Game, restart: () => Promise<void>): Promise<void> {
  const game: Game = { ...given, isEnding: true }
  const calls = [work(game), work(game)].map((call) =>
    call.catch((error: unknown) => {
      // No answer, or one that the server ends: what became of the call is told by the rules.
      if (error instanceof Error && error.name === 'AssertionError') throw error
    }),
  )
  await new Promise((resolve) => setTimeout(resolve, Math.floor(game.random.next() * 15)))
  await Promise.all([restart(), ...calls])
}
