import { beforeEach, expect, it } from 'vitest'
import { MENU } from '#shared/domain/systemMenus.ts'
import { groupOf } from '#tests/builders/account.ts'
import { grantExactly } from '#tests/builders/column.ts'
import { emptyColumn, saveArticle } from '#tests/builders/content.ts'
import { buildWorkflow, linkWorkflow } from '#tests/builders/workflow.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'
import type { TestServer } from '#tests/integration/server/harness/server.ts'

const CODES = [1101, 1102, 1103, 1104]
const WORD = '禁用词甲'

/** A column without a workflow, and a class of words that designer alone may agree to. */
async function stage(server: TestServer) {
  const { db } = server.deps
  const admin = await server.as('admin')
  const { id: classId } = await emptyColumn(admin)
  const grants = [
    { siteId: 0, menuId: MENU.approvalTasks },
    { siteId: 1, menuId: classId, settings: CODES },
  ]
  for (const name of ['editor', 'designer']) await grantExactly(db, name, grants)
  const [editor, designer] = [await server.as('editor'), await server.as('designer')]
  const idOf = async (username: string) =>
    (await db.selectFrom('account').select('id').where('username', '=', username).executeTakeFirstOrThrow()).id
  const persons = [await idOf('designer')]
  const wordClass = (await admin.ok('sensitive.saveClass', { title: '人名', isForbidding: true, persons }))?.id ?? 0
  await admin.ok('sensitive.save', { sensitiveWord: WORD, propWord: '', classId: wordClass })
  const entry = (id: number) => admin.ok('content.findById', { classId, id })
  const tasks = async (client: typeof admin) =>
    (await client.ok('approval.taskList', { state: 0, pageSize: 100 })).content.filter(
      ({ menuId }) => menuId === classId,
    )
  const answer = async (client: typeof admin, pass = true) =>
    client.call('approval.approve', {
      taskId: (await tasks(client))[0]?.taskId ?? 0,
      pass,
      approveResult: '',
      siteId: 1,
    })
  const withWord = { source: `据${WORD}报道` }
  return { db, admin, editor, designer, classId, wordClass, persons, idOf, entry, tasks, answer, withWord }
}

onBothDatabases('a word of a forbidding class', (server) => {
  beforeEach(async () => {
    const { db } = server().deps
    for (const table of ['sensitive_word', 'sensitive_class', 'sensitive_class_person'] as const)
      await db.deleteFrom(table).execute()
  })

  it('is published once the assigned person has agreed; the editor sees whose agreement is needed', async () => {
    const { admin, editor, designer, classId, entry, tasks, answer, withWord } = await stage(server())
    const fieldList = [
      { fieldName: 'title', fieldValue: '题' },
      { fieldName: 'publishTime', fieldValue: '2026-03-01 09:00:00' },
      { fieldName: 'content', fieldValue: `<p>见到${WORD}</p>` },
    ]
    const asked = await editor.call('content.save', { classId, isStatus: true, fieldList })
    expect(asked).toMatchObject({ status: 409, msg: expect.stringContaining('须经') })
    expect(asked.data).toMatchObject({
      facts: {
        kind: 'words',
        hits: [{ word: WORD, forbids: { title: '人名', own: false, persons: [expect.any(String)] } }],
      },
    })
    const saved = await saveArticle(editor, classId, withWord, { acceptSensitive: true })
    expect(saved).toMatchObject({ isStatus: false, approval: 'submitted' })
    // Super administrators don't take the place of a person who is there.
    expect((await answer(admin)).status).not.toBe(200)
    expect(await tasks(editor)).toEqual([])
    const [task] = await tasks(designer)
    expect(task).toMatchObject({ nodeTitle: '敏感词“人名”', approveType: 1, nobody: false })
    expect(await admin.call('approval.approve', { taskId: task?.taskId, pass: true })).toMatchObject({ status: 403 })
    expect((await answer(designer)).status).toBe(200)
    expect(await entry(saved.id)).toMatchObject({ isStatus: true, approveInstanceId: '' })
  })

  it('stays a draft when its person refuses, and is no question for the person himself', async () => {
    const { editor, designer, classId, entry, answer, withWord } = await stage(server())
    const saved = await saveArticle(editor, classId, withWord, { acceptSensitive: true })
    expect((await answer(designer, false)).status).toBe(200)
    expect(await entry(saved.id)).toMatchObject({ isStatus: false, pass: false })
    const own = await saveArticle(designer, classId, withWord, { acceptSensitive: true })
    expect(own).toMatchObject({ isStatus: true, approval: 'none' })
  })

  it('comes before the steps of a workflow', async () => {
    const { db, admin, editor, designer, classId, entry, tasks, answer, withWord } = await stage(server())
    await linkWorkflow(admin, classId, await buildWorkflow(admin, { nodes: [[await groupOf(db, 'editor')]] }))
    const { id } = await saveArticle(admin, classId, withWord, { acceptSensitive: true })
    expect(await tasks(editor)).toEqual([])
    const detail = await admin.ok('approval.detail', { instanceId: Number((await entry(id)).approveInstanceId) })
    expect(detail.steps.map(({ title, roles }) => [title, roles.length])).toEqual([
      ['敏感词“人名”', 1],
      ['节点 1', 1],
    ])
    expect((await answer(designer)).status).toBe(200)
    expect((await entry(id)).isStatus).toBe(false)
    expect((await answer(editor)).status).toBe(200)
    expect((await entry(id)).isStatus).toBe(true)
  })

  it('that came into the class while an application waited is asked for after its last step', async () => {
    const { db, admin, editor, designer, classId, wordClass, entry, tasks, answer } = await stage(server())
    await linkWorkflow(admin, classId, await buildWorkflow(admin, { nodes: [[await groupOf(db, 'editor')]] }))
    const { id } = await saveArticle(admin, classId, { source: '据新词乙报道' })
    await admin.ok('sensitive.save', { sensitiveWord: '新词乙', propWord: '', classId: wordClass })
    expect((await answer(editor)).status).toBe(200)
    expect((await entry(id)).isStatus).toBe(false)
    expect((await tasks(designer))[0]).toMatchObject({ dataId: id, nodeTitle: '敏感词“人名”' })
    expect((await answer(designer)).status).toBe(200)
    expect((await entry(id)).isStatus).toBe(true)
  })

  it('lets a batch publish the others, and applies for those with it', async () => {
    const { editor, designer, classId, entry, answer, withWord } = await stage(server())
    const draft = { isStatus: false }
    const { id: plain } = await saveArticle(editor, classId, {}, draft)
    const { id: forbidden } = await saveArticle(editor, classId, withWord, draft)
    const idList = [plain, forbidden]
    expect(await editor.call('content.publish', { classId, idList })).toMatchObject({ status: 409 })
    const done = await editor.call('content.publish', { classId, idList, acceptSensitive: true })
    expect(done).toMatchObject({ status: 200, msg: '已发布 1 条，另有 1 条已提交审批，同意后发布' })
    expect([(await entry(plain)).isStatus, (await entry(forbidden)).isStatus]).toEqual([true, false])
    expect((await answer(designer)).status).toBe(200)
    expect((await entry(forbidden)).isStatus).toBe(true)
  })

  it('does not become public again out of the recycle bin, nor by an old version', async () => {
    const { editor, designer, classId, wordClass, admin, entry } = await stage(server())
    const { id } = await saveArticle(editor, classId, { source: '据丙词报道' })
    await saveArticle(editor, classId, { source: '改' }, { id })
    const { id: other } = await saveArticle(editor, classId, { source: '据丙词报道' })
    await admin.ok('sensitive.save', { sensitiveWord: '丙词', propWord: '', classId: wordClass })
    // What is public already stays so, as long as nobody publishes other words.
    expect((await entry(other)).isStatus).toBe(true)
    await editor.ok('content.deleteByIdList', { classId, idList: [other] })
    const restored = await editor.call('content.restore', { classId, idList: [other], acceptSensitive: true })
    expect(restored).toMatchObject({ status: 200, msg: expect.stringContaining('已存为草稿') })
    expect((await entry(other)).isStatus).toBe(false)
    const { content } = await editor.ok('content.revisions', { classId, id, size: 10 })
    const revisionId = content.at(-1)?.id ?? 0
    await editor.ok('content.restoreRevision', { classId, id, revisionId, acceptSensitive: true })
    expect(await entry(id)).toMatchObject({ isStatus: true, source: '改' })
    expect((await designer.ok('approval.taskList', { state: 0 })).content[0]).toMatchObject({ dataId: id })
  })

  it('of a class that only asks, or of none, is asked about as ever', async () => {
    const { admin, editor, classId, wordClass } = await stage(server())
    const { version } = (await admin.ok('sensitive.classes', {}))[0] ?? {}
    await admin.ok('sensitive.saveClass', { id: wordClass, title: '人名', isForbidding: false, persons: [], version })
    const saved = await saveArticle(editor, classId, { source: WORD }, { acceptSensitive: true })
    expect(saved).toMatchObject({ isStatus: true, approval: 'none' })
  })

  it('waits for nobody: without its people super administrators agree, and an heir takes over', async () => {
    const { db, admin, editor, classId, persons, entry, tasks, answer, withWord } = await stage(server())
    const { id } = await saveArticle(editor, classId, withWord, { acceptSensitive: true })
    await db.updateTable('account').set({ isStatus: 0 }).where('id', 'in', persons).execute()
    try {
      const seen = await admin.ok('approval.taskList', { state: 0, seeAll: true, pageSize: 100 })
      expect(seen.content.find(({ dataId }) => dataId === id)).toMatchObject({ nobody: true, approveType: 1 })
      const { taskId } = seen.content.find(({ dataId }) => dataId === id) ?? { taskId: 0 }
      expect((await admin.call('approval.approve', { taskId, pass: true, approveResult: '' })).status).toBe(200)
      expect((await entry(id)).isStatus).toBe(true)
      expect(await tasks(admin)).toEqual([])
      expect((await answer(admin)).status).not.toBe(200)
    } finally {
      await db.updateTable('account').set({ isStatus: 1 }).where('id', 'in', persons).execute()
    }
  })
})

onBothDatabases('classes of sensitive words', (server) => {
  it('are made, changed and taken away; their words stay', async () => {
    const admin = await server().as('admin')
    const { db } = server().deps
    const { id: person } = await db
      .selectFrom('account')
      .select('id')
      .where('username', '=', 'editor')
      .executeTakeFirstOrThrow()
    const none = await admin.call('sensitive.saveClass', { title: '广告', isForbidding: true, persons: [] })
    expect(none).toMatchObject({ status: 400, msg: expect.stringContaining('请选择同意人') })
    const { id } = await admin.ok('sensitive.saveClass', { title: '广告', isForbidding: true, persons: [person] })
    expect(await admin.call('sensitive.saveClass', { title: '广告' })).toMatchObject({
      status: 409,
      msg: expect.stringContaining('已存在'),
    })
    expect(await admin.call('sensitive.saveClass', { title: '别的', persons: [999_999] })).toMatchObject({
      status: 404,
    })
    const word = await admin.ok('sensitive.save', { sensitiveWord: '特价', propWord: '', classId: id })
    expect(word?.classId).toBe(id)
    const found = (await admin.ok('sensitive.classes', {})).find((each) => each.id === id)
    expect(found).toMatchObject({ title: '广告', isForbidding: true, words: 1, persons: [{ accountId: person }] })
    const stale = await admin.call('sensitive.saveClass', { id, title: '广告语', persons: [], version: 99 })
    expect(stale.status).toBe(409)
    await admin.ok('sensitive.deleteClass', { id })
    expect(await admin.ok('sensitive.findById', { id: word?.id ?? 0 })).toMatchObject({ classId: 0 })
    expect((await admin.call('sensitive.save', { sensitiveWord: '特卖', propWord: '', classId: id })).status).toBe(404)
  })
})
