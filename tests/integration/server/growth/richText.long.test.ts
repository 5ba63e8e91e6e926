import { beforeAll, expect, it } from 'vitest'
import { ARTICLE, emptyColumn, pairs } from '#tests/builders/content.ts'
import type { TestClient } from '../harness/client.ts'
import { onBothDatabases } from '../harness/onBothDatabases.ts'
import { grows } from './grows.ts'

const MB = 1024 * 1024
/** The longer one of the two, in characters. */
const LENGTH = 2 * MB
/** Pieces of rich text: what begins and does not end, what is escaped, what nests, what is read as a word. */
const PIECES = [
  '字',
  ' ',
  '\u200b',
  '<',
  '&',
  '&lt;',
  '<!--',
  '<p>',
  '</p>',
  '<p>海洋</p>',
  '<b>',
  '<br>',
  '<td>',
  '<table><tr><td>',
  '<a href="',
  '<img src=a>',
  '<p style="color:red;',
  '<svg>',
  '海洋科技周的消息，',
  's.p.a.m ',
] as const

onBothDatabases('a rich text twice as long', (server) => {
  let admin: TestClient
  let classId = 0
  beforeAll(async () => {
    admin = await server().as('admin')
    classId = (await emptyColumn(admin)).id
    for (const sensitiveWord of ['spam', '海洋垃圾', '字字']) await admin.ok('sensitive.save', { sensitiveWord })
  })

  it.each(PIECES)(
    'of %j takes at most three times as long to save',
    async (piece) => {
      const times = Math.floor(LENGTH / piece.length)
      const save = async (share: number) => {
        const fieldList = pairs({ ...ARTICLE, content: piece.repeat(Math.floor(times * share)) })
        const { code } = await admin.call('content.save', { classId, isStatus: false, fieldList })
        expect([200, 400, 413]).toContain(code)
      }
      expect(await grows(save)).toBeLessThanOrEqual(3)
    },
    300_000,
  )
})
