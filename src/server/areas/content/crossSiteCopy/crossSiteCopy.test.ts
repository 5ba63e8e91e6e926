import { expect, it } from 'vitest'
import { emptyColumn, saveArticle } from '#tests/builders/content.ts'
import { grantExactly } from '#tests/builders/column.ts'
import { buildSite } from '#tests/builders/site.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'
import type { TestClient } from '#tests/integration/server/harness/client.ts'
import type { TestServer } from '#tests/integration/server/harness/server.ts'
import { MENU } from '#shared/domain/systemMenus.ts'

const PAIRS = ['title', 'content'].map((name) => ({ sourceField: name, targetField: name }))

/** An article column of site 1, and an empty one like it on another site. */
async function stage(server: TestServer) {
  const admin = await server.as('admin')
  const source = await emptyColumn(admin)
  const siteId = await buildSite(server.deps.db)
  const target = await admin.ok('column.copy', { copyIdFrom: source.id, toMenuParentId: 0, toSiteId: siteId })
  const form = (more: object = {}) => ({
    title: '集团到分站',
    isRun: true,
    sourceSiteId: 1,
    sourceMenuId: source.id,
    targetSiteId: siteId,
    targetMenuId: target.id,
    rules: PAIRS,
    ...more,
  })
  const rule = async (more: object = {}) => admin.ok('copyRule.save', form(more))
  const list = async (classId = target.id) => (await admin.ok('content.page', { classId, size: 100 })).content
  const log = async () =>
    (await admin.ok('copyLog.page', { size: 200 })).content.filter(({ sourceMenuId }) => sourceMenuId === source.id)
  return { db: server.deps.db, admin, source, target, siteId, form, rule, list, log }
}

/** Runs a rule over what is there, and waits for the end. */
async function run(admin: TestClient, id: number, publishedOnly = false) {
  const { jobId } = await admin.ok('copyRule.run', { id, publishedOnly })
  await expect
    .poll(async () => (await admin.ok('job.findById', { id: jobId })).endDate, { timeout: 30_000 })
    .not.toBe('')
  return admin.ok('job.findById', { id: jobId })
}

onBothDatabases('a cross-site copy rule', (server) => {
  it('is saved, found, listed, switched and deleted [B-005] [B-173] [B-350] [B-351] [B-352] [B-353]', async () => {
    const { admin, source, target, siteId, form } = await stage(server())
    const saved = await admin.call('copyRule.save', form())
    expect(saved.msg).toBe('保存成功')
    const { id } = saved.data
    const rule = await admin.ok('copyRule.findById', { id })
    expect(rule).toMatchObject({
      title: '集团到分站',
      isRun: true,
      isStatus: true,
      problem: '',
      copied: 0,
      sourceSiteInfo: { id: 1, title: '集团官网' },
      sourceMenuInfo: { id: source.id, title: source.title },
      targetSiteInfo: { id: siteId },
      targetMenuInfo: { id: target.id, title: target.title },
      createDate: expect.stringMatching(/^\d{4}-/),
    })
    expect(rule.rules[0]).toEqual({
      sourceField: 'title',
      sourceAlias: '标题',
      sourceType: 'SingleLine',
      targetField: 'title',
      targetAlias: '标题',
      targetType: 'SingleLine',
    })
    await admin.ok('copyRule.updateRun', { id, isRun: false })
    const { content } = await admin.ok('copyRule.page', { key: '集团到分站', size: 100 })
    expect(content.find((each) => each.id === id)).toMatchObject({ isRun: false })
    const stale = await admin.call('copyRule.save', { ...form(), id, version: 1 })
    expect(stale).toMatchObject({ status: 409, msg: expect.stringContaining('修改') })
    expect((await admin.call('copyRule.deleteByIdList', [{ id }])).msg).toBe('删除成功')
    expect((await admin.call('copyRule.findById', { id })).status).toBe(404)
  })

  it.each([
    [{ title: '' }, '请输入规则标题', '[B-234]'],
    [{ sourceSiteId: 0 }, '请选择源站点', '[B-235]'],
    [{ targetSiteId: 0 }, '请选择目标站点', '[B-236]'],
    [{ sourceMenuId: 0 }, '请选择源站栏目', '[B-237]'],
    [{ targetMenuId: 0 }, '请选择目标站栏目', '[B-238]'],
    [{ rules: [] }, '请至少匹配一个字段', ''],
    [{ rules: [{ sourceField: 'title', targetField: 'content' }] }, '只能匹配同类型的字段', '[B-241]'],
    [{ rules: [...PAIRS, ...PAIRS] }, '匹配了两次', ''],
    [{ rules: [{ sourceField: 'gone', targetField: 'title' }] }, '没有字段“gone”', ''],
  ])('is refused with %j: %s %s', async (change, message, _row) => {
    const { admin, form } = await stage(server())
    expect(await admin.call('copyRule.save', form(change))).toMatchObject({
      status: 400,
      msg: expect.stringContaining(message),
    })
  })

  it('takes only list columns, and no independent site as target [B-239] [A-155]', async () => {
    const { db, admin, siteId, form } = await stage(server())
    const article = await admin.ok('column.saveBase', { siteId, title: '单篇', menuType: 0 })
    const plain = await admin.ok('column.saveBase', { siteId, title: '普通', menuType: 2 })
    const refused = await admin.call('copyRule.save', form({ targetMenuId: article.id }))
    expect(refused).toMatchObject({ status: 400, msg: '只能选择列表栏目' })
    expect((await admin.call('copyRule.save', form({ targetMenuId: plain.id }))).msg).toBe('只能选择列表栏目')
    await db.updateTable('site').set({ manageType: 1202 }).where('id', '=', siteId).execute()
    expect((await admin.call('copyRule.save', form())).msg).toContain('是独立站点')
  })
})

onBothDatabases('copies by a rule', (server) => {
  it('are drafts with the matched fields alone, made once for each new entry [B-240] [B-242] [B-357] [B-358]', async () => {
    const { admin, source, target, siteId, rule, list, log } = await stage(server())
    const { id } = await rule()
    const entry = await saveArticle(admin, source.id, { source: '本报', content: '<p>会议</p>' })
    const runs = () => admin.call('crossCopy.runRules', { dataIds: [entry.id], menuId: source.id, siteId: 1 })
    expect(await runs()).toMatchObject({ status: 200, data: { copied: 1, failed: 0 }, msg: '已按规则跨站复制 1 条' })
    const [copy, ...more] = await list()
    expect(more).toEqual([])
    const whole = await admin.ok('content.findById', { classId: target.id, id: copy?.id ?? 0 })
    // The target requires a publishing time, which nobody matched: a draft may lack it.
    expect(whole).toMatchObject({ siteId, isStatus: false, xgid: entry.id, content: '<p>会议</p>', source: '' })
    expect((await admin.ok('content.page', { classId: target.id, key: '会议' })).totalElements).toBe(1)
    expect((await runs()).data).toEqual({ copied: 0, failed: 0 })
    expect(await list()).toHaveLength(1)
    expect(await log()).toMatchObject([{ status: 1, reason: '', rule: '集团到分站', targetId: copy?.id }])
    expect((await admin.ok('copyRule.findById', { id })).copied).toBe(1)
  })

  it('are not made while it is off', async () => {
    const { admin, source, rule, list } = await stage(server())
    await rule({ isRun: false })
    const { id } = await saveArticle(admin, source.id)
    await admin.ok('crossCopy.runRules', { dataId: id, menuId: source.id })
    expect(await list()).toEqual([])
  })

  it('take labels by their name, and files by their address', async () => {
    const { admin, source, target, siteId, form, list, log } = await stage(server())
    const category = (site: number) => admin.ok('labelCategory.save', { title: '主题', siteId: site })
    const label = async (title: string, site: number, classId: number) =>
      (await admin.ok('label.save', { title, siteId: site, classId })).id
    const [here, there] = [await category(1), await category(siteId)]
    const [blue, red] = [await label('蓝', 1, here.id), await label('红', 1, here.id)]
    const blueThere = await label('蓝', siteId, there.id)
    const field = (fieldName: string, fieldType: 'RelationLabel' | 'Photo') => ({
      fieldName,
      fieldAlias: fieldName,
      fieldType,
      isAdd: true,
      isUpdate: true,
    })
    for (const id of [source.id, target.id]) {
      const { menuFieldDTOList } = await admin.ok('column.getSettingField', { id })
      await admin.ok('column.settingField', {
        id,
        menuFieldDTOList: [...menuFieldDTOList, field('topics', 'RelationLabel'), field('cover', 'Photo')],
      })
    }
    const rules = ['title', 'topics', 'cover'].map((name) => ({ sourceField: name, targetField: name }))
    await admin.ok('copyRule.save', form({ rules }))
    const { id } = await saveArticle(
      admin,
      source.id,
      { topics: `${blue},${red}`, cover: '/upload/2026/a.jpg' },
      { isStatus: false },
    )
    await admin.ok('crossCopy.runRules', { dataId: id, menuId: source.id })
    const [copy] = await list()
    const whole = await admin.ok('content.findById', { classId: target.id, id: copy?.id ?? 0 })
    expect(whole).toMatchObject({ topics: String(blueThere), cover: '/upload/2026/a.jpg' })
    expect((await log())[0]).toMatchObject({ status: 1, reason: expect.stringContaining('“topics”') })
  })

  it('work with the rights of who saved it: without them they fail and say why', async () => {
    const { db, admin, source, target, siteId, form, list, log } = await stage(server())
    const grants = [
      { siteId: 0, menuId: MENU.crossSiteRules },
      { siteId: 1, menuId: source.id, settings: [1102] },
      { siteId, menuId: target.id, settings: [1101] },
    ]
    await grantExactly(db, 'editor', grants)
    await (await server().as('editor')).ok('copyRule.save', form())
    const { id } = await saveArticle(admin, source.id)
    await grantExactly(db, 'editor', grants.slice(0, 2))
    const answer = await admin.call('crossCopy.runRules', { dataId: id, menuId: source.id })
    expect(answer).toMatchObject({
      status: 200,
      data: { copied: 0, failed: 1 },
      msg: expect.stringContaining('复制日志'),
    })
    expect(await list()).toEqual([])
    expect((await log())[0]).toMatchObject({ status: 0, reason: expect.stringContaining('保存人“editor”') })
  })

  it('fail and say why when a field or the target column is gone; retrying follows the mended rule [B-215]', async () => {
    const { admin, source, target, rule, form, list, log } = await stage(server())
    const { id } = await rule()
    const { menuFieldDTOList } = await admin.ok('column.getSettingField', { id: target.id })
    const without = menuFieldDTOList.filter(({ fieldName }) => fieldName !== 'content')
    await admin.ok('column.settingField', { id: target.id, menuFieldDTOList: without })
    expect(await admin.ok('copyRule.findById', { id })).toMatchObject({
      isStatus: false,
      problem: expect.stringContaining('没有字段“content”'),
    })
    const entry = await saveArticle(admin, source.id)
    await admin.ok('crossCopy.runRules', { dataId: entry.id, menuId: source.id })
    const [line] = await log()
    expect(line).toMatchObject({ status: 0, targetId: 0, reason: expect.stringContaining('没有字段“content”') })
    expect((await admin.call('copyRule.run', { id })).status).toBe(400)
    expect((await admin.call('copyLog.retry', { id: line?.id })).status).toBe(400)
    await admin.ok('copyRule.save', form({ id, rules: PAIRS.slice(0, 1) }))
    expect(await admin.call('copyLog.retry', { id: line?.id })).toMatchObject({ status: 200, msg: '复制成功' })
    expect(await log()).toMatchObject([{ status: 1 }])
    expect(await list()).toHaveLength(1)
    await admin.ok('column.deleteByIdList', [target.id])
    expect(await admin.ok('copyRule.findById', { id })).toMatchObject({ isStatus: false })
    const next = await saveArticle(admin, source.id)
    await admin.ok('crossCopy.runRules', { dataId: next.id, menuId: source.id })
    expect((await log())[0]).toMatchObject({ status: 0, targetMenu: '（已删除）' })
  })
})

onBothDatabases('running a rule over existing entries', (server) => {
  it('copies each entry once, and a broken one fails alone with its reason', async () => {
    const { db, admin, source, rule, list, log } = await stage(server())
    const { id } = await rule({ isRun: false })
    const ids: number[] = []
    for (let at = 0; at < 4; at++) ids.push((await saveArticle(admin, source.id, { title: `第 ${at} 条` })).id)
    await saveArticle(admin, source.id, { title: '草稿' }, { isStatus: false })
    await db
      .updateTable('content')
      .set({ fields: '{"title":' })
      .where('id', '=', ids[1] ?? 0)
      .execute()
    expect(await run(admin, id, true)).toMatchObject({ state: 'done', progress: 100 })
    expect((await list()).map(({ title }) => title)).toEqual(['第 3 条', '第 2 条', '第 0 条'])
    const lines = await log()
    expect(lines.filter(({ status }) => status === 0)).toMatchObject([{ dataId: ids[1], title: '第 1 条' }])
    expect(lines.find(({ status }) => status === 0)?.reason).toContain('数据无法读取')
    await db
      .updateTable('content')
      .set({ fields: '{"title":"第 1 条"}' })
      .where('id', '=', ids[1] ?? 0)
      .execute()
    await run(admin, id)
    await run(admin, id)
    expect((await list()).map(({ title }) => title)).toEqual(['草稿', '第 1 条', '第 3 条', '第 2 条', '第 0 条'])
  })

  it('copies nothing back to where it came from, over any number of rules', async () => {
    const { admin, source, target, siteId, form, list } = await stage(server())
    const third = await admin.ok('column.copy', { copyIdFrom: source.id, toMenuParentId: 0, toSiteId: siteId })
    const ids: number[] = []
    const columns = [source, target, third, source]
    for (const [at, from] of columns.slice(0, -1).entries()) {
      const to = columns[at + 1] ?? source
      const places = { sourceSiteId: from.siteId, sourceMenuId: from.id, targetSiteId: to.siteId, targetMenuId: to.id }
      ids.push((await admin.ok('copyRule.save', form({ ...places, isRun: false }))).id)
    }
    await saveArticle(admin, source.id)
    for (let round = 0; round < 2; round++) for (const id of ids) await run(admin, id)
    for (const column of [source, target, third]) expect(await list(column.id)).toHaveLength(1)
    const fresh = await saveArticle(admin, third.id)
    await run(admin, ids[2] ?? 0)
    expect(await list(source.id)).toHaveLength(2)
    expect(fresh.id).toBeGreaterThan(0)
  })
})

onBothDatabases('copying by hand', (server) => {
  it('copies entries into several columns of other sites as drafts [B-174] [B-356] [A-155]', async () => {
    const { db, admin, source, target, siteId, list, log } = await stage(server())
    const { id } = await saveArticle(admin, source.id)
    const other = await buildSite(db)
    const second = await admin.ok('column.copy', { copyIdFrom: source.id, toMenuParentId: 0, toSiteId: other })
    const to = (columnId: number, site: number) => ({ targetMenuId: columnId, targetSiteId: site })
    const targetList = [to(target.id, siteId), to(second.id, other)]
    const answer = await admin.call('crossCopy.copy', { dataId: id, targetList })
    expect(answer).toMatchObject({ status: 200, msg: '复制成功', data: { copied: 2, failed: 0 } })
    for (const column of [target.id, second.id])
      expect(await list(column)).toMatchObject([{ isStatus: false, xgid: id }])
    expect(await log()).toMatchObject([{ status: 1, rule: '' }, { status: 1 }])
    expect((await admin.call('crossCopy.copy', { dataId: id, targetList: [] })).msg).toBe('请添加目标栏目')
    expect((await admin.call('crossCopy.copy', { dataId: id, targetList: [to(0, siteId)] })).msg).toBe(
      '请选择目标站栏目',
    )
    await db.updateTable('site').set({ manageType: 1202 }).where('id', '=', other).execute()
    const refused = await admin.call('crossCopy.copy', { dataIds: [{ id }], targetList })
    expect(refused).toMatchObject({ status: 400, msg: expect.stringContaining('独立站点') })
    expect(await list()).toHaveLength(1)
  })
})

onBothDatabases('the copy log', (server) => {
  it('is found by words, paged and deleted [B-175] [B-354] [B-355]', async () => {
    const { admin, source, target, siteId } = await stage(server())
    const { id } = await saveArticle(admin, source.id, { title: '独一无二的标题' })
    await saveArticle(admin, source.id)
    const targetList = [{ targetMenuId: target.id, targetSiteId: siteId }]
    await admin.ok('crossCopy.copy', { dataId: id, targetList })
    const found = await admin.ok('copyLog.page', { key: '独一无二', page: 1, size: 20 })
    const [line] = found.content
    expect(line).toMatchObject({
      title: '独一无二的标题',
      sourceSite: '集团官网',
      sourceMenu: source.title,
      targetMenu: target.title,
      status: 1,
      createDate: expect.stringMatching(/^\d{4}-/),
    })
    expect((await admin.call('copyLog.retry', { id: line?.id })).status).toBe(409)
    expect((await admin.call('copyLog.deleteByIdList', [{ id: line?.id }])).msg).toBe('删除成功')
    expect((await admin.ok('copyLog.page', { key: '独一无二' })).content).toEqual([])
    expect((await admin.call('copyLog.deleteByIdList', [{ id: line?.id }])).status).toBe(404)
  })
})
