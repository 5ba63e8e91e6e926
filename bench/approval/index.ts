import { DatabaseSync } from 'node:sqlite'
import Fastify from 'fastify'
import type { MenuField } from '#shared/contract/column.ts'
import { embeddedFile } from '#server/db/connect.ts'
import type { ApiName, InputOf } from '#shared/contract/registry.ts'
import { LOCK_HEARTBEAT_MS } from '#shared/contract/entryLock.ts'
import { MENU } from '#shared/domain/systemMenus.ts'
import { groupOf } from '#tests/builders/account.ts'
import { grantExactly } from '#tests/builders/column.ts'
import { emptyColumn, saveArticle } from '#tests/builders/content.ts'
import { buildWorkflow, linkWorkflow } from '#tests/builders/workflow.ts'
import type { TestClient } from '#tests/integration/server/harness/client.ts'
import { startTestServer, type TestServer } from '#tests/integration/server/harness/server.ts'
import { fillEmbedded } from '../content/embedded.ts'
import { type Bench, compare, median, time } from '../measure.ts'

/** SITECRAFT_BENCH_ROWS sets a smaller size for a trial. */
const TASKS = Number(process.env.SITECRAFT_BENCH_ROWS ?? 100_000)
const COPIES = Math.min(TASKS, 10_000)
const PAGES = 40
const SIZE = 20
const ROUNDS = 5
const EDITORS = 50
const ARTICLES = 50

/** 40 pages of an account's tasks among 100,000, a third of which are for its role. Ratio at most 2. */
const taskList = (server: TestServer): Bench => ({
  name: `${PAGES} pages of ${SIZE} of ${TASKS} tasks`,
  peer: 'bare Fastify + SQL',
  async prepare() {
    const editor = await server.as('editor')
    const role = await groupOf(server.deps.db, 'editor')
    fillTasks(server.deps.dataDir, role)
    const bare = bareTasks(server.deps.dataDir, role)
    const url = await bare.listen({ port: 0 })
    return {
      ours: () => readPages(editor, 'approval.taskList', { page: 1, size: SIZE, state: 0 }),
      peer: async () => {
        for (let at = 0; at < PAGES; at += 1) assertFullPage(await (await fetch(`${url}/tasks`)).json())
      },
      cleanUp: async () => bare.close(),
    }
  },
})

async function readPages<N extends ApiName>(client: TestClient, name: N, input: InputOf<N>): Promise<void> {
  for (let at = 0; at < PAGES; at += 1) assertFullPage(await client.ok(name, input))
}

function assertFullPage(answer: unknown): void {
  const { content } = answer as { content: unknown[] }
  if (content.length !== SIZE) throw new Error(`a page of ${content.length}`)
}

function fillTasks(dataDir: string, role: number): void {
  const db = new DatabaseSync(embeddedFile(dataDir))
  db.exec('pragma busy_timeout = 10000; begin')
  const approval = db.prepare(
    `insert into approval (id, "contentId", "classId", "siteId", "workflowId", "workflowTitle", revocability, "dueDays", steps, step,
     state, "applicantId", applicant, remark, title, fields, "wasPublic", "createTime")
     values (?1, ?1, 1, 1, 1, '新闻审批', 1, 0, ?2, 0, 'waiting', 1, 'admin', '新增数据提交审核', ?3, '{}', 0, 1)`,
  )
  const task = db.prepare(
    `insert into approval_task (id, "approvalId", "siteId", step, title, "createTime", "dueTime") values (?1, ?1, 1, 0, '初审', 1, 0)`,
  )
  const insertRole = db.prepare(`insert into approval_task_role ("taskId", "roleId") values (?, ?)`)
  for (let id = 1_000_000; id < 1_000_000 + TASKS; id += 1) {
    const assignedRole = id % 3 === 0 ? role : role + 1000
    approval.run(id, JSON.stringify([{ title: '初审', roleIds: [assignedRole] }]), `等待审批的第 ${id} 条`)
    task.run(id)
    insertRole.run(id, assignedRole)
  }
  db.exec('commit')
  db.close()
}

/** The minimal equivalent: a route, the tasks of the role, their count, and the related records. */
function bareTasks(dataDir: string, role: number) {
  const db = new DatabaseSync(embeddedFile(dataDir))
  const mine = `from approval_task t where t.state = 0 and t.id in
    (select "taskId" from approval_task_role where "roleId" = ${role})`
  const count = db.prepare(`select count(*) as total ${mine}`)
  const rows = db.prepare(
    `select p.*, a.*, c.title as "menuTitle", s.title as "siteTitle" from
     (select t.* ${mine} order by t.id desc limit ${SIZE}) p join approval a on a.id = p."approvalId"
     left join site_column c on c.id = a."classId" left join site s on s.id = a."siteId" order by p.id desc`,
  )
  const app = Fastify()
  app.get('/tasks', () => ({ content: rows.all(), totalElements: count.get()?.total }))
  app.addHook('onClose', () => db.close())
  return app
}

/** Cost of the application and three approvals, the last of which publishes, measured in saves. At most 3. */
async function threeNodes(server: TestServer): Promise<string> {
  const { db } = server.deps
  const admin = await server.as('admin')
  const [bound, free] = [await emptyColumn(admin), await emptyColumn(admin)]
  const approvers: TestClient[] = []
  const nodes: number[][] = []
  for (const name of ['editor', 'designer', 'guest'] as const) {
    nodes.push([await groupOf(db, name)])
    await grantExactly(db, name, [{ siteId: 0, menuId: MENU.approvalTasks }])
    approvers.push(await server.as(name))
  }
  await linkWorkflow(admin, bound.id, await buildWorkflow(admin, { nodes }))
  const times = { save: [] as number[], apply: [] as number[], agree: [] as number[] }
  for (let round = 0; round <= ROUNDS; round += 1) {
    const save = await time(async () => {
      for (let at = 0; at < ARTICLES; at += 1) await saveArticle(admin, free.id)
    })
    const apply = await time(async () => {
      for (let at = 0; at < ARTICLES; at += 1) await saveArticle(admin, bound.id)
    })
    let agree = 0
    for (const approver of approvers) {
      const tasks = await db.selectFrom('approval_task').select('id').where('state', '=', 0).execute()
      agree += await time(async () => {
        for (const { id } of tasks) await approver.ok('approval.approve', { taskId: id, pass: true })
      })
    }
    // The first round is a warm-up.
    if (round === 0) continue
    times.save.push(save)
    times.apply.push(apply)
    times.agree.push(agree)
  }
  const [save, apply, agree] = [median(times.save), median(times.apply), median(times.agree)]
  const inSaves = (ms: number): string => (ms / save).toFixed(2)
  return (
    `an entry through three nodes: its save with the application ${inSaves(apply)} saves, three agreements ` +
    `${inSaves(agree)} (at most 3), together ${inSaves(apply + agree)}; a save takes ${(save / ARTICLES).toFixed(2)} ms`
  )
}

/** Speed of a rule over 10,000 entries, in entries per second. At least 500. */
async function measureRule(server: TestServer): Promise<string> {
  const { db, dataDir } = server.deps
  const admin = await server.as('admin')
  const [source, target] = [await emptyColumn(admin), await emptyColumn(admin)]
  const { id, siteId, fields } = await db
    .selectFrom('site_column')
    .select(['id', 'siteId', 'fields'])
    .where('id', '=', source.id)
    .executeTakeFirstOrThrow()
  fillEmbedded(dataDir, { id, siteId, fields: JSON.parse(fields) as MenuField[] }, COPIES)
  const rule = await admin.ok('copyRule.save', {
    title: '全部',
    sourceSiteId: 1,
    sourceMenuId: source.id,
    targetSiteId: 1,
    targetMenuId: target.id,
    isRun: true,
    rules: [{ sourceField: 'title', targetField: 'title' }],
    followUpdate: false,
    followUnpublish: false,
    followDelete: false,
  })
  const began = performance.now()
  const { jobId } = await admin.ok('copyRule.run', { id: rule.id, publishedOnly: false })
  let job = await admin.ok('job.findById', { id: jobId })
  while (job.state === 'running' || job.state === 'queued') {
    await new Promise((resolve) => setTimeout(resolve, 50))
    job = await admin.ok('job.findById', { id: jobId })
  }
  const seconds = (performance.now() - began) / 1000
  const { copied } = await admin.ok('copyRule.findById', { id: rule.id })
  if (copied !== COPIES) throw new Error(`${copied} of ${COPIES} copied: ${job.message}`)
  return `a rule over ${COPIES} entries: ${(COPIES / seconds).toFixed(0)} entries/s`
}

/**
 * CPU share of the heartbeats of 50 open forms: CPU time of a round of heartbeats, including the client, divided by the
 * heartbeat interval. Under 1 %.
 */
async function measureLocks(server: TestServer): Promise<string> {
  const admin = await server.as('admin')
  const column = await emptyColumn(admin)
  const entries: number[] = []
  for (let at = 0; at < EDITORS; at += 1) entries.push((await saveArticle(admin, column.id)).id)
  const sendHeartbeats = async (): Promise<void> => {
    for (const id of entries) await admin.ok('entryLock.hold', { classId: column.id, id, holder: `window-${id}` })
  }
  await sendHeartbeats()
  const rounds = 10
  const began = process.cpuUsage()
  for (let round = 0; round < rounds; round += 1) await sendHeartbeats()
  const { user, system } = process.cpuUsage(began)
  const share = (user + system) / 1000 / rounds / LOCK_HEARTBEAT_MS
  return `measureLocks of ${EDITORS} editors: ${(100 * share).toFixed(2)} % of a core`
}

/** Lists, approvals, copies and edit locks on the embedded database (`npm run bench -- approval`). */
export async function approval(): Promise<void> {
  const server = await startTestServer()
  try {
    console.log(await threeNodes(server))
    const outcome = await compare(taskList(server), ROUNDS)
    if (typeof outcome === 'string') throw new Error(outcome)
    const { name, peer, ours, theirs } = outcome
    console.log(`${name}: ${ours.toFixed(0)} ms; ${peer}: ${theirs.toFixed(0)} ms; ratio ${(ours / theirs).toFixed(2)}`)
    console.log(await measureRule(server))
    console.log(await measureLocks(server))
  } finally {
    await server.close()
  }
}
