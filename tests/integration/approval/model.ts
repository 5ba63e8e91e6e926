import fc from 'fast-check'
import { expect } from 'vitest'
import { MENU } from '#shared/domain/systemMenus.ts'
import { groupOf } from '#tests/builders/account.ts'
import { grantExactly } from '#tests/builders/column.ts'
import { ARTICLE, emptyColumn, pairs } from '#tests/builders/content.ts'
import { buildWorkflow, linkWorkflow } from '#tests/builders/workflow.ts'
import type { TestClient } from '#tests/integration/server/harness/client.ts'
import type { TestServer } from '#tests/integration/server/harness/server.ts'

/** Numbers from 0 to below 1, the same for the same seed. */
function randomOf(seed: number): () => number {
  const [numbers] = fc.sample(fc.infiniteStream(fc.noBias(fc.nat(999_999))), { seed, numRuns: 1 })
  return () => Number(numbers?.next().value) / 1_000_000
}

const PEOPLE = ['admin', 'editor', 'designer', 'guest'] as const
/** Refusals that the rules allow; anything else is a fault. */
const REFUSED = new Set([200, 400, 403, 404, 409])

/**
 * People who write, apply, agree, refuse, take back, take off, delete and give back entries of one column, at random, while its
 * workflow is changed, linked and unlinked. `steps` calls, some at the same moment. Throws what breaks a rule; answers how many
 * entries there were to break one.
 */
export async function playApproval(server: TestServer, seed: number, steps: number): Promise<number> {
  const random = randomOf(seed)
  const { db } = server.deps
  const pick = <T>(list: readonly T[]): T => {
    const item = list[Math.floor(random() * list.length)]
    if (item === undefined) throw new Error('nothing to choose from')
    return item
  }
  const admin = await server.as('admin')
  const { id: classId } = await emptyColumn(admin)
  const roles = await Promise.all(PEOPLE.slice(1).map((name) => groupOf(db, name)))
  const codes = Array.from({ length: 22 }, (_each, at) => 1101 + at)
  const menus = [MENU.approvalTasks, MENU.menuWorkflow].map((menuId) => ({ siteId: 0, menuId }))
  for (const name of PEOPLE.slice(1))
    await grantExactly(db, name, [...menus, { siteId: 1, menuId: classId, settings: codes }])
  const people = new Map<string, TestClient>()
  for (const name of PEOPLE) people.set(name, await server.as(name))
  const flows = [await buildWorkflow(admin, { nodes: [[roles[0] ?? 0], [roles[1] ?? 0]] })]
  flows.push(await buildWorkflow(admin, { nodes: [[roles[2] ?? 0]], revocability: false }))
  await linkWorkflow(admin, classId, flows[0] ?? 0)
  /** Texts that were published while nothing had to be agreed to. */
  const free = new Set<string>()
  let linked = true
  let texts = 0
  const entries: number[] = []
  const form = (isStatus: boolean) => ({
    classId,
    isStatus,
    fieldList: pairs({ ...ARTICLE, source: `文 ${++texts}` }),
  })
  const call = async (who: TestClient, name: Parameters<TestClient['call']>[0], input: unknown) => {
    const answer = await who.call(name, input)
    expect(REFUSED.has(answer.status), `seed ${seed}: ${name} ${answer.status} ${answer.msg}`).toBe(true)
    return answer
  }
  const someTask = async (who: TestClient): Promise<number> => {
    const { content } = await who.ok('approval.taskList', { state: 0, pageSize: 50 })
    return content.length > 0 ? pick(content).taskId : 0
  }
  const moves: ((who: TestClient) => Promise<unknown>)[] = [
    async (who) => {
      const isFree = !linked
      const saved = form(random() < 0.8)
      const { status, data } = await call(who, 'content.save', saved)
      if (status === 200) entries.push((data as { id: number }).id)
      if (isFree) free.add(saved.fieldList.find(({ fieldName }) => fieldName === 'source')?.fieldValue ?? '')
    },
    async (who) => {
      if (entries.length === 0) return
      const isFree = !linked
      const saved = { ...form(random() < 0.7), id: pick(entries) }
      await call(who, 'content.save', saved)
      if (isFree) free.add(saved.fieldList.find(({ fieldName }) => fieldName === 'source')?.fieldValue ?? '')
    },
    async (who) => call(who, 'approval.approve', { taskId: await someTask(who), pass: true, approveResult: '' }),
    async (who) => call(who, 'approval.approve', { taskId: await someTask(who), pass: true, approveResult: '' }),
    async (who) =>
      call(who, 'approval.approve', { taskId: await someTask(who), pass: random() < 0.5, approveResult: '' }),
    async (who) => {
      const id = pick([...entries, 1])
      if (!linked) {
        const row = await db.selectFrom('content').select('fields').where('id', '=', id).executeTakeFirst()
        if (row) free.add(sourceOf(row.fields))
      }
      await call(who, 'content.publish', { classId, idList: [id] })
    },
    async (who) => call(who, 'content.unpublish', { classId, idList: [pick([...entries, 1])] }),
    async (who) => call(who, 'content.deleteByIdList', { classId, idList: [pick([...entries, 1])] }),
    async (who) => call(who, 'content.restore', { classId, idList: [pick([...entries, 1])] }),
    async (who) => call(who, 'content.reject', { classId, id: pick([...entries, 1]), reason: '不行' }),
    async (who) => {
      const { content } = await who.ok('approval.mine', { state: 'waiting' })
      if (content.length > 0) await call(who, 'approval.cancle', { id: pick(content).instanceId })
    },
    async () => {
      const relationId = pick(flows)
      const nodes = random() < 0.5 ? [[roles[1]], [roles[0]], [roles[2]]] : [[roles[0]]]
      const form = nodes.map(([roleId], at) => ({ title: `步 ${at}`, relationRoleInfo: [{ roleId }] }))
      await call(admin, 'workflowNode.batchSave', { relationId, siteId: 1, nodes: form })
    },
  ]
  const link = async (asks: boolean): Promise<void> => {
    linked = asks
    await linkWorkflow(admin, classId, pick(flows), asks ? 1 : 0)
  }
  const play = (): Promise<unknown> => pick(moves)(people.get(pick(PEOPLE)) ?? admin)
  for (let step = 0; step < steps; step += 1) {
    await (random() < 0.3 ? Promise.all([play(), play()]) : play())
    // By itself: what a call of the same moment was judged by could not be told.
    if (random() < 0.05) await link(random() < 0.6)
    if (step % 10 === 9) await requireRules(server, classId, free, seed)
  }
  await requireRules(server, classId, free, seed)
  return entries.length
}

const sourceOf = (fields: string): string => (JSON.parse(fields) as { source?: string }).source ?? ''

/** What must hold at every moment (decision 035). */
async function requireRules({ deps: { db } }: TestServer, classId: number, free: ReadonlySet<string>, seed: number) {
  const rows = await db.selectFrom('content').selectAll().where('classId', '=', classId).execute()
  const applied = await db.selectFrom('approval').selectAll().where('classId', '=', classId).execute()
  const tasks = await db.selectFrom('approval_task').selectAll().execute()
  for (const row of rows.filter(({ isStatus }) => isStatus === 1)) {
    const source = sourceOf(row.fields)
    const agreed = applied.some((each) => {
      if (each.contentId !== row.id || each.state !== 'agreed' || sourceOf(each.fields) !== source) return false
      const steps = JSON.parse(each.steps) as unknown[]
      return steps.every((_step, at) =>
        tasks.some((task) => task.approvalId === each.id && task.step === at && task.state === 1 && task.pass === 1),
      )
    })
    expect(
      agreed || free.has(source),
      `seed ${seed}: entry ${row.id} is public with “${source}”, which nobody agreed to`,
    ).toBe(true)
  }
  for (const each of applied) {
    const open = tasks.filter((task) => task.approvalId === each.id && task.state === 0)
    const name = `seed ${seed}: application ${each.id}, ${each.state}`
    expect(open.length, name).toBe(each.state === 'waiting' ? 1 : 0)
    const entry = rows.find(({ id }) => id === each.contentId)
    expect(entry?.approveInstanceId === String(each.id), name).toBe(each.state === 'waiting')
  }
}
