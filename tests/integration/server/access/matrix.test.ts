import { beforeEach, describe, expect, it } from 'vitest'
import type { ApiOperation } from '#shared/contract/define.ts'
import { type ApiName, apiNames, operations } from '#shared/contract/registry.ts'
import { accessTargets } from '#shared/domain/callAccess.ts'
import { alwaysGranted } from '#shared/domain/systemMenus.ts'
import { onBothDatabases } from '../harness/onBothDatabases.ts'
import type { TestServer } from '../harness/server.ts'
import { hashTables, waitForJobs } from '../harness/snapshot.ts'
import { ELSEWHERE } from './elsewhere.ts'
import { needsOf, placesNeed, type Row, withIdAt } from './row.ts'
import { ROWS } from './rows.ts'
import { type Asker, askerOf, buildWorld, type World } from './world.ts'

const ASKERS: readonly Asker[] = ['no session', 'no role', 'wrong site', 'no menu', 'no column', 'no code', 'right']
const guarded = apiNames.filter((name) => operations[name].access.kind !== 'open')
const asked = guarded.flatMap((name): [ApiName, Row][] => (ROWS[name] ? [[name, ROWS[name]]] : []))

/** What the binder enforces alike for all calls of an area. */
function kindOf(name: ApiName): string {
  const { access, effect }: ApiOperation = operations[name]
  return [name.split('.')[0], access.kind, effect, ...accessTargets(access).map(({ of }) => of)].join(' ')
}
const firstOfKind = new Map(asked.toReversed().map(([name]) => [kindOf(name), name]))
/** `npm test` asks for what a handler decides itself, and for one call of each kind; `npm run test:all` for every call. */
const askedNow =
  process.env.SITECRAFT_TESTS === 'main'
    ? asked.filter(([name, { needs }]) => needs !== 'declared' || firstOfKind.get(kindOf(name)) === name)
    : asked

type Held = 'site' | 'column' | 'code' | 'buttons'
/** What each asker holds besides the menus. */
const HOLDS: Record<Asker, readonly Held[]> = {
  'no session': [],
  'no role': [],
  'wrong site': [],
  'no column': ['site'],
  'no menu': ['site', 'column', 'code'],
  'no code': ['site', 'column'],
  right: ['site', 'column', 'code', 'buttons'],
}
type Needs = Exclude<Row['needs'], 'declared'>
const LETS_IN: Record<Exclude<Needs, number>, (held: readonly Held[]) => boolean> = {
  site: (held) => held.includes('site'),
  column: (held) => held.includes('column'),
  code: (held) => held.includes('code'),
  super: () => false,
  'own sites': () => true,
  'own columns': (held) => held.includes('site'),
  nothing: () => true,
}
/** Does a list hold what was made for the question? */
const SHOWS: Partial<Record<Needs, Held>> = { 'own sites': 'site', 'own columns': 'column' }

/** @param isOfSite does the call need a site besides a permission id? */
function isLetIn(name: ApiName, needs: Needs, asker: Asker, isOfSite: boolean): boolean {
  const { access }: ApiOperation = operations[name]
  if (asker === 'no session') return false
  if (access.kind !== 'session' && asker === 'no role') return false
  // Whoever has a role has 我的, and what stands below it.
  if (access.kind === 'menu' && asker === 'no menu' && !access.menus.some(alwaysGranted)) return false
  if (typeof needs !== 'number') return LETS_IN[needs](HOLDS[asker])
  return HOLDS[asker].includes('buttons') || (asker === 'wrong site' && !isOfSite)
}

describe('the matrix of permissions', () => {
  it('has a line for every call that needs a session', () => {
    expect(guarded.filter((name) => !ROWS[name] && !ELSEWHERE[name])).toEqual([])
    expect(Object.keys(ELSEWHERE).filter((name) => name in ROWS)).toEqual([])
  })
  it('says itself only what the contract does not declare', () => {
    const world = { siteId: 1, columnId: 2, siblingId: 3, templateId: 4, made: 5, code: 'c1', mark: 'm1' }
    const twice = asked.filter(([name, { needs, input }]) => needs === needsOf(operations[name], input(world)))
    expect(twice.filter(([, { needs }]) => needs !== 'nothing').map(([name]) => name)).toEqual([])
  })
})

/** What the test writes between two calls, by granting and signing in. */
const OWN: ReadonlySet<string> = new Set(['role', 'role_grant', 'account', 'sign_in_log'])
const ownRows = (server: TestServer) => hashTables(server, (table) => OWN.has(table))
const otherRows = (server: TestServer) => hashTables(server, (table) => !OWN.has(table))

/** Each question adds a site, and every look at the database reads them all: a server bears so many of them. */
const QUESTIONS = 50

onBothDatabases('who may call', (_server, start) => {
  let current: TestServer
  let others: World | null = null
  let unchanged: World | null = null
  let left = 0
  beforeEach(async () => {
    if (left === 0) [current, others, unchanged, left] = [await start({ isClockStill: true }), null, null, QUESTIONS]
    left -= 1
  })
  const server = (): TestServer => current
  /** What is only read, or refused, serves the next question too. */
  const worldFor = async (row: Row, staysAsItIs: boolean): Promise<World & { made: number }> => {
    const admin = await server().as('admin')
    if (staysAsItIs && !row.before) return { ...(unchanged ??= await buildWorld(server(), admin)), made: Number.NaN }
    const world = await buildWorld(server(), admin)
    return { ...world, made: Number(await row.before?.({ admin, server: server(), world })) }
  }

  it.each(askedNow)('%s: by session, role, menu, site, column and code [A-012]', async (name, row) => {
    const writes = operations[name].effect === 'write'
    let world = await worldFor(row, !writes)
    const needs = row.needs === 'declared' ? needsOf(operations[name], row.input(world)) : row.needs
    const code = typeof needs === 'number' ? needs : null
    const codes = [code, ...(row.besides?.codes ?? [])]
    const isOfSite = row.besides?.site ?? placesNeed(operations[name], row.input(world)) !== 'nothing'
    /** Before the askers that were refused since; what the test itself grants is looked at call by call. */
    let before: Record<string, string> | null = null
    const nothingChanged = async (): Promise<void> => {
      if (before) expect(await otherRows(server()), 'no refused call changed anything').toEqual(before)
      before = null
    }
    const asking = ASKERS.flatMap((asker) => (asker === 'no code' ? codes : [code]).map((held) => ({ asker, held })))
    for (const { asker, held } of asking) {
      if (asker === 'no code' && needs !== 'code' && !code) continue
      const isIn = isLetIn(name, needs, asker, isOfSite)
      if (isIn) await nothingChanged()
      const client = await askerOf(server(), asker, world, held)
      const own = writes && !isIn && (await ownRows(server()))
      if (writes && !isIn) before ??= await waitForJobs(server()).then(() => otherRows(server()))
      const answer = await client.call(name, row.input(world))
      const said = `${asker}: ${answer.status} ${answer.msg}`
      if (isIn && code) expect([401, 403], said).not.toContain(answer.status)
      else if (isIn) expect(answer.status, said).toBe(200)
      else {
        expect(answer.status, said).toBe(asker === 'no session' ? 401 : 403)
        expect(answer.msg).toMatch(/\p{Script=Han}/u)
        expect(writes && (await ownRows(server())), `${said}, and no account or right changed`).toEqual(own)
        // Whoever has the column and lacks a code is told in which column.
        if (asker !== 'no code') expect(JSON.stringify(answer), said).not.toContain(world.mark)
      }
      const shown = SHOWS[needs]
      if (shown && answer.status === 200)
        expect(JSON.stringify(answer.data).includes(world.mark), said).toBe(HOLDS[asker].includes(shown))
      if (answer.status === 200 && writes) world = await worldFor(row, false)
    }
    await nothingChanged()
  })

  const placed = askedNow.filter(([name]) => accessTargets(operations[name].access).length > 0)
  it.each(placed)('%s: refuses the ids of others wherever its input names them [A-012]', async (name, row) => {
    const theirs = (others ??= await buildWorld(server(), await server().as('admin')))
    const own = await worldFor(row, true)
    const client = await askerOf(server(), 'right', own)
    await waitForJobs(server())
    const before = await hashTables(server())
    for (const { of, path } of accessTargets(operations[name].access)) {
      const input = withIdAt(row.input(own), path, of === 'site' ? theirs.siteId : theirs.columnId)
      const answer = await client.call(name, input)
      expect(answer.status, `${path}: ${answer.msg}`).toBe(403)
      expect(answer.msg, path).toMatch(/您没有/)
      expect(JSON.stringify(answer), path).not.toContain(theirs.mark)
    }
    expect(await hashTables(server()), 'nothing changed').toEqual(before)
  })
})
