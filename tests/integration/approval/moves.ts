import { expect } from 'vitest'
import { ARTICLE, pairs } from '#tests/builders/content.ts'
import { buildWorkflow, linkWorkflow } from '#tests/builders/workflow.ts'
import type { TestClient } from '#tests/integration/server/harness/client.ts'
import type { Random } from './random.ts'
import { accountOf, addRole, clientOf, putInto, readAsked, STAFF, type World } from './world.ts'

/** Refusals that the rules allow; anything else is a fault. */
const REFUSED = new Set([200, 400, 403, 404, 409])

/** A game: what is played on, by chance. */
export interface Game {
  world: World
  random: Random
  name: string
  /** The server is being ended: it may answer 503. */
  isEnding?: true
}
type Move = (game: Game, who: TestClient) => Promise<unknown>

async function call(game: Game, who: TestClient, api: Parameters<TestClient['call']>[0], input: unknown) {
  const answer = await who.call(api, input)
  expect(
    REFUSED.has(answer.status) || (game.isEnding && answer.status === 503),
    `${game.name}: ${api} ${answer.status} ${answer.msg}`,
  ).toBe(true)
  return answer
}

let texts = 0
const form = (classId: number, isStatus: boolean) => ({
  classId,
  isStatus,
  fieldList: pairs({ ...ARTICLE, source: `文 ${++texts}` }),
})

/** One of the entries of the columns, and its column; 1 and a column when there is none. */
async function someEntry({ world, random }: Game): Promise<{ id: number; classId: number }> {
  const rows = await world.host
    .db()
    .selectFrom('content')
    .select(['id', 'classId'])
    .where('classId', 'in', world.columns)
    .orderBy('id')
    .execute()
  return rows.length > 0 ? random.pick(rows) : { id: 1, classId: random.pick(world.columns) }
}

async function answerSome(game: Game, who: TestClient, pass: boolean): Promise<void> {
  const { content } = await who.ok('approval.taskList', { state: 0, pageSize: 50 })
  const taskId = content.length > 0 ? game.random.pick(content).taskId : 0
  await call(game, who, 'approval.approve', { taskId, pass, approveResult: '' })
}

/** Any task, of which most are not for whoever tries: the rules tell who got through. */
async function answerAny(game: Game, who: TestClient): Promise<void> {
  const tasks = await game.world.host.db().selectFrom('approval_task').select('id').where('state', '=', 0).execute()
  if (tasks.length === 0) return
  const taskId = game.random.pick(tasks).id
  await call(game, who, 'approval.approve', { taskId, pass: game.random.next() < 0.7, approveResult: '' })
}

/** What editors and approvers do, several of them at the same moment. */
const WORK: readonly Move[] = [
  async (game, who) =>
    call(game, who, 'content.save', form(game.random.pick(game.world.columns), game.random.next() < 0.8)),
  async (game, who) => {
    const { id, classId } = await someEntry(game)
    await call(game, who, 'content.save', { ...form(classId, game.random.next() < 0.7), id })
  },
  (game, who) => answerSome(game, who, true),
  (game, who) => answerSome(game, who, true),
  (game, who) => answerSome(game, who, game.random.next() < 0.5),
  answerAny,
  async (game, who) => {
    const { content } = await who.ok('approval.taskList', { state: 0, pageSize: 5 })
    const idList = content.map(({ taskId }) => taskId)
    if (idList.length > 0) await call(game, who, 'approval.agreeMany', { idList, approveResult: '' })
  },
  async (game, who) => {
    const { id, classId } = await someEntry(game)
    await call(game, who, 'content.publish', { classId, idList: [id] })
  },
  async (game, who) => {
    const { id, classId } = await someEntry(game)
    await call(game, who, 'content.unpublish', { classId, idList: [id] })
  },
  async (game, who) => {
    const { id, classId } = await someEntry(game)
    await call(game, who, 'content.deleteByIdList', { classId, idList: [id], final: game.random.next() < 0.2 })
  },
  async (game, who) => {
    const { id, classId } = await someEntry(game)
    await call(game, who, 'content.restore', { classId, idList: [id] })
  },
  async (game, who) => {
    const { id, classId } = await someEntry(game)
    await call(game, who, 'content.reject', { classId, id, reason: '不行' })
  },
  async (game, who) => {
    const { id, classId } = await someEntry(game)
    const toMenuId = game.random.pick(game.world.columns)
    const isCut = game.random.next() < 0.7
    await call(game, who, 'content.copy', { classId, copyIdsFrom: [id], isCut, toMenuId })
  },
  async (game, who) => {
    const { id, classId } = await someEntry(game)
    const seen = await who.call('content.revisions', { classId, id, page: 1, size: 10 })
    if (seen.status !== 200 || seen.data.content.length === 0) return
    await call(game, who, 'content.restoreRevision', {
      classId,
      id,
      revisionId: game.random.pick(seen.data.content).id,
    })
  },
  async (game, who) => {
    const { content } = await who.ok('approval.mine', { state: 'waiting' })
    if (content.length > 0) await call(game, who, 'approval.cancle', { id: game.random.pick(content).instanceId })
  },
]

/** What administrators change meanwhile, each by itself: the rules need to know what was asked for, and of whom. */
const ADMINISTRATION: readonly Move[] = [
  async (game, admin) => {
    const { world, random } = game
    await call(game, admin, 'workflowNode.batchSave', {
      relationId: random.pick(world.flows),
      siteId: 1,
      nodes: nodes(game),
    })
  },
  async (game, admin) => {
    const rows = await game.world.host
      .db()
      .selectFrom('workflow_node')
      .select('id')
      .where('workflowId', 'in', game.world.flows)
      .execute()
    if (rows.length > 0) await call(game, admin, 'workflowNode.deleteByIdList', [game.random.pick(rows).id])
  },
  async (game, admin) => {
    const { world, random } = game
    const gone = random.pick(world.flows)
    if ((await call(game, admin, 'workflow.deleteByIdList', [gone])).status !== 200) return
    const made = await buildWorkflow(admin, { nodes: [[random.pick(world.roles)]], revocability: random.next() < 0.7 })
    world.flows = [...world.flows.filter((id) => id !== gone), made]
  },
  link,
  link,
  // A column goes with what waits in it, and comes back.
  async (game, admin) => {
    const { world, random } = game
    const id = random.pick(world.columns)
    const isThere = await world.host.db().selectFrom('site_column').select('id').where('id', '=', id).executeTakeFirst()
    if (isThere) {
      if (random.next() < 0.5) await linkWorkflow(admin, id, random.pick(world.flows), 0).catch(() => undefined)
      await call(game, admin, 'column.deleteByIdList', [id])
      return
    }
    const { content } = await admin.ok('column.recycled', { siteId: 1, page: 1, size: 1 })
    for (const { id: binned } of content) await call(game, admin, 'column.restore', [binned])
  },
  async ({ world, random }) => {
    const accountId = accountOf(world, random.pick(STAFF))
    await putInto(world, accountId, random.next() < 0.3 ? await addRole(world) : random.pick(world.roles))
  },
  async (game, admin) => {
    const { world, random } = game
    const gone = random.pick(world.roles)
    if ((await call(game, admin, 'role.deleteByIdList', [gone])).status === 200)
      world.roles = world.roles.filter((id) => id !== gone)
  },
  async (game, admin) => {
    const { world, random } = game
    const username = random.pick(STAFF)
    const id = accountOf(world, username)
    const isStatus = !world.active.has(id)
    await admin.ok('account.updateStatus', { idList: [id], isStatus })
    if (!isStatus) return world.active.delete(id)
    world.active.add(id)
    world.clients.set(username, await world.host.as(username))
  },
  async (game) => {
    const { world, random } = game
    const away = random.pick(STAFF)
    if (!world.active.has(accountOf(world, away))) return
    const standInId = random.next() < 0.3 ? 0 : accountOf(world, random.pick(STAFF))
    const input = { standInId, fromDate: '', toDate: '' }
    const { status } = await call(game, clientOf(world, away), 'approval.saveStandIn', input)
    if (status !== 200) return
    if (standInId === 0) world.standIns.delete(accountOf(world, away))
    else world.standIns.set(accountOf(world, away), standInId)
  },
]

function nodes({ world, random }: Game) {
  const steps = random.pick([0, 1, 1, 2, 3])
  return Array.from({ length: steps }, (_each, at) => {
    const roleIds = new Set(Array.from({ length: random.pick([1, 1, 2]) }, () => random.pick(world.roles)))
    return { title: `步 ${at}`, relationRoleInfo: [...roleIds].map((roleId) => ({ roleId })) }
  })
}

async function link(game: Game, admin: TestClient): Promise<void> {
  const { world, random } = game
  const relationWorkFlow = JSON.stringify({
    workFlowId: random.pick(world.flows),
    workFlowName: '',
    bindDateTime: '2026-01-01 08:00:00',
    status: random.next() < 0.7 ? 1 : 0,
  })
  await call(game, admin, 'column.saveWorkFlow', { id: random.pick(world.columns), relationWorkFlow })
}

/** Somebody who can sign in does something. */
export function work(given: Game): Promise<unknown> {
  const game = { ...given, random: given.random.fork() }
  const { world, random } = game
  const people = (['admin', ...STAFF] as const).filter((name) => world.active.has(accountOf(world, name)))
  return random.pick(WORK)(game, clientOf(world, random.pick(people)))
}

/** The administrator changes something. */
export async function administrate(game: Game): Promise<void> {
  await game.random.pick(ADMINISTRATION)(game, clientOf(game.world, 'admin'))
  await readAsked(game.world)
}
