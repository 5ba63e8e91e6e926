import { expect, it } from 'vitest'
import { grantExactly } from '#tests/builders/column.ts'
import { emptyColumn, saveArticle } from '#tests/builders/content.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'

onBothDatabases('restoring what has sensitive words', (server) => {
  const start = async () => {
    const admin = await server().as('admin')
    const { id: classId, siteId } = await emptyColumn(admin)
    const binned = async (title: string, isStatus: boolean) => {
      const { id } = await saveArticle(admin, classId, { title }, { isStatus })
      await admin.ok('content.deleteByIdList', { classId, idList: [{ id }] })
      return id
    }
    /** Added once the entries are in the bin. Each test has its own: they are all of one server. */
    const forbid = (sensitiveWord: string) => admin.ok('sensitive.save', { sensitiveWord, propWord: '少见' })
    const inBin = async () => (await admin.ok('content.recyclePage', { classId })).totalElements
    const stale = () =>
      server().deps.db.selectFrom('stale_page').select('contentId').where('classId', '=', classId).execute()
    return { admin, classId, siteId, binned, forbid, inBin, stale }
  }

  it('asks before sensitive words become public again, and restores nothing until then', async () => {
    const { admin, classId, binned, forbid, inBin, stale } = await start()
    const id = await binned('旧绝版词新闻', true)
    await forbid('绝版词')
    await server().deps.db.deleteFrom('stale_page').where('classId', '=', classId).execute()
    const rows = { classId, idList: [{ id }] }
    const refused = await admin.call('content.restore', rows)
    expect(refused).toMatchObject({
      status: 409,
      msg: '内容“旧绝版词新闻”含有敏感词“绝版词”，还原后会重新公开，请确认后再还原',
    })
    const { facts } = refused.data as unknown as { facts: { hits: unknown } }
    expect(facts.hits).toEqual([
      {
        fieldName: 'title',
        fieldAlias: '标题',
        word: '绝版词',
        propWord: '少见',
        times: 1,
        excerpt: '旧绝版词新闻',
        found: '绝版词',
        places: [{ start: 1, end: 4 }],
      },
    ])
    expect([await inBin(), await stale()]).toEqual([1, []])
    expect(await admin.call('content.restore', { ...rows, acceptSensitive: true })).toMatchObject({ msg: '还原成功' })
    expect(await admin.ok('content.findById', { classId, id })).toMatchObject({ isStatus: true })
    expect([await inBin(), await stale()]).toEqual([0, [{ contentId: id }]])
  })

  it('asks once for many, of the published ones alone, and restores all or none', async () => {
    const { admin, classId, binned, forbid, inBin } = await start()
    const ids = [
      await binned('甲', true),
      await binned('乙孤品词', true),
      await binned('丙孤品词', false),
      await binned('丁孤品词', true),
    ]
    await forbid('孤品词')
    const refused = await admin.call('content.restore', { classId, idList: ids })
    expect(refused).toMatchObject({ status: 409, msg: expect.stringContaining('2 条内容含有敏感词“孤品词”') })
    const { facts } = refused.data as unknown as { facts: { hits: unknown } }
    expect(facts.hits).toMatchObject([{ entry: '内容“乙孤品词”' }, { entry: '内容“丁孤品词”' }])
    expect(await inBin()).toBe(4)
    await admin.ok('content.restore', { classId, idList: ids, acceptSensitive: true })
    expect(await inBin()).toBe(0)
    const back = await admin.ok('content.listByIds', { classId, idList: ids })
    expect(back.map(({ isStatus }) => isStatus)).toEqual([true, true, false, true])
  })

  it('asks nothing for drafts, nor of who gets drafts back', async () => {
    const { admin, classId, siteId, binned, forbid } = await start()
    const [draft, published] = [await binned('草稿珍本词', false), await binned('公开珍本词', true)]
    await forbid('珍本词')
    await admin.ok('content.restore', { classId, idList: [draft] })
    await grantExactly(server().deps.db, 'editor', [{ siteId, menuId: classId, settings: [1101, 1102] }])
    const editor = await server().as('editor')
    await editor.ok('content.restore', { classId, idList: [published] })
    expect(await admin.ok('content.findById', { classId, id: published })).toMatchObject({ isStatus: false })
  })
})
