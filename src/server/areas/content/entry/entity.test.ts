import { expect, it } from 'vitest'
import { columnDetail } from '#shared/contract/column.ts'
import { contentEntry } from '#shared/contract/content.ts'
import { emptyColumn, saveArticle } from '#tests/builders/content.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'

const FIXED = [
  'id',
  'classId',
  'menuCode',
  'labelIds',
  'channel',
  'siteId',
  'xgid',
  'isStatus',
  'pass',
  'approveInstanceId',
  'approveResult',
  'sort',
  'createTime',
  'className',
]

onBothDatabases('what is answered of content', (server) => {
  it('an entry has its fixed values and its dynamic fields [B-150]', async () => {
    const admin = await server().as('admin')
    const column = await emptyColumn(admin)
    const { id } = await saveArticle(admin, column.id, { source: '本报' })
    const page = await admin.ok('content.page', { classId: column.id })
    const one = await admin.ok('content.findById', { classId: column.id, id })
    for (const entry of [page.content[0], one]) {
      expect(Object.keys(entry ?? {})).toEqual(expect.arrayContaining(FIXED))
      expect(contentEntry.parse(entry)).toEqual(entry)
      expect(entry).toMatchObject({
        id,
        classId: column.id,
        menuCode: column.code,
        className: column.title,
        siteId: column.siteId,
        channel: 'pc',
        labelIds: [],
        xgid: 0,
        isStatus: true,
        pass: true,
        approveInstanceId: '',
        approveResult: '',
        createTime: expect.stringMatching(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/),
        title: '集团召开年度大会',
        source: '本报',
      })
    }
  })

  it('a list shows how its rich texts begin, as HTML without tags, and nothing of the others', async () => {
    const admin = await server().as('admin')
    const { id: classId } = await emptyColumn(admin)
    const { menuField } = await admin.ok('column.findById', { id: classId })
    const listed = (isList: boolean) =>
      admin.ok('column.settingField', {
        id: classId,
        menuFieldDTOList: menuField.map((field) => (field.fieldName === 'content' ? { ...field, isList } : field)),
      })
    await listed(true)
    const content = `<p style="color: red">第一段&nbsp;&lt;尖&gt; &amp; 𠮷</p><p>第二段</p><p>${'长'.repeat(500)}</p>`
    const { id } = await saveArticle(admin, classId, { content })
    await saveArticle(admin, classId, { title: '空的', content: '' }, { isStatus: false })
    const texts = async () => (await admin.ok('content.page', { classId })).content.map((entry) => entry['content'])
    const [empty, text] = await texts()
    expect(empty).toBe('')
    expect(text).toMatch(/^第一段 &lt;尖&gt; &amp; 𠮷 第二段 长{170,190}…$/)
    expect(await admin.ok('content.findById', { classId, id })).toMatchObject({
      content: expect.stringContaining('长'.repeat(500)),
    })
    expect(await admin.ok('content.listByIds', { classId, idList: [id] })).toMatchObject([{ content: text }])
    await listed(false)
    expect(await texts()).toEqual([undefined, undefined])
  })

  it('a column has what content needs of it, read by either call [B-153]', async () => {
    const admin = await server().as('admin')
    const { id } = await emptyColumn(admin)
    const column = await admin.ok('column.findById', { id })
    expect(await admin.ok('column.findByPost', { id })).toEqual(column)
    expect(columnDetail.parse(column)).toEqual(column)
    expect(column).toMatchObject({ menuType: 1, clue: false, relationWorkFlow: '', frontDetailUrl: expect.any(Array) })
    expect(column.code).not.toBe('')
    const names = (fields: readonly { fieldName: string }[]) => fields.map(({ fieldName }) => fieldName)
    expect(names(column.menuField)).toEqual(expect.arrayContaining(['title', 'content', 'source']))
    expect(names(column.listField)).toEqual(names(column.menuField.filter(({ isList }) => isList)))
    expect(names(column.searchField)).toEqual(names(column.menuField.filter(({ isSearch }) => isSearch)))
    expect(column.listField.length).toBeGreaterThan(0)
    expect(column.searchField.length).toBeGreaterThan(0)
  })

  it('every success has the code 200, whether it reads or writes [B-311]', async () => {
    const admin = await server().as('admin')
    const { id: classId } = await emptyColumn(admin)
    const { id } = await saveArticle(admin, classId)
    const rows = { classId, idList: [id] }
    for (const answer of [
      await admin.call('content.page', { classId }),
      await admin.call('content.form', { classId, id: 0 }),
      await admin.call('content.unpublish', rows),
      await admin.call('content.publish', rows),
      await admin.call('content.option', { ...rows, optionType: 1 }),
      await admin.call('content.updateSort', { classId, id, sort: 3 }),
      await admin.call('content.deleteByIdList', rows),
      await admin.call('content.restore', rows),
      await admin.call('dictionary.page', {}),
      await admin.call('sensitive.page', {}),
      await admin.call('content.publishStatistics', {}),
    ])
      expect(answer).toMatchObject({ status: 200, code: 200 })
  })
})
