import { expect, it } from 'vitest'
import { groupOf } from '#tests/builders/account.ts'
import { grantExactly } from '#tests/builders/column.ts'
import { emptyColumn, pairs, saveArticle } from '#tests/builders/content.ts'
import { buildWorkflow, linkWorkflow } from '#tests/builders/workflow.ts'
import type { TestServer } from '#tests/integration/server/harness/server.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'
import { MENU } from '#shared/domain/systemMenus.ts'
import type { ScheduleAction } from '#shared/contract/contentSchedule.ts'

const HOUR = 3600_000
/** Above the time after which the server looks by itself. */
const PATIENCE = { timeout: 30_000, interval: 50 }

async function stage(server: TestServer) {
  const admin = await server.as('admin')
  const { id: classId } = await emptyColumn(admin)
  const now = () => server.clock.now().getTime()
  const draft = async (title: string) => (await saveArticle(admin, classId, { title }, { isStatus: false })).id
  const plan = (client: typeof admin, ids: number[], action: ScheduleAction, at = now() + HOUR) =>
    client.call('contentSchedule.plan', { classId, idList: ids.map((id) => ({ id })), action, at })
  const isPublic = async (id: number) => (await admin.ok('content.findById', { classId, id })).isStatus
  const plansOf = (id: number) => admin.ok('contentSchedule.ofEntry', { classId, id })
  return { admin, classId, now, draft, plan, isPublic, plansOf, db: server.deps.db, clock: server.clock }
}

/** The same with editors who must agree. */
async function withFlow(server: TestServer) {
  const given = await stage(server)
  const { db, admin, classId } = given
  const flow = await buildWorkflow(admin, { nodes: [[await groupOf(db, 'editor')]] })
  await linkWorkflow(admin, classId, flow)
  await grantExactly(db, 'editor', [{ siteId: 0, menuId: MENU.approvalTasks }])
  const editor = await server.as('editor')
  const answer = async (id: number, pass = true) => {
    const { content } = await editor.ok('approval.taskList', { state: 0 })
    const taskId = content.find(({ dataId }) => dataId === id)?.taskId ?? 0
    return editor.call('approval.approve', { taskId, pass })
  }
  return { ...given, editor, answer }
}

onBothDatabases('an entry with a date', (_server, start) => {
  it('is published and unpublished at its time, once each', async () => {
    const { admin, classId, now, draft, plan, isPublic, plansOf, clock } = await stage(await start())
    const [first, second] = [await draft('甲'), await draft('乙')]
    expect((await plan(admin, [first, second], 'publish')).msg).toBe('已设置')
    expect(await plan(admin, [first], 'unpublish', now() + 2 * HOUR)).toMatchObject({ status: 200 })
    expect(await plansOf(first)).toMatchObject([{ action: 'unpublish' }, { action: 'publish', state: 'planned' }])
    clock.advance(HOUR + 1000)
    await expect.poll(() => isPublic(first), PATIENCE).toBe(true)
    await expect.poll(() => isPublic(second), PATIENCE).toBe(true)
    clock.advance(HOUR + 1000)
    await expect.poll(() => isPublic(first), PATIENCE).toBe(false)
    expect(await isPublic(second)).toBe(true)
    const { content } = await admin.ok('content.revisions', { classId, id: first, page: 1, size: 10 })
    expect(content.map(({ reason }) => reason)).toEqual(['unpublish', 'publish', 'create'])
    expect(await plansOf(first)).toEqual([])
  })

  it('is planned for the future, in an order that makes sense, and as it could be published now', async () => {
    const { admin, classId, now, draft, plan } = await stage(await start())
    const id = await draft('丙')
    expect((await plan(admin, [id], 'publish', now() - 1)).msg).toBe('时间已过，请选择未来的时间')
    expect((await plan(admin, [id], 'unpublish')).msg).toContain('尚未发布')
    await plan(admin, [id], 'publish', now() + 2 * HOUR)
    expect((await plan(admin, [id], 'unpublish', now() + HOUR)).msg).toContain('必须晚于')
    await admin.ok('sensitive.save', { sensitiveWord: '禁词' })
    const bad = await draft('禁词一条')
    const refused = await plan(admin, [bad], 'publish')
    expect(refused).toMatchObject({ status: 409, msg: expect.stringContaining('敏感词“禁词”') })
    const idList = [{ id: bad }]
    const at = now() + HOUR
    await admin.ok('contentSchedule.plan', { classId, idList, action: 'publish', at, acceptSensitive: true })
    const { id: empty } = await admin.ok('content.save', {
      classId,
      isStatus: false,
      fieldList: pairs({ title: '缺' }),
    })
    expect((await plan(admin, [empty], 'publish')).status).toBe(400)
    const shown = await saveArticle(admin, classId)
    expect((await plan(admin, [shown.id], 'publish')).msg).toContain('已发布')
  })

  it('is changed and cancelled, and is listed in the calendar for readers of the column', async () => {
    const server = await start()
    const { admin, now, draft, plan, isPublic, plansOf, clock, db, classId } = await stage(server)
    const id = await draft('丁')
    await plan(admin, [id], 'publish', now() + HOUR)
    await plan(admin, [id], 'publish', now() + 3 * HOUR)
    const [kept, ...others] = await plansOf(id)
    expect(others).toEqual([])
    expect(kept?.at).toBeGreaterThan(now() + 2 * HOUR)
    const range = { siteId: 1, from: now(), to: now() + 24 * HOUR }
    expect(await admin.ok('contentSchedule.calendar', range)).toMatchObject([{ title: '丁', mayChange: true }])
    await grantExactly(db, 'editor', [{ siteId: 1, menuId: classId }])
    const editor = await server.as('editor')
    expect(await editor.ok('contentSchedule.calendar', range)).toMatchObject([{ title: '丁', mayChange: false }])
    expect((await editor.call('contentSchedule.cancel', { id: kept?.id })).status).toBe(403)
    const { id: elsewhere } = await emptyColumn(admin)
    await grantExactly(db, 'editor', [{ siteId: 1, menuId: elsewhere }])
    expect(await (await server.as('editor')).ok('contentSchedule.calendar', range)).toEqual([])
    await admin.ok('contentSchedule.cancel', { id: kept?.id ?? 0 })
    expect((await admin.call('contentSchedule.cancel', { id: kept?.id })).status).toBe(409)
    const other = await draft('戊')
    await plan(admin, [other], 'publish', now() + 3 * HOUR)
    clock.advance(4 * HOUR)
    await expect.poll(() => isPublic(other), PATIENCE).toBe(true)
    expect(await isPublic(id)).toBe(false)
  })

  it('stays as it is when who planned it has lost the right, and reports it', async () => {
    const server = await start()
    const { classId, now, draft, plan, isPublic, plansOf, clock, db } = await stage(server)
    const id = await draft('己')
    await grantExactly(db, 'editor', [{ siteId: 1, menuId: classId, settings: [1101, 1102, 1104] }])
    const editor = await server.as('editor')
    expect(await plan(editor, [id], 'publish')).toMatchObject({ status: 200 })
    await grantExactly(db, 'editor', [{ siteId: 1, menuId: classId, settings: [1102] }])
    clock.advance(HOUR + 1000)
    await expect
      .poll(() => plansOf(id), PATIENCE)
      .toMatchObject([{ state: 'failed', message: expect.stringContaining('安排人“editor”不再拥有栏目') }])
    expect(await isPublic(id)).toBe(false)
    const { content } = await (await server.as('editor')).ok('notice.page', {})
    expect(content).toMatchObject([{ kind: 'scheduleFailed', title: '“己”定时发布失败' }])
    // Somebody who may sets it anew.
    const admin = await server.as('admin')
    expect(await plan(admin, [id], 'publish', now() + HOUR)).toMatchObject({ status: 200 })
    clock.advance(HOUR + 1000)
    await expect.poll(() => isPublic(id), PATIENCE).toBe(true)
  })

  it('of a column with a workflow applies at once and is public on the date when it was agreed to', async () => {
    const { admin, classId, draft, plan, answer, isPublic, plansOf, clock } = await withFlow(await start())
    const id = await draft('庚')
    await plan(admin, [id], 'publish')
    expect(await plansOf(id)).toMatchObject([{ approval: 'needed' }])
    expect((await answer(id)).status).toBe(200)
    expect(await isPublic(id)).toBe(false)
    expect(await plansOf(id)).toMatchObject([{ approval: 'agreed' }])
    // Another time for it needs no second agreement.
    await plan(admin, [id], 'publish')
    expect(await plansOf(id)).toMatchObject([{ approval: 'agreed' }])
    clock.advance(HOUR + 1000)
    await expect.poll(() => isPublic(id), PATIENCE).toBe(true)
    const { content } = await admin.ok('content.revisions', { classId, id, page: 1, size: 1 })
    expect(content).toMatchObject([{ reason: 'agree', author: 'admin' }])
  })

  it('is published by the last agreement when its date came before, and not at all when it was edited since', async () => {
    const { admin, classId, draft, plan, answer, isPublic, plansOf, clock } = await withFlow(await start())
    const [late, edited] = [await draft('辛'), await draft('壬')]
    await plan(admin, [late], 'publish')
    await plan(admin, [edited], 'publish')
    await answer(edited)
    await admin.ok('content.save', { classId, id: edited, isStatus: false, fieldList: pairs({ source: '改' }) })
    clock.advance(HOUR + 1000)
    await expect
      .poll(() => plansOf(edited), PATIENCE)
      .toMatchObject([{ state: 'failed', message: expect.stringContaining('审批通过后又被修改') }])
    await expect.poll(() => plansOf(late), PATIENCE).toEqual([])
    expect([await isPublic(late), await isPublic(edited)]).toEqual([false, false])
    await answer(late)
    expect(await isPublic(late)).toBe(true)
  })

  it('reports a refused application, and applies again with another date', async () => {
    const { admin, draft, plan, answer, isPublic, plansOf, clock } = await withFlow(await start())
    const id = await draft('丑')
    await plan(admin, [id], 'publish')
    await answer(id, false)
    expect(await plansOf(id)).toMatchObject([{ state: 'planned', approval: 'ended' }])
    await plan(admin, [id], 'publish')
    expect(await plansOf(id)).toMatchObject([{ approval: 'needed' }])
    await answer(id)
    clock.advance(HOUR + 1000)
    await expect.poll(() => isPublic(id), PATIENCE).toBe(true)
  })

  it('keeps newer public texts: an older agreed version does not overwrite them', async () => {
    const { admin, classId, draft, plan, answer, isPublic, plansOf, clock } = await withFlow(await start())
    const id = await draft('癸')
    const save = (source: string) =>
      admin.ok('content.save', { classId, id, isStatus: true, fieldList: pairs({ source }) })
    const sourceOf = async () => (await admin.ok('content.findById', { classId, id }))['source']
    await admin.ok('content.publish', { classId, idList: [{ id }] })
    await answer(id)
    expect(await isPublic(id)).toBe(true)
    await save('同意过的')
    await plan(admin, [id], 'publish')
    await answer(id)
    expect(await plansOf(id)).toMatchObject([{ approval: 'agreed' }])
    // Another date for it is no new publication.
    expect((await plan(admin, [id], 'publish')).msg).toBe('已设置')
    await linkWorkflow(admin, classId, await buildWorkflow(admin), 0)
    await save('更新的')
    clock.advance(HOUR + 1000)
    await expect
      .poll(() => plansOf(id), PATIENCE)
      .toMatchObject([{ state: 'failed', message: expect.stringContaining('审批通过后又被修改') }])
    expect(await sourceOf()).toBe('更新的')
  })

  it('is submitted again when it was edited after the agreement and gets another date', async () => {
    const { admin, classId, draft, plan, answer, isPublic, plansOf, clock } = await withFlow(await start())
    const id = await draft('子')
    await plan(admin, [id], 'publish')
    await answer(id)
    await admin.ok('content.save', { classId, id, isStatus: false, fieldList: pairs({ source: '改过' }) })
    expect((await plan(admin, [id], 'publish')).msg).toBe('已设置')
    expect(await plansOf(id)).toMatchObject([{ approval: 'needed' }])
    await answer(id)
    clock.advance(HOUR + 1000)
    await expect.poll(() => isPublic(id), PATIENCE).toBe(true)
    expect(await admin.ok('content.findById', { classId, id })).toMatchObject({ source: '改过' })
  })
})
