import { afterAll, beforeEach, expect, it } from 'vitest'
import { type ApiName, apiNames, operations } from '#shared/contract/registry.ts'
import { PERMISSION } from '#shared/domain/permissions.ts'
import { promotionCode } from '#shared/domain/promotions.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'
import { needsOf, type Row } from './row.ts'
import { ROWS } from './rows.ts'
import { askerWithCodes, buildWorld, type World } from './world.ts'

type Place = 'columnId' | 'siblingId'
type Made = World & { made: number }
const ANY_WORLD: Made = { siteId: 1, columnId: 2, siblingId: 3, templateId: 4, made: 5, code: 'c1', mark: 'm1' }

const row = (name: ApiName): Row => {
  const found = ROWS[name]
  if (!found) throw new Error(`${name} has no row`)
  return found
}
/** The same call, asked for something else or in another state. */
const also = (title: string, name: ApiName, more: (world: Made) => object, before = row(name).before): Question => [
  `${name}, ${title}`,
  name,
  {
    ...row(name),
    input: (world) => ({ ...(row(name).input(world) as object), ...more(world) }),
    ...(before && { before }),
  },
]

type Question = [title: string, name: ApiName, row: Row]
const published = row('content.unpublish').before
const QUESTIONS: Question[] = [
  ...apiNames.flatMap((name): Question[] => {
    const found = ROWS[name]
    if (!found || operations[name].effect !== 'write') return []
    const needs = found.needs === 'declared' ? needsOf(operations[name], found.input(ANY_WORLD)) : found.needs
    return needs === 'code' ? [[name, name, found]] : []
  }),
  also('a new entry', 'content.save', () => ({ id: 0 })),
  also('a new published entry', 'content.save', () => ({ id: 0, isStatus: true })),
  also('a published entry', 'content.save', () => ({ isStatus: true }), published),
  also('a new entry', 'content.preview', () => ({ id: 0 })),
  also('moved', 'content.copy', () => ({ isCut: true })),
  also('a published entry', 'content.reject', () => ({}), published),
  also('to hide', 'contentSchedule.plan', () => ({ action: 'unpublish' }), published),
]

const CODES = [PERMISSION.add, PERMISSION.edit, PERMISSION.remove, PERMISSION.publish, promotionCode('indexTop')]

const servers: TestServer[] = []
afterAll(async () => {
  for (const server of servers) await server.close()
})
/** The worlds of earlier questions make the later ones slow. */
const PER_SERVER = 10
let left = 0
beforeEach(async () => {
  if (left === 0) {
    servers.unshift(await startTestServer({ isClockStill: true }))
    left = PER_SERVER
  }
  left -= 1
})

/**
 * Contracts of contents declare alternatives (add or edit), of which the handler chooses by the entry. The snapshot says for
 * each column which permission ids the call needs, and which are enough alone. After a wanted change: npm run test:unit --
 * tests/integration/server/access/codes.long.test.ts -u
 */
it.each(QUESTIONS)('%s', async (_title, name, asked) => {
  const [server] = servers
  if (!server) throw new Error('no server was started')
  const worldFor = async (): Promise<Made> => {
    const admin = await server.as('admin')
    const world = await buildWorld(server, admin)
    return { ...world, made: Number(await asked.before?.({ admin, server, world })) }
  }
  let world = await worldFor()
  const isRefused = async (place: Place, hasCode: (code: number) => boolean): Promise<boolean> => {
    const client = await askerWithCodes(server, world, { columnId: world[place], hasCode })
    const { status, msg } = await client.call(name, asked.input(world))
    expect([200, 403], msg).toContain(status)
    if (status === 200) world = await worldFor()
    return status === 403
  }
  const found: string[] = []
  for (const place of ['columnId', 'siblingId'] as const) {
    if (!(await isRefused(place, () => false))) continue
    const [needed, enough]: [number[], number[]] = [[], []]
    for (const code of CODES) {
      if (await isRefused(place, (each) => each !== code)) needed.push(code)
      if (!(await isRefused(place, (each) => each === code))) enough.push(code)
    }
    found.push(`${place} needs ${needed.join(' and ') || 'no one'}; enough alone: ${enough.join(' or ') || 'none'}`)
  }
  expect(found.join(', ')).toMatchSnapshot()
})
