import { expect, it } from 'vitest'
import { createWorkContext } from '#server/http/workContext.ts'
import { buildAccount, groupOf } from '#tests/builders/account.ts'
import { emptyColumn, saveArticle } from '#tests/builders/content.ts'
import { buildWorkflow, linkWorkflow } from '#tests/builders/workflow.ts'
import { onBothDatabases } from '#tests/integration/server/harness/onBothDatabases.ts'
import type { TestServer } from '#tests/integration/server/harness/server.ts'
import { approve } from './decide.ts'

/**
 * An entry that waits for the second of two steps (or the first of them), and a super administrator's answers that have read the
 * task already.
 */
async function stage(server: TestServer, step: 1 | 2 = 2) {
  const { deps } = server
  const { db } = deps
  const admin = await server.as('admin')
  const column = await emptyColumn(admin)
  await linkWorkflow(admin, column.id, await buildWorkflow(admin, { nodes: [[1], [await groupOf(db, 'designer')]] }))
  const { id } = await saveArticle(admin, column.id)
  const task = async () =>
    (await admin.ok('approval.taskList', { state: 0, seeAll: true })).content.find(({ dataId }) => dataId === id)
      ?.taskId ?? 0
  if (step === 2) await admin.ok('approval.approve', { taskId: await task(), pass: true })
  const input = { taskId: await task(), pass: true, approveResult: '' }
  const by = await db.selectFrom('account').selectAll().where('username', '=', 'admin').executeTakeFirstOrThrow()
  const who = { accountId: by.id, username: by.username, authority: { groupId: 1, siteItemDTOList: [] } }
  const lateAnswer = async (pass: boolean) => {
    const late = await approve.prepare(createWorkContext(deps, db, who).ctx, { ...input, pass })
    return () => db.transaction().execute((tx) => late(createWorkContext(deps, tx, who).ctx, { ...input, pass }))
  }
  const [agree, refuse] = [await lateAnswer(true), await lateAnswer(false)]
  const entry = () => admin.ok('content.findById', { classId: column.id, id })
  const approval = db.updateTable('approval').where('contentId', '=', id)
  const events = async () =>
    (await db.selectFrom('content_event').select('kind').where('contentId', '=', id).orderBy('id').execute()).map(
      ({ kind }) => kind,
    )
  return { db, admin, input, agree, refuse, entry, approval, events }
}

onBothDatabases('an agreement to what has changed since it was read', (server) => {
  it('writes nothing when another decision came first, or the application was withdrawn', async () => {
    const refused = await stage(server())
    await refused.admin.ok('approval.approve', { ...refused.input, pass: false })
    const before = await refused.events()
    await expect(refused.agree()).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining('拒绝') })
    expect(await refused.entry()).toMatchObject({ isStatus: false, pass: false })
    expect(await refused.events()).toEqual(before)
    const withdrawn = await stage(server())
    const { approveInstanceId } = await withdrawn.entry()
    await withdrawn.admin.ok('approval.cancle', { id: Number(approveInstanceId) })
    await expect(withdrawn.agree()).rejects.toMatchObject({ code: 'conflict' })
    expect((await withdrawn.entry()).isStatus).toBe(false)
    const later = await withdrawn.events()
    await expect(withdrawn.refuse()).rejects.toMatchObject({ code: 'conflict' })
    expect(await withdrawn.entry()).toMatchObject({ pass: true })
    expect(await withdrawn.events()).toEqual(later)
    const first = await stage(server(), 1)
    await first.admin.ok('approval.approve', first.input)
    const agreed = await first.events()
    for (const answer of [first.agree, first.refuse]) await expect(answer()).rejects.toMatchObject({ code: 'conflict' })
    expect(await first.events()).toEqual(agreed)
    expect((await first.entry()).approveInstanceId).not.toBe('')
  })

  it('applies to the current application: its new applicant is notified of a refusal, and the entry is no longer pending', async () => {
    const { db, refuse, entry, approval } = await stage(server())
    const heir = await buildAccount(db, { roleId: await groupOf(db, 'designer') })
    await approval.set({ applicantId: heir }).execute()
    const waits = async () => (await entry()).approveInstanceId
    const id = Number(await waits())
    await refuse()
    expect(await waits()).toBe('')
    const row = db.selectFrom('approval').select(['state', 'endedBy', 'applicantId']).where('id', '=', id)
    expect(await row.execute()).toEqual([{ state: 'refused', endedBy: 'admin', applicantId: heir }])
    const told = db.selectFrom('notice').select('kind').where('accountId', '=', heir)
    expect(await told.execute()).toHaveLength(1)
  })

  it('is that of the steps as they are now: with another one added the entry is not public yet', async () => {
    const { db, agree, entry, approval, events } = await stage(server())
    const { steps } = await approval.returning('steps').set({ endRemark: '' }).executeTakeFirstOrThrow()
    const more = [...(JSON.parse(steps) as object[]), { title: '终审', roleIds: [1] }]
    await approval.set({ steps: JSON.stringify(more) }).execute()
    await agree()
    const found = await entry()
    expect(found.isStatus).toBe(false)
    const open = db.selectFrom('approval_task').select('title').where('state', '=', 0)
    const task = await open.where('approvalId', '=', Number(found.approveInstanceId)).execute()
    expect(task).toEqual([{ title: '终审' }])
    expect(await events()).toEqual(['created', 'submitted', 'agreed', 'agreed'])
  })

  it('publishes in the name of who applies now, and reports it in the order in which it happened', async () => {
    const { db, agree, entry, approval, events } = await stage(server())
    const heir = await buildAccount(db, { roleId: await groupOf(db, 'designer') })
    await approval.set({ applicantId: heir, applicant: '接手的人' }).execute()
    await agree()
    const { id, ...found } = await entry()
    expect(found).toMatchObject({ isStatus: true, approveInstanceId: '' })
    const row = db.selectFrom('content').select('updatedBy').where('id', '=', id)
    expect(await row.execute()).toEqual([{ updatedBy: '接手的人' }])
    expect(await events()).toEqual(['created', 'submitted', 'agreed', 'agreed', 'published'])
  })
})
