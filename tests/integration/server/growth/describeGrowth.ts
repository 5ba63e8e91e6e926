import { z } from 'zod'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ApiOperation, bodyLimit } from '#shared/contract/define.ts'
import { type ApiName, apiNames, operations } from '#shared/contract/registry.ts'
import { ROWS } from '../access/rows.ts'
import { buildWorld } from '../access/world.ts'
import type { TestClient } from '../harness/client.ts'
import { onBothDatabases } from '../harness/onBothDatabases.ts'
import { startTestServer, type TestServer } from '../harness/server.ts'
import { grows } from './grows.ts'
import { textPaths, withText } from './textPaths.ts'

/** Pieces that have made parsers slow: what begins and does not end, what is escaped, what is split at. */
const PIECES = ['字', ' ', '<', '&', '<!--', '<a href="', '%', ',', '[', '\u200b', 'a\n', '1'] as const
/** Each field gets a sixth of them, the next field the next ones: all of them take an hour, which SITECRAFT_GROWTH=all gives. */
const piecesFor = (at: number): readonly string[] =>
  PIECES.filter((_piece, piece) => process.env.SITECRAFT_GROWTH === 'all' || piece % 6 === at % 6)
/** A larger body shows nothing that this one doesn't. */
const MAX_BYTES = 512 * 1024
/** Waits for a change on purpose, up to 25 seconds. */
const WAITS: ReadonlySet<ApiName> = new Set(['templateSync.wait'])

const placesOf = (name: ApiName) => textPaths(z.toJSONSchema(operations[name].input, { io: 'input' }))

export const asked = apiNames.filter((name) => {
  const op: ApiOperation = operations[name]
  return !op.raw && !WAITS.has(name) && placesOf(name).length > 0
})

/** `npm test` asks these of each kind (search, rows, a long text); `npm run test:all` asks every call. */
export const SAMPLE: ReadonlySet<ApiName> = new Set(['content.save', 'label.page', 'dictionary.save'])
/** Files that the calls are tried in: by turns, so that they run beside each other and in several shards. */
const FILES = 4

function testGrowth(names: readonly ApiName[], server: () => TestServer): void {
  let admin: TestClient
  beforeAll(async () => {
    admin = await server().as('admin')
  })

  it.each(names)(
    '%s: takes at most three times as long, in each of its fields',
    async (name) => {
      const op: ApiOperation = operations[name]
      const world = await buildWorld(server(), admin)
      const made = Number(await ROWS[name]?.before?.({ admin, server: server(), world }))
      const base = ROWS[name]?.input({ ...world, made }) ?? {}
      const bytes = Math.min(MAX_BYTES, bodyLimit(op) - 4096)
      for (const [at, place] of placesOf(name).entries()) {
        for (const piece of piecesFor(at + apiNames.indexOf(name))) {
          // What is escaped takes two bytes, a Chinese character three.
          const times = Math.floor(bytes / Buffer.byteLength(JSON.stringify(piece).slice(1, -1)))
          const call = (count: number) => admin.call(name, withText(base, place, piece.repeat(count)))
          await expect(
            grows((size) => call(Math.floor(times * size))),
            `${place.join('.')} of ${JSON.stringify(piece)}`,
          ).resolves.toBeLessThanOrEqual(3)
        }
      }
    },
    180_000,
  )
}

/**
 * Tests that the calls' processor time grows with their texts, not faster.
 * @param file which part of the calls, from 0
 */
export function describeGrowth(file: number): void {
  const isMain = process.env.SITECRAFT_TESTS === 'main'
  const tried = asked.filter((name, at) => (isMain ? SAMPLE.has(name) : at % FILES === file))
  /** What is searched for becomes part of a statement: on PostgreSQL these alone can take another time. */
  const searches = tried.filter((name) => placesOf(name).some(([first]) => first === 'key'))
  const others = tried.filter((name) => !searches.includes(name))

  onBothDatabases('a search text twice as long', (server) => testGrowth(searches, server))

  describe('a text twice as long', () => {
    let server: TestServer | undefined
    beforeAll(async () => {
      server = await startTestServer()
    })
    afterAll(() => server?.close())

    testGrowth(others, () => {
      if (!server) throw new Error('the server has not started')
      return server
    })
  })
}
