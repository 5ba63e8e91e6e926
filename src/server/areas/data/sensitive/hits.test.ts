import { beforeEach, expect, it } from 'vitest'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'
import { findHits } from './index.ts'

const field = (text: string, html?: boolean) => ({
  fieldName: 'body',
  fieldAlias: '正文',
  text,
  ...(html !== undefined && { html }),
})

onBothDatabases('sensitive words in content', (server) => {
  beforeEach(() => server().deps.db.deleteFrom('sensitive_word').execute())

  it('are reported with field, count, replacement and context', async () => {
    const admin = await server().as('admin')
    await admin.ok('sensitive.save', { sensitiveWord: '坏词', propWord: '好词' })
    await admin.ok('sensitive.save', { sensitiveWord: 'spam' })
    const hits = await findHits(server().deps.db, [
      { fieldName: 'title', fieldAlias: '标题', text: '没有' },
      field(`<p>${'前'.repeat(30)}<b>坏</b>词，SPAM。</p><p>又是坏词</p>`),
    ])
    expect(hits).toEqual([
      {
        fieldName: 'body',
        fieldAlias: '正文',
        word: '坏词',
        propWord: '好词',
        times: 2,
        excerpt: `…${'前'.repeat(20)}坏词，SPAM。 又是坏词`,
        found: '坏词',
        places: [
          { start: 36, end: 42 },
          { start: 57, end: 59 },
        ],
      },
      expect.objectContaining({ word: 'spam', propWord: '', times: 1, excerpt: expect.stringContaining('SPAM') }),
    ])
  })
  it('are looked for in the texts of HTML, and in all of a plain text', async () => {
    const { db } = server().deps
    await (await server().as('admin')).ok('sensitive.save', { sensitiveWord: 'ad' })
    const times = async (text: string, html?: boolean) => (await findHits(db, [field(text, html)]))[0]?.times ?? 0
    expect(await times('<img src="/ad/ad.png">')).toBe(0)
    expect(await times('<img src="/ad/ad.png">', false)).toBe(2)
    expect(await times('1 < 2 ad')).toBe(1)
    expect(await times('')).toBe(0)
  })
  it('are reported as written and with their position, even if disguised, also in alt and title', async () => {
    const { db } = server().deps
    await (await server().as('admin')).ok('sensitive.save', { sensitiveWord: '坏词', propWord: '好词' })
    const html = '<p>坏<br>&#8203;词</p><img alt="一张坏.词" src="/坏词.png" title="坏词">'
    const [hit, ...others] = await findHits(db, [field(html, true)])
    expect(others).toEqual([])
    expect(hit).toMatchObject({ word: '坏词', times: 3, found: '坏 \u200b词' })
    expect(hit?.places?.map(({ start, end }) => html.slice(start, end))).toEqual(['坏<br>&#8203;词', '坏.词', '坏词'])
    const [inText] = await findHits(db, [field('一个坏　词', false)])
    expect(inText).toMatchObject({ excerpt: '一个坏 词', found: '坏 词', places: [{ start: 2, end: 5 }] })
  })
  it('are those that the database holds at the moment', async () => {
    const [admin, { db }] = [await server().as('admin'), server().deps]
    const words = async () => (await findHits(db, [field('甲乙丙')])).map(({ word }) => word)
    expect(await words()).toEqual([])
    const first = await admin.ok('sensitive.save', { sensitiveWord: '甲' })
    expect(await words()).toEqual(['甲'])
    const second = await admin.ok('sensitive.save', { ...first, sensitiveWord: '乙' })
    expect(await words()).toEqual(['乙'])
    await admin.ok('sensitive.deleteByIdList', [second.id])
    expect(await words()).toEqual([])
    await admin.ok('sensitive.save', { sensitiveWord: '丙' })
    expect(await words()).toEqual(['丙'])
    // In a transaction they are the same.
    expect(await db.transaction().execute((trx) => findHits(trx, [field('丙')]))).toHaveLength(1)
  })
})
