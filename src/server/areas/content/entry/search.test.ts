import { expect, it } from 'vitest'
import { formatDateTime } from '#shared/util/dates.ts'
import { emptyColumn, pairs, saveArticle } from '#tests/builders/content.ts'
import { aField } from '#tests/builders/field.ts'
import type { TestClient } from '#tests/integration/server/harness/client.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'

onBothDatabases('finding content', (server) => {
  const start = async () => {
    const admin = await server().as('admin')
    return { admin, classId: (await emptyColumn(admin)).id }
  }
  const found = async (client: TestClient, input: { classId: number; key?: string } & Record<string, unknown>) =>
    (await client.ok('content.page', input)).content.map(({ title }) => title)

  it('by words of any length in any text, rare characters and marks too', async () => {
    const { admin, classId } = await start()
    await saveArticle(admin, classId, {
      title: '专业气象服务',
      content: '<p>全<b>国</b>气象台站</p><p>&lt;OPEN&gt; 100%</p>',
    })
    await saveArticle(admin, classId, { title: '专题：业务气氛', summary: '𠮷野家与👨‍👩‍👧 a_b "引" C++' })
    const by = (key: string) => found(admin, { classId, key })
    expect(await by('专业')).toEqual(['专业气象服务'])
    expect(await by('业')).toHaveLength(2)
    expect(await by('气象服务')).toEqual(['专业气象服务'])
    expect(await by('全国气象')).toEqual(['专业气象服务'])
    // Its pairs stand in it, itself doesn't.
    expect(await by('象服务专业气')).toEqual([])
    expect(await by('<open> 100%')).toEqual(['专业气象服务'])
    expect(await by('台站open')).toEqual([])
    for (const key of ['𠮷', '𠮷野', '👨‍👩‍👧', 'A_B', '"引"', 'c++', '"', '专题：业务'])
      expect([key, await by(key)]).toEqual([key, ['专题：业务气氛']])
    for (const key of ['a%b', "'", 'strong', '无此词', '*']) expect([key, await by(key)]).toEqual([key, []])
    expect(await by('   ')).toHaveLength(2)
  })

  it('forgets what was written before', async () => {
    const { admin, classId } = await start()
    const { id } = await saveArticle(admin, classId, { title: '旧标题' })
    await saveArticle(admin, classId, { title: '新名称' }, { id })
    expect(await found(admin, { classId, key: '旧标' })).toEqual([])
    expect(await found(admin, { classId, key: '新名称' })).toEqual(['新名称'])
  })

  it('by the search fields of the column, all of which have to hold [B-312]', async () => {
    const { admin, classId } = await start()
    await saveArticle(admin, classId, { title: '年报发布', source: '证券报' })
    await saveArticle(admin, classId, { title: '证券报社来访', source: '本站' })
    const by = (...pairs: [string, string][]) =>
      found(admin, {
        classId,
        fieldKeyValuePairDTOList: pairs.map(([fieldName, fieldValue]) => ({ fieldName, fieldValue })),
      })
    expect(await by(['source', '证券报'])).toEqual(['年报发布'])
    expect(await by(['title', '证券'], ['source', '本'])).toEqual(['证券报社来访'])
    expect(await by(['title', '证券'], ['source', '证券'])).toEqual([])
    expect(await by(['title', ''], ['source', ' '])).toHaveLength(2)
    const refused = await admin.call('content.page', {
      classId,
      fieldKeyValuePairDTOList: [{ fieldName: 'author', fieldValue: '张' }],
    })
    expect(refused).toMatchObject({ status: 400, msg: expect.stringContaining('无法按字段“作者”搜索') })
  })

  it('by day where a field is a time', async () => {
    const { admin, classId } = await start()
    const column = await admin.ok('column.findById', { id: classId })
    const menuFieldDTOList = column.menuField.map((field) => ({
      ...field,
      isSearch: field.isSearch || field.fieldName === 'publishTime',
    }))
    await admin.ok('column.settingField', { id: classId, menuFieldDTOList })
    await saveArticle(admin, classId, { title: '一', publishTime: '2026-03-01 09:00:00' })
    await saveArticle(admin, classId, { title: '二', publishTime: '2026-03-02 09:00:00' })
    const by = (fieldValue: string) =>
      admin.call('content.page', { classId, fieldKeyValuePairDTOList: [{ fieldName: 'publishTime', fieldValue }] })
    expect((await by('2026-03-02')).data.content.map(({ title }) => title)).toEqual(['二'])
    expect((await by('三月')).status).toBe(400)
  })

  it('by one of many relations, whole numbers only', async () => {
    const admin = await server().as('admin')
    const { id: classId } = await emptyColumn(admin)
    const menuFieldDTOList = [aField('title'), aField('related', { fieldType: 'RelationContent', isSearch: true })]
    await admin.ok('column.settingField', { id: classId, menuFieldDTOList })
    const many = Array.from({ length: 600 }, (_each, at) => 10_000 + at).join(',')
    await admin.ok('content.save', { classId, fieldList: pairs({ title: '汇编', related: many }) })
    const by = (fieldValue: string) =>
      found(admin, { classId, fieldKeyValuePairDTOList: [{ fieldName: 'related', fieldValue }] })
    expect(await by('10599')).toEqual(['汇编'])
    expect(await by('10000,10300')).toEqual(['汇编'])
    expect(await by('1059')).toEqual([])
    expect(await by('10000,9')).toEqual([])
  })

  it('by status and days of creation, both ends whole [B-011] [B-012] [B-415] [B-029] [B-404]', async () => {
    const { admin, classId } = await start()
    const { db } = server().deps
    const at = (text: string) => new Date(text.replace(' ', 'T')).getTime()
    for (const [title, time] of [
      ['前', '2026-01-31 23:59:59'],
      ['始', '2026-02-01 00:00:00'],
      ['终', '2026-02-02 23:59:30'],
      ['后', '2026-02-03 00:00:00'],
    ] as const) {
      const { id } = await saveArticle(admin, classId, { title }, { isStatus: title !== '终' })
      await db
        .updateTable('content')
        .set({ createTime: at(time) })
        .where('id', '=', id)
        .execute()
    }
    const by = (input: object) => found(admin, { classId, ...input })
    const range = { startTime_createTime: '2026-02-01', endTime_createTime: '2026-02-02' }
    expect(await by(range)).toEqual(['终', '始'])
    expect(await by({ ...range, endTime_createTime: '2026-02-02 23:59' })).toEqual(['终', '始'])
    expect(await by({ ...range, isStatus: true })).toEqual(['始'])
    expect(await by({ ...range, key: '终' })).toEqual(['终'])
    expect(await by({ startTime_createTime: '2026-02-03' })).toEqual(['后'])
    expect(await by({ isStatus: false })).toEqual(['终'])
    const row = (await admin.ok('content.page', { classId, size: 1, page: 4 })).content[0]
    expect(row?.createTime).toBe(formatDateTime(at('2026-01-31 23:59:59')))
    expect(await admin.ok('content.page', { classId, size: 3, page: 2 })).toMatchObject({
      totalElements: 4,
      totalPages: 2,
    })
    expect(await admin.ok('content.page', { classId, size: 3, page: 9, key: '发布' })).toMatchObject({
      content: [],
      totalElements: 0,
    })
    expect(await admin.ok('content.page', { classId, size: 3, page: 9, key: '会议' })).toMatchObject({
      content: [],
      totalElements: 4,
    })
    expect((await admin.call('content.page', { classId, startTime_createTime: '2026-13-01' })).status).toBe(400)
  })

  it('rows hold the list fields, not the long texts', async () => {
    const { admin, classId } = await start()
    await saveArticle(admin, classId, { summary: '摘要', source: '本报' })
    const [row] = (await admin.ok('content.page', { classId })).content
    expect(row).toMatchObject({ title: '集团召开年度大会', source: '本报', publishTime: '2026-03-01 09:00:00' })
    expect(row).not.toHaveProperty('content')
    expect(row).not.toHaveProperty('summary')
  })
})
