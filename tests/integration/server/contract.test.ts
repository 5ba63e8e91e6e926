import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { ApiOperation } from '#shared/contract/define.ts'
import { type ApiName, apiNames, operations } from '#shared/contract/registry.ts'
import { canSeeMenu } from '#shared/domain/permissions.ts'
import { assertComplete } from '#server/http/bind.ts'
import { resources } from '#server/areas/index.ts'
import { type Refusal, TestClient } from './harness/client.ts'
import type { TestServer } from './harness/server.ts'
import { onBothDatabases } from './harness/onBothDatabases.ts'

const all = apiNames.map((name): [ApiName, ApiOperation] => [name, operations[name]])
const guarded = all.filter(([, op]) => op.access.kind !== 'open')
const byMenu = all.filter(([, op]) => op.access.kind === 'menu')
/** Multipart calls read their own input; they are tested with the uploads. */
const parsed = all.filter(([, op]) => !op.raw && !isBare(op))

/** Nothing in it to be wrong. */
function isBare(op: ApiOperation): boolean {
  return op.input instanceof z.ZodObject && Object.keys(op.input.shape).length === 0
}

/** An input whose every field has a type that it can't have. */
function wrongInput(op: ApiOperation): unknown {
  const schema = z.toJSONSchema(op.input, { io: 'input' })
  if (schema.type === 'array') return [{ id: 'no number' }]
  return Object.fromEntries(Object.keys(schema.properties ?? {}).map((field) => [field, { no: 'text' }]))
}

const clients = new Map<string, Promise<TestClient>>()
/** The same client for all tests of a server: a sign-in costs more than the call. */
function once({ url }: TestServer, name: string, make: () => Promise<TestClient>): Promise<TestClient> {
  const key = `${url} ${name}`
  const made = clients.get(key) ?? make()
  clients.set(key, made)
  return made
}

describe('the list of resources', () => {
  it('serves each operation of the contract exactly once', () => {
    expect(() => assertComplete(resources)).not.toThrow()
  })
  it('stops the start when one is missing or served twice', () => {
    expect(() => assertComplete(resources.slice(1))).toThrow(/system\.health/)
    expect(() => assertComplete([...resources, ...resources])).toThrow(/column\.getTree/)
  })
})

it('resources, dictionaries, labels and net values are changed by those who have their menus [B-309]', () => {
  const gated = byMenu.map(([name]) => name)
  const changing = apiNames.filter(
    (name) => /^(dictionary|classify|label|labelCategory|netWorth)\./.test(name) && operations[name].effect === 'write',
  )
  expect(changing.length).toBeGreaterThan(10)
  expect(gated).toEqual(expect.arrayContaining([...changing, 'attachment.remove']))
})

onBothDatabases('every operation', (server) => {
  it.each(guarded)('%s: 401 without a session, with a made-up one and with an expired one', async (name, op) => {
    const expired = await once(server(), 'an expired session', async () => {
      const client = await server().as('admin')
      await server().deps.db.deleteFrom('session').execute()
      return client
    })
    for (const client of [server().nobody, new TestClient(server().url, 'made-up'), expired])
      expect(await client.call(name, wrongInput(op))).toMatchObject({
        status: 401,
        code: 401,
        msg: '登录超时，请重新登录！',
        data: null,
      })
  })
  it.each(byMenu)('%s: 403 for an account whose role lacks its menus', async (name, op) => {
    for (const username of ['guest', 'editor'] as const) {
      const client = await once(server(), username, () => server().as(username))
      const who = await client.ok('account.current', {})
      const granted = op.access.kind === 'menu' && op.access.menus.some((menu) => canSeeMenu(who, menu))
      if (username === 'guest') expect(granted).toBe(false)
      if (granted) continue
      const answer = await client.call(name, wrongInput(op))
      expect(answer, username).toMatchObject({ status: 403, code: 403, msg: `您没有“${op.title}”的权限`, data: null })
    }
  })
  it.each(parsed)('%s: 400 for a wrong input, naming each broken rule in Chinese', async (name, op) => {
    const client = await once(server(), 'admin', () => server().as('admin'))
    const answer = await client.call(name, wrongInput(op))
    const { issues = [] } = answer.data as Refusal
    expect(answer, JSON.stringify(answer)).toMatchObject({ status: 400, code: 400 })
    expect(issues.length).toBeGreaterThan(0)
    expect(answer.msg).toBe(issues[0]?.message)
    for (const { message } of issues) expect(message).toMatch(/\p{Script=Han}/u)
  })
})
