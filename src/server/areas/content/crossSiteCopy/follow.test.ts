import { expect, it } from 'vitest'
import { emptyColumn, saveArticle } from '#tests/builders/content.ts'
import { grantExactly } from '#tests/builders/column.ts'
import { buildSite } from '#tests/builders/site.ts'
import { buildWorkflow, linkWorkflow } from '#tests/builders/workflow.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'
import type { TestServer } from '#tests/integration/server/harness/server.ts'

const NAMES = ['title', 'content', 'source', 'publishTime']
const PAIRS = NAMES.map((name) => ({ sourceField: name, targetField: name }))
const ALL = { followUpdate: true, followUnpublish: true, followDelete: true }

/** A column of site 1, one like it on another site, and a rule between them whose copies follow. */
async function stage(server: TestServer, follows: object = ALL) {
  const { db } = server.deps
  const admin = await server.as('admin')
  const source = await emptyColumn(admin)
  const siteId = await buildSite(db)
  const target = await admin.ok('column.copy', { copyIdFrom: source.id, toMenuParentId: 0, toSiteId: siteId })
  const rule = (from: { id: number; siteId: number }, to: { id: number; siteId: number }, more: object = {}) =>
    admin.ok('copyRule.save', {
      title: '跟随',
      isRun: true,
      sourceSiteId: from.siteId,
      sourceMenuId: from.id,
      targetSiteId: to.siteId,
      targetMenuId: to.id,
      rules: PAIRS,
      ...more,
    })
  const { id: ruleId } = await rule(source, target, follows)
  /** A published entry and its published copy. */
  const copied = async (isPublic = true) => {
    const { id } = await saveArticle(admin, source.id, { source: '旧' })
    await admin.ok('crossCopy.runRules', { dataIds: [id], menuId: source.id })
    const { targetId } = await db
      .selectFrom('copy_link')
      .select('targetId')
      .where('ruleId', '=', ruleId)
      .where('sourceId', '=', id)
      .executeTakeFirstOrThrow()
    if (isPublic) await admin.ok('content.publish', { classId: target.id, idList: [targetId] })
    return { id, copy: targetId }
  }
  const entry = (classId: number, id: number) => admin.ok('content.findById', { classId, id })
  const copyOf = (id: number) => entry(target.id, id)
  const links = (dataId: number, menuId = target.id) => admin.ok('crossCopy.links', { menuId, dataId })
  /** Until no change waits to be followed. */
  const settled = async (): Promise<void> => {
    await expect
      .poll(async () => (await db.selectFrom('copy_follow').select('ruleId').execute()).length, { timeout: 30_000 })
      .toBe(0)
  }
  return { db, admin, source, target, siteId, ruleId, rule, copied, entry, copyOf, links, settled }
}

onBothDatabases('a copy that follows its source', (server) => {
  it('becomes other, leaves the site and goes to the recycle bin as that does', async () => {
    const { admin, source, copied, copyOf, links, settled } = await stage(server())
    const { id, copy } = await copied()
    expect(await links(copy)).toMatchObject({
      from: { dataId: id, rule: '跟随', follows: ['update', 'unpublish', 'delete'], state: 'public' },
      to: [],
      update: null,
    })
    expect((await links(id, source.id)).to).toMatchObject([{ dataId: copy, state: 'public' }])
    await saveArticle(admin, source.id, { source: '新' }, { id })
    await settled()
    expect(await copyOf(copy)).toMatchObject({ source: '新', isStatus: true })
    await admin.ok('content.unpublish', { classId: source.id, idList: [id] })
    await settled()
    expect((await copyOf(copy)).isStatus).toBe(false)
    // Publishing it again at the source lets nothing be public elsewhere.
    await admin.ok('content.publish', { classId: source.id, idList: [id] })
    await settled()
    expect((await copyOf(copy)).isStatus).toBe(false)
    await admin.ok('content.deleteByIdList', { classId: source.id, idList: [id] })
    await settled()
    expect((await copyOf(copy)).recycleTime).toMatch(/^\d{4}-/)
    const { content } = await admin.ok('content.timeline', {
      classId: (await copyOf(copy)).classId,
      id: copy,
      size: 50,
    })
    expect(content.map(({ kind }) => kind).toReversed()).toEqual([
      'copiedFrom',
      'published',
      'followed',
      'unpublished',
      'recycled',
    ])
  })

  it('follows only the changes that its rule names, and none while the rule is off', async () => {
    const { admin, source, ruleId, copied, copyOf, settled } = await stage(server(), { followUpdate: true })
    const { id, copy } = await copied()
    await admin.ok('content.unpublish', { classId: source.id, idList: [id] })
    await settled()
    expect((await copyOf(copy)).isStatus).toBe(true)
    // What is a draft at the source does not become public at the target.
    await saveArticle(admin, source.id, { source: '草稿' }, { id, isStatus: false })
    await settled()
    expect(await copyOf(copy)).toMatchObject({ source: '旧', isStatus: true })
    await admin.ok('copyRule.updateRun', { id: ruleId, isRun: false })
    await saveArticle(admin, source.id, { source: '停' }, { id })
    await settled()
    expect((await copyOf(copy)).source).toBe('旧')
    await admin.ok('copyRule.updateRun', { id: ruleId, isRun: true })
    await admin.ok('content.deleteByIdList', { classId: source.id, idList: [id] })
    await settled()
    expect((await copyOf(copy)).recycleTime).toBeUndefined()
  })

  it('keeps edits made at the target: its editor accepts or rejects the update', async () => {
    const { db, siteId, admin, source, target, copied, copyOf, links, settled } = await stage(server())
    const { id, copy } = await copied()
    await saveArticle(admin, target.id, { source: '本站' }, { id: copy })
    // Another field is no conflict.
    await saveArticle(admin, source.id, { source: '旧', title: '新标题' }, { id })
    await settled()
    expect(await copyOf(copy)).toMatchObject({ title: '新标题', source: '本站' })
    await saveArticle(admin, source.id, { source: '新', title: '新标题' }, { id })
    await settled()
    expect((await copyOf(copy)).source).toBe('本站')
    const { update } = await links(copy)
    expect(update).toMatchObject({ kind: 'update', author: 'admin' })
    expect(update?.fields).toMatchObject([{ fieldName: 'source', before: '本站', base: '旧', after: '新' }])
    const answer = (updateId: number, accept: boolean) =>
      admin.call('crossCopy.answerUpdate', { menuId: target.id, dataId: copy, updateId, accept })
    expect((await answer(update?.id ?? 0, false)).status).toBe(200)
    expect((await copyOf(copy)).source).toBe('本站')
    expect((await answer(update?.id ?? 0, true)).status).toBe(404)
    // The same change is not offered again, the next one is.
    await saveArticle(admin, source.id, { source: '新', title: '又一个标题' }, { id })
    await settled()
    expect(await links(copy)).toMatchObject({ update: null })
    expect((await copyOf(copy)).title).toBe('又一个标题')
    await saveArticle(admin, source.id, { source: '更新', title: '又一个标题' }, { id })
    await settled()
    const next = (await links(copy)).update
    expect((await answer(next?.id ?? 0, true)).status).toBe(200)
    expect(await copyOf(copy)).toMatchObject({ source: '更新', isStatus: true })
    await saveArticle(admin, target.id, { source: '再改', title: '又一个标题' }, { id: copy })
    await admin.ok('content.deleteByIdList', { classId: source.id, idList: [id] })
    await settled()
    expect((await links(copy)).update).toMatchObject({ kind: 'delete', fields: [] })
    const updateId = (await links(copy)).update?.id ?? 0
    // Whoever may edit takes over what was edited; a deletion needs the right to delete.
    await grantExactly(db, 'editor', [{ siteId, menuId: target.id, settings: [1102] }])
    const editor = await server().as('editor')
    const order = { menuId: target.id, dataId: copy, updateId, accept: true }
    expect((await editor.call('crossCopy.answerUpdate', order)).status).toBe(403)
    expect((await copyOf(copy)).recycleTime).toBeUndefined()
    expect((await answer(updateId, true)).status).toBe(200)
    expect((await copyOf(copy)).recycleTime).toMatch(/^\d{4}-/)
  })

  it('goes through the approval of the target column', async () => {
    const { admin, source, target, siteId, copied, copyOf, settled } = await stage(server())
    const { id, copy } = await copied()
    await linkWorkflow(admin, target.id, await buildWorkflow(admin, { siteId }))
    await saveArticle(admin, source.id, { source: '新' }, { id })
    await settled()
    const waiting = await copyOf(copy)
    expect(waiting).toMatchObject({ source: '旧', isStatus: true })
    expect(waiting.approveInstanceId).not.toBe('')
    const { content } = await admin.ok('approval.taskList', { state: 0, siteId })
    const task = content.find(({ dataId }) => dataId === copy)
    expect(task?.approveRemark).toBe('随来源更新提交审核')
    expect((await admin.call('approval.approve', { taskId: task?.taskId, pass: true, approveResult: '' })).status).toBe(
      200,
    )
    expect(await copyOf(copy)).toMatchObject({ source: '新', isStatus: true })
  })

  it('says in the log why it could not, and tries again', async () => {
    const { db, admin, source, target, ruleId, copied, copyOf, settled } = await stage(server())
    const { id, copy } = await copied()
    const { accountId } = await db
      .selectFrom('copy_rule')
      .select('accountId')
      .where('id', '=', ruleId)
      .executeTakeFirstOrThrow()
    const editor = await db
      .selectFrom('account')
      .select('id')
      .where('username', '=', 'editor')
      .executeTakeFirstOrThrow()
    await grantExactly(db, 'editor', [{ siteId: 1, menuId: source.id }])
    await db.updateTable('copy_rule').set({ accountId: editor.id }).where('id', '=', ruleId).execute()
    await saveArticle(admin, source.id, { source: '新' }, { id })
    await settled()
    expect((await copyOf(copy)).source).toBe('旧')
    const { content } = await admin.ok('copyLog.page', { size: 50, status: 0 })
    const line = content.find(({ targetId }) => targetId === copy)
    expect(line?.reason).toContain('缺少目标站栏目的新增权限')
    await db.updateTable('copy_rule').set({ accountId }).where('id', '=', ruleId).execute()
    expect((await admin.call('copyLog.retry', { id: line?.id ?? 0 })).status).toBe(200)
    expect(await copyOf(copy)).toMatchObject({ source: '新', classId: target.id })
  })

  it('never runs in a circle, over any number of rules', async () => {
    const { admin, source, target, siteId, rule, copied, entry, copyOf, settled } = await stage(server())
    const third = await admin.ok('column.copy', { copyIdFrom: source.id, toMenuParentId: 0, toSiteId: siteId })
    await rule(target, third, ALL)
    await rule(third, source, ALL)
    const { id, copy } = await copied()
    await admin.ok('crossCopy.runRules', { dataIds: [copy], menuId: target.id })
    const [last] = (await admin.ok('content.page', { classId: third.id })).content
    await admin.ok('crossCopy.runRules', { dataIds: [last?.id ?? 0], menuId: third.id })
    expect((await admin.ok('content.page', { classId: source.id })).totalElements).toBe(1)
    await saveArticle(admin, source.id, { source: '新' }, { id })
    await settled()
    expect((await copyOf(copy)).source).toBe('新')
    expect((await entry(third.id, last?.id ?? 0)).source).toBe('新')
    const { version } = await entry(source.id, id)
    await settled()
    expect((await entry(source.id, id)).version).toBe(version)
  })

  it('waits when it may not publish there, or is being approved', async () => {
    const { db, admin, source, target, ruleId, copied, copyOf, links, settled } = await stage(server())
    const { id, copy } = await copied()
    const editor = await db
      .selectFrom('account')
      .select('id')
      .where('username', '=', 'editor')
      .executeTakeFirstOrThrow()
    await grantExactly(db, 'editor', [
      { siteId: 1, menuId: source.id, settings: [1105, 1106] },
      { siteId: target.siteId, menuId: target.id, settings: [1101] },
    ])
    await db.updateTable('copy_rule').set({ accountId: editor.id }).where('id', '=', ruleId).execute()
    await saveArticle(admin, source.id, { source: '新' }, { id })
    await settled()
    expect((await copyOf(copy)).source).toBe('旧')
    expect((await links(copy)).update?.fields).toMatchObject([{ fieldName: 'source', after: '新' }])
  })
})

onBothDatabases('entries that relate to each other', (server) => {
  it('find their copies, in whichever order they are copied', async () => {
    const admin = await server().as('admin')
    const source = await emptyColumn(admin)
    const siteId = await buildSite(server().deps.db)
    const field = {
      fieldName: 'also',
      fieldAlias: '相关内容',
      fieldType: 'RelationContent' as const,
      isAdd: true,
      isUpdate: true,
      relationMark: String(source.id),
    }
    const { menuFieldDTOList } = await admin.ok('column.getSettingField', { id: source.id })
    await admin.ok('column.settingField', { id: source.id, menuFieldDTOList: [...menuFieldDTOList, field] })
    const target = await admin.ok('column.copy', { copyIdFrom: source.id, toMenuParentId: 0, toSiteId: siteId })
    const { id } = await admin.ok('copyRule.save', {
      title: '相关',
      isRun: true,
      sourceSiteId: 1,
      sourceMenuId: source.id,
      targetSiteId: siteId,
      targetMenuId: target.id,
      rules: ['title', 'also'].map((name) => ({ sourceField: name, targetField: name })),
    })
    const second = await saveArticle(admin, source.id, { title: '乙' }, { isStatus: false })
    const first = await saveArticle(admin, source.id, { title: '甲', also: String(second.id) }, { isStatus: false })
    await saveArticle(admin, source.id, { title: '乙', also: String(first.id) }, { id: second.id, isStatus: false })
    const copies = async () => {
      const { content } = await admin.ok('content.page', { classId: target.id, size: 10 })
      const found = new Map<string, { id: number; also: unknown }>()
      for (const row of content) {
        const whole = await admin.ok('content.findById', { classId: target.id, id: row.id })
        found.set(String(whole['title']), { id: row.id, also: whole['also'] })
      }
      return found
    }
    await admin.ok('crossCopy.runRules', { dataIds: [first.id], menuId: source.id })
    expect((await copies()).get('甲')?.also).toBe('')
    await admin.ok('crossCopy.runRules', { dataIds: [second.id], menuId: source.id })
    const both = await copies()
    expect(both.get('甲')?.also).toBe(String(both.get('乙')?.id))
    expect(both.get('乙')?.also).toBe(String(both.get('甲')?.id))
    expect(id).toBeGreaterThan(0)
  })
})
