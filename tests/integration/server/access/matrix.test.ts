import { describe, expect, it } from 'vitest'
import type { ApiOperation } from '#shared/contract/define.ts'
import { type ApiName, apiNames, operations } from '#shared/contract/registry.ts'
import { alwaysGranted } from '#shared/domain/systemMenus.ts'
import { onBothDatabases } from '../harness/onBothDatabases.ts'
import { databaseOf } from '../harness/snapshot.ts'
import type { Row } from './row.ts'
import { ELSEWHERE, ROWS } from './rows.ts'
import { type Asker, askerOf, buildWorld } from './world.ts'

const ASKERS: readonly Asker[] = ['no session', 'no role', 'wrong site', 'no menu', 'no column', 'no code', 'right']
const guarded = apiNames.filter((name) => operations[name].access.kind !== 'open')
const asked = guarded.flatMap((name): [ApiName, Row][] => (ROWS[name] ? [[name, ROWS[name]]] : []))

type Held = 'site' | 'column' | 'code'
/** What each asker holds besides the menus. */
const HOLDS: Record<Asker, readonly Held[]> = {
  'no session': [],
  'no role': [],
  'wrong site': [],
  'no column': ['site'],
  'no menu': ['site', 'column', 'code'],
  'no code': ['site', 'column'],
  right: ['site', 'column', 'code'],
}
const LETS_IN: Record<Row['needs'], (held: readonly Held[]) => boolean> = {
  site: (held) => held.includes('site'),
  column: (held) => held.includes('column'),
  code: (held) => held.includes('code'),
  super: () => false,
  'own sites': () => true,
  'own columns': (held) => held.includes('site'),
  nothing: () => true,
}
/** Does a list hold what was made for the question? */
const SHOWS: Partial<Record<Row['needs'], Held>> = { 'own sites': 'site', 'own columns': 'column' }

function isLetIn(name: ApiName, { needs }: Row, asker: Asker): boolean {
  const { access }: ApiOperation = operations[name]
  if (asker === 'no session') return false
  if (access.kind !== 'session' && asker === 'no role') return false
  // Whoever has a role has 我的, and what stands below it.
  if (access.kind === 'menu' && asker === 'no menu' && !access.menus.some(alwaysGranted)) return false
  return LETS_IN[needs](HOLDS[asker])
}

describe('the matrix of permissions', () => {
  it('has a line for every call that needs a session', () => {
    expect(guarded.filter((name) => !ROWS[name] && !ELSEWHERE[name])).toEqual([])
    expect(Object.keys(ELSEWHERE).filter((name) => name in ROWS)).toEqual([])
  })
})

onBothDatabases('who may call', (server) => {
  it.each(asked)('%s: by session, role, menu, site, column and code [A-012]', async (name, row) => {
    const admin = await server().as('admin')
    const ready = async () => {
      const world = await buildWorld(server(), admin)
      return { ...world, made: Number(await row.before?.({ admin, server: server(), world })) }
    }
    let world = await ready()
    for (const asker of ASKERS) {
      if (asker === 'no code' && row.needs !== 'code') continue
      const client = await askerOf(server(), asker, world)
      const writes = operations[name].effect === 'write'
      const before = writes && (await databaseOf(server()))
      const answer = await client.call(name, row.input(world))
      const said = `${asker}: ${answer.status} ${answer.msg}`
      if (isLetIn(name, row, asker)) expect(answer.status, said).toBe(200)
      else {
        expect(answer.status, said).toBe(asker === 'no session' ? 401 : 403)
        expect(answer.msg).toMatch(/\p{Script=Han}/u)
        expect(writes && (await databaseOf(server())), `${said}, and nothing changed`).toEqual(before)
        // Whoever has the column and lacks a code is told in which column.
        if (asker !== 'no code') expect(JSON.stringify(answer), said).not.toContain(world.mark)
      }
      const shown = SHOWS[row.needs]
      if (shown && answer.status === 200)
        expect(JSON.stringify(answer.data).includes(world.mark), said).toBe(HOLDS[asker].includes(shown))
      if (answer.status === 200 && operations[name].effect === 'write') world = await ready()
    }
  })
})
