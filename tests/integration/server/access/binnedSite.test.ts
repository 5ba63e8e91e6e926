import { expect, it } from 'vitest'
import { type ApiName, apiNames, operations } from '#shared/contract/registry.ts'
import { accessTargets } from '#shared/domain/callAccess.ts'
import { onBothDatabases } from '../harness/onBothDatabases.ts'
import type { Row } from './row.ts'
import { ROWS } from './rows.ts'
import { buildWorld } from './world.ts'

/** What a site in the recycle area is restored or removed with. */
const MAY = new Set<ApiName>([])

/** Calls that write, and name a site or one of its columns. */
const asked = apiNames.flatMap((name): [ApiName, Row][] => {
  const { effect, access } = operations[name]
  const row = ROWS[name]
  return effect === 'write' && row && accessTargets(access).length > 0 ? [[name, row]] : []
})

onBothDatabases('a site in the recycle area', (server) => {
  it('is written to by no call that names it or its columns', async () => {
    const admin = await server().as('admin')
    const calls: [ApiName, unknown][] = []
    const sites: number[] = []
    let world = await buildWorld(server(), admin)
    sites.push(world.siteId)
    for (const [name, { before, input }] of asked) {
      // What one call readies may be in the way of another.
      if (before) {
        world = await buildWorld(server(), admin)
        sites.push(world.siteId)
      }
      const made = Number(await before?.({ admin, server: server(), world }))
      calls.push([name, input({ ...world, made })])
    }
    // Some calls have readied a site that is there already, or gone.
    for (const id of sites) await admin.call('site.deleteByIdList', [id])
    const done: string[] = []
    for (const [name, input] of calls) {
      const { status } = await admin.call(name, input)
      if (status < 400 && !MAY.has(name)) done.push(name)
    }
    expect(done).toEqual([])
  })
})
