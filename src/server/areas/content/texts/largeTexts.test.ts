import { expect, it } from 'vitest'
import type { MenuField } from '#shared/contract/column.ts'
import { ARTICLE, emptyColumn, pairs, saveArticle } from '#tests/builders/content.ts'
import { aField } from '#tests/builders/field.ts'
import { meanwhile } from '#tests/builders/meanwhile.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'
import { MAX_IN_LINE_CHARS, findLarge, processLarge } from './largeTexts.ts'

/** A second of cleaning, of which little is left. */
const HEAVY = `${'<form></form>'.repeat(95_000)}底`
/** More elements than a person reads: its field is named. */
const TOO_MUCH = '<p>段</p>'.repeat(200_000)
/** Threads start slowly on a busy machine. */
const SLOW = { timeout: 90_000 }
const LONG = `<p>${'海洋科技周的消息，'.repeat(MAX_IN_LINE_CHARS / 4)}</p>`
const FIELDS: MenuField[] = [aField('content', { fieldType: 'Editor', fieldAlias: '正文' })]
const going = new AbortController().signal
const sent = (html: string) => findLarge(FIELDS, pairs({ content: html }))

it('cleans large texts in another thread, without blocking the caller', SLOW, async () => {
  let [turns, isDone] = [0, false]
  const work = processLarge(sent(HEAVY), [], going).finally(() => (isDone = true))
  while (!isDone) {
    await new Promise(setImmediate)
    turns += 1
  }
  expect((await work).findBySent('content', HEAVY)?.clean).toContain('底')
  expect(turns).toBeGreaterThan(20)
})

it('leaves small texts where they are, and ends with its caller', SLOW, async () => {
  expect(sent('<p>字</p>')).toEqual([])
  const caller = new AbortController()
  const work = processLarge(sent(HEAVY), [], caller.signal)
  caller.abort()
  await expect(work).rejects.toMatchObject({ code: 'cancelled' })
})

onBothDatabases('an entry with large texts', (server) => {
  it('is kept, found and searched for sensitive words as one with small ones', SLOW, async () => {
    const admin = await server().as('admin')
    await admin.ok('sensitive.save', { sensitiveWord: '坏词甲', propWord: '' })
    const { id: classId } = await emptyColumn(admin)
    const ends = '<p onclick="x()">独角兽 坏<b>词</b>甲</p><script>alert(1)</script>'
    const form = { classId, isStatus: true, fieldList: pairs({ ...ARTICLE, content: LONG + ends }) }
    const refused = await admin.call('content.save', form)
    expect(refused).toMatchObject({ code: 409, msg: expect.stringContaining('“坏词甲”') })
    const { id, sensitive } = await admin.ok('content.save', { ...form, acceptSensitive: true })
    expect(sensitive).toMatchObject([{ fieldName: 'content', word: '坏词甲', times: 1 }])
    const entry = await admin.ok('content.findById', { classId, id })
    expect(JSON.stringify(entry)).toContain('<p>独角兽 坏<strong>词</strong>甲</p>')
    expect(JSON.stringify(entry)).not.toMatch(/onclick|script/)
    const key = { classId, searchFieldList: [{ fieldName: 'content', fieldValue: '独角兽' }] }
    expect((await admin.ok('content.page', key)).content.map((each) => each.id)).toContain(id)
    const restored = await admin.ok('content.revisions', { classId, id })
    const [{ id: revisionId } = { id: 0 }] = restored.content
    expect(await admin.ok('content.restoreRevision', { classId, id, revisionId, acceptSensitive: true })).toMatchObject(
      {
        id,
      },
    )
  })

  it('is refused by its field when a text is too much, and stays as it was', SLOW, async () => {
    const admin = await server().as('admin')
    const { id: classId } = await emptyColumn(admin)
    const { id, version } = await saveArticle(admin, classId)
    const fieldList = pairs({ content: TOO_MUCH })
    const answer = await admin.call('content.save', { classId, id, version, isStatus: true, fieldList })
    expect(answer).toMatchObject({ code: 400, msg: expect.stringMatching(/过于复杂（元素和符号过多）/) })
    const preview = await admin.call('content.preview', { classId, fieldList })
    expect(preview).toMatchObject({ code: 400, msg: expect.stringMatching(/过于复杂/) })
    expect(JSON.stringify(await admin.ok('content.findById', { classId, id }))).toContain(ARTICLE.content)
  })

  it('does not keep others waiting while it is saved or previewed', SLOW, async () => {
    const admin = await server().as('admin')
    const { id: classId } = await emptyColumn(admin)
    const fieldList = pairs({ ...ARTICLE, content: HEAVY })
    const saved = await meanwhile(admin, () => admin.call('content.save', { classId, isStatus: false, fieldList }))
    expect(saved.answer.code).toBe(200)
    expect(saved.longest / saved.took).toBeLessThan(0.5)
    const seen = await meanwhile(admin, () => admin.call('content.preview', { classId, fieldList }))
    expect(seen.answer.code).toBe(200)
    expect(seen.longest / seen.took).toBeLessThan(0.5)
  })
})
