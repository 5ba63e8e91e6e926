import { z } from 'zod'
import { beforeAll, describe, expect, it } from 'vitest'
import { type ApiOperation, bodyLimit } from '#shared/contract/define.ts'
import { type ApiName, apiNames, operations } from '#shared/contract/registry.ts'
import { ROWS } from '../access/rows.ts'
import { buildWorld } from '../access/world.ts'
import type { TestClient } from '../harness/client.ts'
import { onBothDatabases } from '../harness/onBothDatabases.ts'
import { grows } from './grows.ts'
import { textPlaces, withText } from './textPlaces.ts'

/** Pieces that have made parsers slow: what begins and does not end, what is escaped, what is split at. */
const PIECES = ['字', ' ', '<', '&', '<!--', '<a href="', '%', ',', '[', '\u200b', 'a\n', '1'] as const
/** A larger body shows nothing that this one doesn't. */
const MOST_BYTES = 512 * 1024
/** Waits for a change on purpose, up to 25 seconds. */
const WAITS: ReadonlySet<ApiName> = new Set(['templateSync.wait'])

const asked = apiNames.filter((name) => {
  const op: ApiOperation = operations[name]
  return !op.raw && !WAITS.has(name) && textPlaces(z.toJSONSchema(op.input, { io: 'input' })).length > 0
})

describe('the contract', () => {
  it('names texts in most of its calls', () => {
    expect(asked.length).toBeGreaterThan(60)
    expect(tried.length).toBeGreaterThanOrEqual(SAMPLE.size)
  })
})

/** `npm test` asks these of each kind (search, rows, a long text); `npm run test:all` asks every call. */
const SAMPLE: ReadonlySet<ApiName> = new Set(['content.save', 'label.page', 'dictionary.save'])
const tried = process.env.SITECRAFT_TESTS === 'main' ? asked.filter((name) => SAMPLE.has(name)) : asked

onBothDatabases('a text twice as long', (server) => {
  let admin: TestClient
  beforeAll(async () => {
    admin = await server().as('admin')
  })

  it.each(tried)(
    '%s: takes at most three times as long, in each of its fields',
    async (name) => {
      const op: ApiOperation = operations[name]
      const world = await buildWorld(server(), admin)
      const made = Number(await ROWS[name]?.before?.({ admin, server: server(), world }))
      const base = ROWS[name]?.input({ ...world, made }) ?? {}
      const places = textPlaces(z.toJSONSchema(op.input, { io: 'input' }))
      const bytes = Math.min(MOST_BYTES, bodyLimit(op) - 4096)
      for (const place of places) {
        for (const piece of PIECES) {
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
})
