import { expect } from 'vitest'
import { accountOf, clientOf, holdersOf, usernameOf, type World } from './world.ts'

/** What was seen after the steps before. */
export interface Seen {
  /** Application → the roles of each step, as its column asked for them when it was applied for. */
  asked: Map<number, number[][]>
  /** Tasks that somebody has carried out. */
  done: Set<number>
  /** Texts that were public while nothing had to be agreed to: column, entry and source. */
  free: Set<string>
}

export const nothingSeen = (): Seen => ({ asked: new Map(), done: new Set(), free: new Set() })

const sourceOf = (fields: string): string => (JSON.parse(fields) as { source?: string }).source ?? ''
const rolesOf = (steps: string): number[][] =>
  (JSON.parse(steps) as { roleIds: number[] }[]).map(({ roleIds }) => roleIds)

async function readAll({ host, columns }: World) {
  const db = host.db()
  const rows = await db.selectFrom('content').selectAll().where('classId', 'in', columns).execute()
  const applied = await db.selectFrom('approval').selectAll().where('classId', 'in', columns).orderBy('id').execute()
  const tasks = await db
    .selectFrom('approval_task')
    .selectAll()
    .where('approvalId', 'in', [...applied.map(({ id }) => id), -1])
    .orderBy('id')
    .execute()
  return { rows, applied, tasks }
}
type All = Awaited<ReturnType<typeof readAll>>

/** What must hold after every step (decision 035); `name` tells which one. */
export async function requireRules(world: World, seen: Seen, name: string): Promise<void> {
  const all = await readAll(world)
  requireSteps(world, seen, all, name)
  requireHandlers(world, seen, all, name)
  requirePublicAgreed(world, seen, all, name)
  for (const each of all.applied) {
    const open = all.tasks.filter((task) => task.approvalId === each.id && task.state === 0)
    const what = `${name}: application ${each.id}, ${each.state}`
    expect(
      open.map(({ step }) => step),
      what,
    ).toEqual(each.state === 'waiting' ? [each.step] : [])
    const entry = all.rows.find(({ id }) => id === each.contentId)
    expect(entry?.approveInstanceId === String(each.id), what).toBe(each.state === 'waiting')
  }
  await requireRolesKept(world, all, name)
}

/** An application asks for what the workflow asked for when it was made, for ever. */
function requireSteps({ asks }: World, seen: Seen, { applied }: All, name: string): void {
  for (const { id, classId, steps } of applied) {
    const asked = seen.asked.get(id) ?? asks.get(classId)
    expect(rolesOf(steps), `${name}: application ${id} asks for other steps`).toEqual(asked)
    seen.asked.set(id, asked ?? [])
  }
}

/** Only who may carry a task out does: people, roles and stand-ins are as they were during the step. */
function requireHandlers(world: World, seen: Seen, { tasks }: All, name: string): void {
  for (const { id, approvalId, step, state, approverId } of tasks) {
    if (state !== 1 || seen.done.has(id)) continue
    seen.done.add(id)
    const holders = holdersOf(world, seen.asked.get(approvalId)?.[step] ?? [])
    const may = holders.has(approverId) || approverId === accountOf(world, 'admin')
    expect(may, `${name}: task ${id} was carried out by ${approverId}, who may not`).toBe(true)
  }
}

function requirePublicAgreed({ asks }: World, seen: Seen, { rows, applied, tasks }: All, name: string): void {
  for (const { id, classId, fields } of rows.filter(({ isStatus }) => isStatus === 1)) {
    const source = sourceOf(fields)
    const key = `${classId}:${id}:${source}`
    if (!asks.get(classId)) seen.free.add(key)
    const agreed = applied.some((each) => {
      if (each.contentId !== id || each.classId !== classId || each.state !== 'agreed') return false
      if (sourceOf(each.fields) !== source) return false
      return (seen.asked.get(each.id) ?? []).every((_roles, at) =>
        tasks.some((task) => task.approvalId === each.id && task.step === at && task.state === 1 && task.pass === 1),
      )
    })
    expect(agreed || seen.free.has(key), `${name}: entry ${id} is public with “${source}”, not agreed to`).toBe(true)
  }
}

/** No group is gone that a node, or a step of what waits, still needs. */
async function requireRolesKept({ host, flows }: World, { applied }: All, name: string): Promise<void> {
  const there = new Set((await host.db().selectFrom('role').select('id').execute()).map(({ id }) => id))
  const nodes = await host
    .db()
    .selectFrom('workflow_node')
    .select('roles')
    .where('workflowId', 'in', [...flows, -1])
    .execute()
  const inNodes = nodes.flatMap(({ roles }) => (JSON.parse(roles) as { roleId: number }[]).map(({ roleId }) => roleId))
  const waiting = applied.filter(({ state }) => state === 'waiting')
  const needed = [...inNodes, ...waiting.flatMap(({ steps, step }) => rolesOf(steps).slice(step).flat())]
  expect(
    needed.filter((id) => !there.has(id)),
    `${name}: groups that are needed are gone`,
  ).toEqual([])
}

interface Waiting {
  taskId: number
  /** Who finds it among his tasks; the administrator when nobody else is left. */
  holder: number
  nobody: boolean
}

async function waitingTasks(world: World, seen: Seen): Promise<Waiting[]> {
  const { tasks } = await readAll(world)
  return tasks
    .filter(({ state }) => state === 0)
    .map(({ id: taskId, approvalId, step }) => {
      const [holder] = holdersOf(world, seen.asked.get(approvalId)?.[step] ?? [])
      return { taskId, holder: holder ?? accountOf(world, 'admin'), nobody: holder === undefined }
    })
}

/** What waits stands in the list of somebody who may carry it out; where nobody is left, the administrator is told so. */
export async function requireHolders(world: World, seen: Seen, name: string): Promise<void> {
  for (const [holder, tasks] of Map.groupBy(await waitingTasks(world, seen), (each) => each.holder)) {
    const client = clientOf(world, usernameOf(world, holder))
    const seeAll = holder === accountOf(world, 'admin')
    const { content } = await client.ok('approval.taskList', { state: 0, seeAll, pageSize: 10_000 })
    for (const { taskId, nobody } of tasks)
      expect(
        content.find((task) => task.taskId === taskId),
        `${name}: task ${taskId} waits without ${holder} being told`,
      ).toMatchObject({ approveType: 1, nobody })
  }
}

/** Everything that waits can be brought to its end by whom it waits for: agreed to, or refused where it can't be published. */
export async function requireEnds(world: World, seen: Seen, name: string): Promise<void> {
  for (;;) {
    const [task] = await waitingTasks(world, seen)
    if (!task) return
    const { taskId, holder } = task
    const client = clientOf(world, usernameOf(world, holder))
    const agreed = await client.call('approval.approve', { taskId, pass: true, approveResult: '' })
    const last =
      agreed.status === 200 ? agreed : await client.call('approval.approve', { taskId, pass: false, approveResult: '' })
    expect(last, `${name}: task ${taskId} can't be ended: ${agreed.msg} ${last.msg}`).toMatchObject({ status: 200 })
    await requireRules(world, seen, name)
  }
}
