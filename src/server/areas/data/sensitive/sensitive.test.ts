import { beforeEach, expect, it } from 'vitest'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'

onBothDatabases('sensitive words', (server) => {
  beforeEach(() => server().deps.db.deleteFrom('sensitive_word').execute())

  it('come in pages, the newest on top, and are searched by either word [B-166] [B-376]', async () => {
    const admin = await server().as('admin')
    for (const [sensitiveWord, propWord] of [
      ['坏词', '好词'],
      ['100%有效', ''],
      ['Spam', '垃圾邮件'],
    ] as const)
      await admin.ok('sensitive.save', { sensitiveWord, propWord })
    const page = async (input: object) => {
      const { content, totalElements } = await admin.ok('sensitive.page', input)
      return [totalElements, ...content.map((each) => each.sensitiveWord)]
    }
    expect(await page({ page: 1, size: 2 })).toEqual([3, 'Spam', '100%有效'])
    expect(await page({ page: 2, size: 2 })).toEqual([3, '坏词'])
    expect(await page({ key: '好' })).toEqual([1, '坏词'])
    expect(await page({ key: 'SPAM' })).toEqual([1, 'Spam'])
    expect(await page({ key: '%' })).toEqual([1, '100%有效'])
  })
  it('are added, changed by whoever saw the last version, and deleted [B-377] [B-378] [B-381]', async () => {
    const admin = await server().as('admin')
    const made = await admin.ok('sensitive.save', { sensitiveWord: ' 坏词 ', propWord: ' 好词 ' })
    expect(made).toMatchObject({ sensitiveWord: '坏词', propWord: '好词', version: 1, changedBy: 'admin' })
    const changed = await admin.ok('sensitive.save', { ...made, propWord: '' })
    expect(changed).toMatchObject({ id: made.id, propWord: '', version: 2 })
    expect(await admin.call('sensitive.save', { ...made, propWord: '旧' })).toMatchObject({
      status: 409,
      data: { facts: { version: 2, changedBy: 'admin' } },
    })
    expect(await admin.ok('sensitive.findById', { id: made.id })).toEqual(changed)
    const other = await admin.ok('sensitive.save', { sensitiveWord: '另一个' })
    expect(await admin.call('sensitive.deleteByIdList', [other.id, 9001])).toMatchObject({
      status: 404,
      msg: '敏感词（编号 9001）不存在，请刷新后重新选择',
      data: { facts: { kind: 'missing', missing: [9001] } },
    })
    expect(await admin.call('sensitive.deleteByIdList', [{ id: made.id }, { id: other.id }])).toMatchObject({
      msg: '删除成功',
    })
    expect((await admin.ok('sensitive.page', {})).totalElements).toBe(0)
    expect((await admin.call('sensitive.findById', { id: made.id })).status).toBe(404)
  })
  it('name the invalid values, and are there once', async () => {
    const admin = await server().as('admin')
    const said = async (form: object) => (await admin.call('sensitive.save', { sensitiveWord: '甲', ...form })).msg
    expect(await said({ sensitiveWord: '  ' })).toBe('请输入敏感词')
    expect(await said({ sensitiveWord: '长'.repeat(101) })).toBe('敏感词不能超过 100 个字')
    expect(await said({ propWord: '长'.repeat(101) })).toBe('替换词不能超过 100 个字')
    expect(await said({ propWord: '一\n二' })).toContain('替换词含有换行')
    expect(await said({ id: 9001 })).toBe('敏感词不存在，可能已被删除，请刷新')
    const gone = await admin.call('sensitive.save', { id: 9001, sensitiveWord: '不在了' })
    expect(gone.data, 'by which the form offers to keep what was typed').toEqual({
      facts: { kind: 'missing', missing: [9001] },
    })
    const spam = await admin.ok('sensitive.save', { sensitiveWord: 'Spam' })
    expect(await admin.call('sensitive.save', { sensitiveWord: 'SPAM' })).toMatchObject({
      status: 409,
      msg: '敏感词“Spam”已存在，请换一个或编辑已有的敏感词',
    })
    // Its own word in other letters is no second one.
    expect(await admin.ok('sensitive.save', { ...spam, sensitiveWord: 'SPAM' })).toMatchObject({ version: 2 })
    const [one, two] = await Promise.all([1, 2].map(() => admin.call('sensitive.save', { sensitiveWord: '同时添加' })))
    expect(new Set([one?.status, two?.status])).toEqual(new Set([200, 409]))
  })
})
