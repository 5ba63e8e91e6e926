import { expect, it } from 'vitest'
import { ARTICLE, emptyColumn, pairs, saveArticle } from '#tests/builders/content.ts'
import { columnNamed } from '#tests/builders/column.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'

onBothDatabases('saving content', (server) => {
  it('publishes what is complete and answers it whole [B-186] [B-325] [B-318]', async () => {
    const admin = await server().as('admin')
    const { id: classId, siteId, title } = await emptyColumn(admin)
    const saved = await saveArticle(admin, classId, { source: '本报讯', summary: '𠀀字与表情😀' })
    expect(saved).toMatchObject({ version: 1, isStatus: true, approval: 'none', sensitive: [] })
    expect(await admin.ok('content.findById', { classId, id: saved.id })).toMatchObject({
      ...ARTICLE,
      source: '本报讯',
      summary: '𠀀字与表情😀',
      subTitle: '',
      id: saved.id,
      classId,
      siteId,
      className: title,
      channel: 'pc',
      isStatus: true,
      pass: true,
      createBy: 'admin',
      version: 1,
      indexTop: false,
    })
  })

  it('keeps drafts as they are typed, complete or not [B-185]', async () => {
    const admin = await server().as('admin')
    const { id: classId } = await emptyColumn(admin)
    const draft = {
      classId,
      isStatus: false,
      fieldList: pairs({ title: '', publishTime: '明天', source: '长'.repeat(254) }),
    }
    const { id, isStatus } = await admin.ok('content.save', draft)
    expect(isStatus).toBe(false)
    expect(await admin.ok('content.findById', { classId, id })).toMatchObject({ publishTime: '明天', isStatus: false })
  })

  it('refuses a draft that is too long to be published, but keeps an old one that nobody touched', async () => {
    const admin = await server().as('admin')
    const { id: classId } = await emptyColumn(admin)
    const save = (id: number, values: Record<string, string>) =>
      admin.call('content.save', { classId, id, isStatus: false, fieldList: pairs(values) })
    expect(await save(0, { title: '长'.repeat(255) })).toMatchObject({ status: 400, msg: '标题不能超过 254 个字' })
    const { id } = await admin.ok('content.save', { classId, isStatus: false, fieldList: pairs({ title: '旧' }) })
    const old = JSON.stringify({ title: '旧'.repeat(300) })
    await server().deps.db.updateTable('content').set({ fields: old }).where('id', '=', id).execute()
    expect((await save(id, { title: '旧'.repeat(300), source: '本报' })).status).toBe(200)
    expect((await save(id, { title: '旧'.repeat(299) })).msg).toBe('标题不能超过 254 个字')
    expect((await save(id, { title: '旧'.repeat(254) })).status).toBe(200)
  })

  it('names the field that keeps it from being published, and saves nothing [B-225]', async () => {
    const admin = await server().as('admin')
    const { id: classId } = await emptyColumn(admin)
    const said = async (values: Record<string, string>) => {
      const fieldList = pairs({ ...ARTICLE, ...values })
      return admin.call('content.save', { classId, isStatus: true, fieldList })
    }
    expect(await said({ title: ' ', content: '<p><br></p>' })).toMatchObject({
      status: 400,
      msg: '标题：请添加数据',
      data: {
        issues: [
          { field: 'title', message: '请添加数据' },
          { field: 'content', message: '请添加数据' },
        ],
      },
    })
    expect((await said({ source: '长'.repeat(255) })).msg).toBe('来源不能超过 254 个字')
    expect((await said({ publishTime: '2026-02-30 10:00:00' })).msg).toContain('发布时间应为')
    expect((await said({ nothing: 'x' })).msg).toContain('没有字段“nothing”')
    expect((await admin.ok('content.page', { classId })).totalElements).toBe(0)
  })

  it('lets rich text through without anything that runs', async () => {
    const admin = await server().as('admin')
    const { id: classId } = await emptyColumn(admin)
    const content = '<p onclick="x()">好<script>alert(1)</script><a href="javascript:x()">链</a></p>\ud842'
    const { id } = await saveArticle(admin, classId, { content })
    const text = String((await admin.ok('content.findById', { classId, id })).content)
    expect(text).toContain('好')
    expect(text).not.toMatch(/script|onclick/)
  })

  it('refuses rich text that would keep the server busy, and names the field', async () => {
    const admin = await server().as('admin')
    const { id: classId } = await emptyColumn(admin)
    const fieldList = pairs({ ...ARTICLE, content: '<'.repeat(5 * 1024 * 1024) })
    const refused = await admin.call('content.save', { classId, isStatus: false, fieldList })
    expect(refused).toMatchObject({
      status: 400,
      msg: expect.stringMatching(/^正文过于复杂（元素和符号过多），请分成多篇/),
    })
    expect((await admin.ok('content.page', { classId })).totalElements).toBe(0)
  })

  it('of two editors, the second is notified and loses nothing', async () => {
    const admin = await server().as('admin')
    const { id: classId } = await emptyColumn(admin)
    const { id } = await saveArticle(admin, classId)
    const edit = (title: string, version: number) =>
      admin.call('content.save', { classId, id, version, isStatus: true, fieldList: pairs({ title }) })
    expect(await edit('第二版', 1)).toMatchObject({ status: 200, data: { id, version: 2 } })
    expect(await edit('另一版', 1)).toMatchObject({
      status: 409,
      data: { facts: { version: 2, changedBy: 'admin' } },
    })
    // Fields that were not sent keep what they hold.
    expect(await admin.ok('content.findById', { classId, id })).toMatchObject({ ...ARTICLE, title: '第二版' })
    const both = await Promise.all(['甲', '乙'].map((title) => edit(title, 2)))
    expect(both.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409])
  })

  it('asks before sensitive words are published; drafts name them', async () => {
    const admin = await server().as('admin')
    const { id: classId } = await emptyColumn(admin)
    const word = { sensitiveWord: '绝无仅有词', propWord: '少见' }
    await admin.ok('sensitive.save', word)
    const values = { content: '<p>这是绝无<b>仅有</b>词。</p>' }
    const refused = await admin.call('content.save', {
      classId,
      isStatus: true,
      fieldList: pairs({ ...ARTICLE, ...values }),
    })
    expect(refused).toMatchObject({ status: 409, msg: expect.stringContaining('“绝无仅有词”') })
    const { facts } = refused.data as unknown as { facts: { hits: unknown } }
    expect(facts.hits).toMatchObject([{ fieldName: 'content', word: '绝无仅有词', propWord: '少见' }])
    const draft = await saveArticle(admin, classId, values, { isStatus: false })
    expect(draft.sensitive).toHaveLength(1)
    const publish = { classId, idList: [{ id: draft.id }] }
    expect((await admin.call('content.publish', publish)).status).toBe(409)
    expect((await admin.call('content.publish', { ...publish, acceptSensitive: true })).msg).toBe('发布成功')
  })

  it('reports sensitive words by entry when many are published at once, and publishes none', async () => {
    const admin = await server().as('admin')
    const { id: classId } = await emptyColumn(admin)
    await admin.ok('sensitive.save', { sensitiveWord: '独一无二词', propWord: '少见' })
    const ids: number[] = []
    for (const title of ['甲', '乙独一无二词', '丙', '丁独一无二词'])
      ids.push((await saveArticle(admin, classId, { title }, { isStatus: false })).id)
    const refused = await admin.call('content.publish', { classId, idList: ids })
    expect(refused).toMatchObject({ status: 409, msg: '2 条内容含有敏感词“独一无二词”，请修改后再发布' })
    const { facts } = refused.data as unknown as { facts: { hits: unknown } }
    expect(facts.hits).toMatchObject([
      { entry: '内容“乙独一无二词”', fieldName: 'title', word: '独一无二词' },
      { entry: '内容“丁独一无二词”', fieldName: 'title', word: '独一无二词' },
    ])
    expect((await admin.ok('content.draftPage', { classId })).totalElements).toBe(4)
  })

  it('accepts only choices of the dictionary, and keeps earlier choices [B-156] [B-159]', async () => {
    const admin = await server().as('admin')
    const { id: classId } = await emptyColumn(admin)
    const dictionary = await admin.ok('dictionary.save', { title: '颜色', value: ['红', '绿', '蓝'] })
    const field = (fieldName: string, type: number) => ({
      fieldName,
      fieldAlias: fieldName,
      fieldType: 'SingleLine' as const,
      isSearch: true,
      relationMark: JSON.stringify({ id: dictionary.id, type }),
    })
    const menuFieldDTOList = [field('one', 1), field('many', 4)]
    await admin.ok('column.settingField', { id: classId, menuFieldDTOList })
    const save = (values: Record<string, string>, id = 0) =>
      admin.call('content.save', { classId, id, isStatus: true, fieldList: pairs(values) })
    expect((await save({ one: '黄' })).msg).toBe('one没有选项“黄”，请重新选择')
    const { id } = (await save({ one: '红', many: '绿,蓝' })).data
    await save({ one: '蓝', many: '绿' })
    const found = async (fieldName: string, fieldValue: string) =>
      (await admin.ok('content.page', { classId, fieldKeyValuePairDTOList: [{ fieldName, fieldValue }] })).totalElements
    expect([
      await found('one', '红'),
      await found('many', '绿'),
      await found('many', '蓝,绿'),
      await found('one', '绿'),
    ]).toEqual([1, 2, 1, 0])
    await admin.ok('dictionary.save', { ...dictionary, value: ['绿', '蓝'] })
    expect((await save({ many: '绿' }, id)).code).toBe(200)
    expect((await save({ one: '绿', many: '红' }, id)).msg).toContain('没有选项“红”')
  })

  it('a single article is written once and read by its column [B-317]', async () => {
    const admin = await server().as('admin')
    const { id } = await columnNamed(admin, '公司简介')
    const { siteId } = await columnNamed(admin, '公司简介')
    const copy = await admin.ok('column.copy', { copyIdFrom: id, toMenuParentId: 0, toSiteId: siteId })
    const classId = copy.id
    const find = () => admin.ok('content.findByMenuAndSite', { classId, menuId: classId, siteId })
    expect(await find()).toBeNull()
    const article = { classId, isStatus: true, fieldList: pairs({ title: '简介', content: '<p>我们</p>' }) }
    const both = await Promise.all([admin.call('content.save', article), admin.call('content.save', article)])
    expect(both.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 409])
    expect(await find()).toMatchObject({ title: '简介', content: '<p>我们</p>' })
    expect(await admin.call('content.save', article)).toMatchObject({
      status: 409,
      msg: expect.stringContaining('只能有一篇'),
    })
  })

  it('the form answers the fields with their values, defaults for a new one [B-326] [B-037]', async () => {
    const admin = await server().as('admin')
    const { id: classId, menuField } = await emptyColumn(admin)
    const menuFieldDTOList = menuField.map((field) =>
      field.fieldName === 'source' ? { ...field, defaultValue: '本站' } : field,
    )
    await admin.ok('column.settingField', { id: classId, menuFieldDTOList })
    const empty = await admin.ok('content.form', { classId, id: 0 })
    expect(empty.entry).toBeNull()
    expect(empty.fields.map(({ fieldName, value }) => [fieldName, value])).toContainEqual(['source', '本站'])
    const { id } = await saveArticle(admin, classId)
    const form = await admin.ok('content.form', { classId, id })
    expect(form).toMatchObject({ entry: { id, version: 1, source: '本站' }, column: { id: classId } })
    expect(form.fields.find(({ fieldName }) => fieldName === 'title')?.value).toBe(ARTICLE.title)
    expect((await admin.call('content.form', { classId, id: 987_654 })).status).toBe(404)
  })
})
