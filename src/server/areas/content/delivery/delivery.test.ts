import { expect, it } from 'vitest'
import type { InputOf } from '#shared/contract/registry.ts'
import { MENU } from '#shared/domain/systemMenus.ts'
import { DAY_MS, formatDateTime } from '#shared/util/dates.ts'
import { columnsOf, grantExactly } from '#tests/builders/column.ts'
import { emptyColumn, pairs } from '#tests/builders/content.ts'
import { aField } from '#tests/builders/field.ts'
import { TestClient } from '#tests/integration/server/harness/client.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'
import type { TestServer } from '#tests/integration/server/harness/server.ts'

const SITE = 1
const open = (admin: TestClient, form: Partial<InputOf<'delivery.save'>> = {}) =>
  admin.ok('delivery.save', { siteId: SITE, mode: 'public', ...form })

const FIELDS = [
  aField('title', { isSearch: true }),
  aField('author', { isSearch: true, fieldAlias: '作者' }),
  aField('secretNo'),
  aField('content', { fieldType: 'Editor' }),
  aField('tags', { fieldType: 'RelationLabel', isSearch: true }),
  aField('related', { fieldType: 'RelationContent' }),
]

/** An empty list column of the site whose fields are all that a front end reads. */
async function columnWithFields(admin: TestClient) {
  const { id } = await emptyColumn(admin)
  await admin.ok('column.settingField', { id, menuFieldDTOList: FIELDS })
  return id
}
const save = (
  admin: TestClient,
  classId: number,
  values: Readonly<Record<string, string>>,
  more: { id?: number; version?: number; isStatus?: boolean } = {},
) =>
  admin.ok('content.save', {
    classId,
    isStatus: true,
    fieldList: pairs({ content: '<p>会议在总部举行。</p>', ...values }),
    ...more,
  })
const pathOf = (rest: string, siteId = SITE): string => `api/cebest-cms/delivery/${siteId}/${rest}`
const titles = ({ content }: { content: readonly { title: string }[] }) => content.map(({ title }) => title)

async function tokenOf(server: TestServer, owner: TestClient, form: Partial<InputOf<'apiToken.create'>> = {}) {
  const expireDate = formatDateTime(server.clock.now().getTime() + DAY_MS)
  const { token } = await owner.ok('apiToken.create', { name: '前端', scopes: ['delivery.read'], expireDate, ...form })
  return new TestClient(server.url, `Bearer ${token}`)
}

onBothDatabases('the content delivery API', (_server, start) => {
  it('is off until a site enables it, and then delivers only published entries of that site', async () => {
    const server = await start()
    const admin = await server.as('admin')
    const { nobody } = server
    const column = await columnWithFields(admin)
    const shown = await save(admin, column, { title: '已发布' })
    const draft = await save(admin, column, { title: '草稿' }, { isStatus: false })
    const gone = await save(admin, column, { title: '已删除' })
    await admin.ok('content.deleteByIdList', { classId: column, idList: [gone.id] })
    const asked = { siteId: SITE, column: String(column) }
    expect(await nobody.call('delivery.entries', asked)).toMatchObject({
      status: 404,
      msg: '站点不存在，或未开启内容接口',
    })
    await open(admin)
    expect(titles(await nobody.ok('delivery.entries', asked))).toEqual(['已发布'])
    expect(await nobody.ok('delivery.entry', { siteId: SITE, id: shown.id })).toMatchObject({ title: '已发布' })
    for (const { id } of [draft, gone])
      expect((await nobody.call('delivery.entry', { siteId: SITE, id })).status).toBe(404)
    // Another site's entry, column and settings are none of this one's.
    const other = (await columnsOf(admin, 2)).find(({ menuType }) => menuType === 1)
    if (!other) throw new Error('the seed lacks a column')
    await admin.ok('column.settingField', { id: other.id, menuFieldDTOList: FIELDS })
    const theirs = await save(admin, other.id, { title: '别的站点' })
    expect((await nobody.call('delivery.entry', { siteId: SITE, id: theirs.id })).status).toBe(404)
    expect((await nobody.call('delivery.entries', { siteId: SITE, column: String(other.id) })).status).toBe(404)
    expect((await nobody.call('delivery.entries', { siteId: 2, column: String(other.id) })).status).toBe(404)
    // Taken off, it is gone at once; so is everything with the site's closing.
    await admin.ok('content.unpublish', { classId: column, idList: [shown.id] })
    expect(titles(await nobody.ok('delivery.entries', asked))).toEqual([])
    await server.deps.db.updateTable('site').set({ isStatus: 0 }).where('id', '=', SITE).execute()
    expect((await nobody.call('delivery.entries', asked)).status).toBe(404)
  })

  it('filters by fields, labels, words and days, page by page, in the order of the list', async () => {
    const server = await start()
    const admin = await server.as('admin')
    const { nobody } = server
    const column = await columnWithFields(admin)
    await open(admin)
    const category = await admin.ok('labelCategory.save', { title: '行业', siteId: SITE })
    const label = await admin.ok('label.save', { title: '能源', siteId: SITE, classId: category.id })
    for (let n = 1; n <= 5; n += 1)
      await save(admin, column, {
        title: `第${n}篇`,
        author: n % 2 ? '市场部,一组' : '研发部',
        secretNo: 'S',
        ...(n === 2 && { tags: String(label.id) }),
      })
    const read = (more: object = {}) =>
      nobody.ok('delivery.entries', { siteId: SITE, column: String(column), size: 2, ...more })
    const first = await read()
    expect([titles(first), first.totalElements]).toEqual([['第5篇', '第4篇'], 5])
    expect(titles(await read({ page: 3 }))).toEqual(['第1篇'])
    expect(titles(await read({ page: 4 }))).toEqual([])
    expect(titles(await read({ labelId: label.id }))).toEqual(['第2篇'])
    expect(titles(await read({ filter: 'author:市场部,一组', size: 9 }))).toEqual(['第5篇', '第3篇', '第1篇'])
    expect(titles(await read({ key: '第4篇' }))).toEqual(['第4篇'])
    expect(titles(await read({ from: '2000-01-01', to: '2000-12-31' }))).toEqual([])
    const two = `entries?column=${column}&filter=author:市场部&filter=title:第3`
    const both = await nobody.send<{ content: { title: string }[] }>(pathOf(two))
    expect(titles(both.data)).toEqual(['第3篇'])
    for (const [wrong, msg] of [
      ['size=101', '每页条数'],
      ['page=0', '页码'],
      ['filter=author', '筛选条件格式应为 字段名:值'],
      ['filter=secretNo:S', '无法按字段“secretNo”搜索'],
      ['from=昨天', '日期格式应为 yyyy-MM-dd'],
    ] as const)
      expect(await nobody.send(pathOf(`entries?column=${column}&${wrong}`)), wrong).toMatchObject({
        status: 400,
        msg: expect.stringContaining(msg),
      })
    expect((await nobody.send(pathOf('entries'))).status).toBe(400)
  })

  it('delivers labels, and related entries only if they can be read themselves', async () => {
    const server = await start()
    const admin = await server.as('admin')
    const column = await columnWithFields(admin)
    const closed = await columnWithFields(admin)
    await open(admin, { columnIds: [column] })
    const category = await admin.ok('labelCategory.save', { title: '行业', siteId: SITE })
    const label = await admin.ok('label.save', { title: '能源', siteId: SITE, classId: category.id })
    const there = await save(admin, column, { title: '介绍' })
    const draft = await save(admin, column, { title: '草稿' }, { isStatus: false })
    const hidden = await save(admin, closed, { title: '不开放的栏目' })
    const related = [there.id, draft.id, hidden.id].join(',')
    const entry = await save(admin, column, { title: '新闻', tags: String(label.id), related, author: '甲' })
    const { nobody } = server
    const one = await nobody.ok('delivery.entry', { siteId: SITE, id: entry.id })
    expect(one).toMatchObject({
      columnId: column,
      labels: [{ id: label.id, title: '能源' }],
      relations: { related: [{ id: there.id, title: '介绍', columnId: column }] },
      fields: { title: '新闻', author: '甲', content: expect.stringContaining('会议在总部举行') },
    })
    const listed = (full: boolean) =>
      nobody.ok('delivery.entries', { siteId: SITE, column: String(column), full, key: '新闻' })
    expect((await listed(false)).content[0]?.fields).not.toHaveProperty('content')
    expect((await listed(true)).content[0]?.fields).toHaveProperty('content', one.fields.content)
    expect((await nobody.call('delivery.entry', { siteId: SITE, id: hidden.id })).status).toBe(404)
    expect(await nobody.ok('delivery.labels', { siteId: SITE })).toContainEqual({
      id: label.id,
      title: '能源',
      category: '行业',
    })
    const columns = await nobody.ok('delivery.columns', { siteId: SITE })
    expect(columns.map(({ id }) => id)).toEqual([column])
    expect(columns[0]?.fields).toContainEqual({ name: 'author', title: '作者', type: 'SingleLine', canFilter: true })
  })

  it('names the labels that something published carries, and no other', async () => {
    const server = await start()
    const admin = await server.as('admin')
    const [column, closed] = [await columnWithFields(admin), await columnWithFields(admin)]
    await open(admin, { columnIds: [column] })
    const category = await admin.ok('labelCategory.save', { title: '行业', siteId: SITE })
    const label = async (title: string) => {
      const { id } = await admin.ok('label.save', { title, siteId: SITE, classId: category.id })
      return String(id)
    }
    const [shown, second, drafted, binned, hidden] = [
      await label('已用'),
      await label('第二个'),
      await label('未公布的收购'),
      await label('回收站'),
      await label('不开放的栏目'),
    ]
    await label('没有用过')
    const both = await save(admin, column, { title: '一', tags: [shown, second].join(',') })
    await save(admin, column, { title: '二', tags: drafted }, { isStatus: false })
    const gone = await save(admin, column, { title: '三', tags: binned })
    await admin.ok('content.deleteByIdList', { classId: column, idList: [gone.id] })
    await save(admin, closed, { title: '四', tags: hidden })
    const read = async () => (await server.nobody.ok('delivery.labels', { siteId: SITE })).map(({ title }) => title)
    expect(await read()).toEqual(['已用', '第二个'])
    await admin.ok('content.unpublish', { classId: column, idList: [both.id] })
    expect(await read()).toEqual([])
    // A token that reads one column alone learns nothing of the other.
    await open(admin, { mode: 'token' })
    const client = await tokenOf(server, admin, { siteIds: [SITE], columnIds: [closed] })
    const named = await client.ok('delivery.labels', { siteId: SITE })
    expect(named.map(({ title }) => title)).toEqual(['不开放的栏目'])
  })

  it('answers 304 for an unchanged response, and a new body after a change', async () => {
    const server = await start()
    const admin = await server.as('admin')
    const { nobody } = server
    const column = await columnWithFields(admin)
    await open(admin, { maxAge: 30 })
    const { id, version } = await save(admin, column, { title: '一' })
    for (const path of [pathOf(`entries?column=${column}`), pathOf(`entries/${id}`), pathOf('columns')]) {
      const first = await nobody.fetch(path)
      expect(first.headers.get('cache-control'), path).toBe('public, max-age=30, must-revalidate')
      expect(first.headers.get('access-control-allow-origin')).toBe('*')
      const known = { 'if-none-match': `"other", W/${first.headers.get('etag') ?? ''}` }
      const again = await nobody.fetch(path, { headers: known })
      expect([again.status, await again.text(), again.headers.get('etag')]).toEqual([
        304,
        '',
        first.headers.get('etag'),
      ])
      expect((await nobody.fetch(path, { headers: { 'if-none-match': '"other"' } })).status).toBe(200)
    }
    const path = pathOf(`entries/${id}`)
    const etag = (await nobody.fetch(path)).headers.get('etag') ?? ''
    await save(admin, column, { title: '二' }, { id, version })
    expect((await nobody.fetch(path, { headers: { 'if-none-match': etag } })).status).toBe(200)
    await admin.ok('content.unpublish', { classId: column, idList: [id] })
    expect((await nobody.fetch(path, { headers: { 'if-none-match': etag } })).status).toBe(404)
  })

  it('in the mode of tokens asks for one, for its sites and columns, and stays out of shared caches', async () => {
    const server = await start()
    const admin = await server.as('admin')
    const [column, closed] = [await columnWithFields(admin), await columnWithFields(admin)]
    await save(admin, column, { title: '一' })
    await open(admin, { mode: 'token' })
    const asked = { siteId: SITE, column: String(column) }
    expect((await server.nobody.call('delivery.entries', asked)).status).toBe(401)
    // A session is no token: it opens drafts in other calls and is not meant for front ends.
    expect((await admin.call('delivery.entries', asked)).status).toBe(401)
    const client = await tokenOf(server, admin, { siteIds: [SITE], columnIds: [column] })
    expect(titles(await client.ok('delivery.entries', asked))).toEqual(['一'])
    expect((await client.call('delivery.entries', { ...asked, column: String(closed) })).status).toBe(404)
    expect((await client.ok('delivery.columns', { siteId: SITE })).map(({ id }) => id)).toEqual([column])
    const { headers } = await client.fetch(pathOf(`entries?column=${column}`))
    expect([headers.get('cache-control'), headers.get('access-control-allow-origin')]).toEqual([
      'private, no-cache',
      null,
    ])
    expect(headers.get('vary')).toContain('authorization')
    const elsewhere = await tokenOf(server, admin, { siteIds: [2] })
    expect((await elsewhere.call('delivery.entries', asked)).status).toBe(403)
    const without = await tokenOf(server, admin, { scopes: ['content.read'] })
    expect((await without.call('delivery.entries', asked)).status).toBe(403)
    // The rights of its owner, as they are now.
    const EDITOR = [
      { siteId: 0, menuId: MENU.apiToken },
      { siteId: SITE, menuId: column },
    ]
    await grantExactly(server.deps.db, 'editor', EDITOR)
    const theirs = await tokenOf(server, await server.as('editor'))
    expect(titles(await theirs.ok('delivery.entries', asked))).toEqual(['一'])
    await grantExactly(server.deps.db, 'editor', EDITOR.slice(0, 1))
    expect((await theirs.call('delivery.entries', asked)).status).toBe(403)
    await server.deps.db.updateTable('account').set({ isStatus: 0 }).where('username', '=', 'editor').execute()
    expect((await theirs.call('delivery.entries', asked)).status).toBe(401)
  })
})
