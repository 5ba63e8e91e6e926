import { setTimeout as delay } from 'node:timers/promises'
import { ARTICLE, emptyColumn, pairs } from '#tests/builders/content.ts'
import { buildTemplate, hashOf } from '#tests/builders/template.ts'
import { buildWorkflow, linkWorkflow } from '#tests/builders/workflow.ts'
import { type Random, randomOf } from '#tests/integration/approval/random.ts'
import type { TestClient } from '#tests/integration/server/harness/client.ts'
import type { TestServer } from '#tests/integration/server/harness/server.ts'
import { type FakeSmtp, MAIL_PASSWORD, MAIL_USER, startSmtp } from '#tests/fakes/smtp.ts'
import { withServer } from './installation.ts'
import { type Part, type PartOptions, type PartResult, startTimer } from './part.ts'

interface Week {
  admin: TestClient
  random: Random
  /** A column without and one with a workflow. */
  columns: readonly [number, number]
  folder: string
  files: Map<string, string>
  /** The e-mail sender account, and all recipients: each address once. */
  emailChannelId: number
  addresses: string[]
}

/** Minimum interval of sending and polling, ms. */
const PAUSE_MS = 200
const ADDRESSES = 3

/** Allowed statuses when several users work on the same record. */
const ALLOWED_STATUSES = new Set([200, 404, 409, 423])

/** Tasks of an editorial office in a week, run without pauses. */
const TASKS: readonly ((week: Week) => Promise<{ status: number; msg: string }>)[] = [
  ({ admin, random, columns }) =>
    admin.call('content.save', {
      classId: random.pick(columns),
      isStatus: random.next() < 0.6,
      fieldList: pairs({ ...ARTICLE, title: `周报 ${random.next()}` }),
    }),
  editEntry,
  ({ admin, columns, random }) =>
    actOnEntries(admin, random.pick(columns), random, (classId, idList) =>
      admin.call('content.publish', { classId, idList }),
    ),
  ({ admin, columns, random }) =>
    actOnEntries(admin, random.pick(columns), random, (classId, idList) =>
      admin.call('content.unpublish', { classId, idList }),
    ),
  ({ admin, columns, random }) =>
    actOnEntries(admin, random.pick(columns), random, (classId, idList) =>
      admin.call('content.deleteByIdList', { classId, idList }),
    ),
  restoreEntry,
  decideTask,
  decideTask,
  syncFile,
  syncFile,
  sendEmail,
  sendSiteMail,
  buildPages,
]

/** Users edit, approve, publish, sync and build concurrently for the given time; then all started work finishes. */
export const week: Part = async (options) =>
  // The campaign's mail server is on this machine.
  withServer(options, { outgoing: { allowed: ['127.0.0.0/8'] } }, async (server) => {
    const smtp = await startSmtp('ssl')
    try {
      return await runWeek(options, server, smtp)
    } finally {
      await smtp.close()
    }
  })

async function runWeek(options: PartOptions, server: TestServer, smtp: FakeSmtp): Promise<PartResult> {
  const random = randomOf(options.seed)
  const admin = await server.as('admin')
  const [{ id: withoutWorkflow }, { id: withWorkflow }] = [await emptyColumn(admin), await emptyColumn(admin)]
  await linkWorkflow(admin, withWorkflow, await buildWorkflow(admin, { nodes: [[1]] }))
  const { folder } = await buildTemplate(admin, { files: { 'index.html': 'x' } })
  const account = { account: MAIL_USER, password: MAIL_PASSWORD, smtp: '127.0.0.1', port: smtp.port, useSSL: true }
  const channel = await admin.ok('emailChannel.save', { siteId: 1, sendName: '周报', perMinute: 100_000, ...account })
  const addresses: string[] = []
  const shared = {
    admin,
    columns: [withoutWorkflow, withWorkflow] as const,
    folder,
    files: new Map<string, string>(),
    emailChannelId: channel?.id ?? 0,
    addresses,
  }
  const unexpected = new Map<string, number>()
  const hasTime = startTimer(options.minutes)
  let taskCount = 0
  const simulateUser = async (own: Random, at: number): Promise<void> => {
    const task = TASKS[at % TASKS.length]
    do {
      const { status, msg } = (await task?.({ ...shared, random: own })) ?? { status: 200, msg: '' }
      taskCount += 1
      if (!ALLOWED_STATUSES.has(status))
        unexpected.set(`${status} ${msg}`, (unexpected.get(`${status} ${msg}`) ?? 0) + 1)
    } while (hasTime())
  }
  await Promise.all(Array.from({ length: TASKS.length }, (_each, at) => simulateUser(random.fork(), at)))
  await waitForJobs(server)
  const mails = new Map<string, number>()
  for (const { to } of smtp.mails) mails.set(to, (mails.get(to) ?? 0) + 1)
  const wrong = addresses.filter((address) => mails.get(address) !== 1)
  return {
    figures: {
      'things done': taskCount,
      'e-mails accepted and sent once': addresses.length - wrong.length,
      'refused for another reason than that somebody was faster': unexpected.size,
    },
    faults: [
      ...[...unexpected].filter(([what]) => /^5|^0/.test(what)).map(([what, count]) => `${count} × ${what}`),
      ...wrong.map((address) => `${address} got ${mails.get(address) ?? 0} messages instead of one`),
    ],
  }
}

/** Timeout for jobs and mails that run at the end. */
const JOBS_MS = 120_000

async function waitForJobs({ deps: { db } }: TestServer): Promise<void> {
  const hasTime = startTimer(JOBS_MS / 60_000)
  while (hasTime()) {
    const jobs = await db.selectFrom('job').select('id').where('endTime', 'is', null).limit(1).execute()
    const mails = await db.selectFrom('outgoing').select('id').where('endTime', '=', 0).limit(1).execute()
    if (jobs.length + mails.length === 0) return
    await delay(100)
  }
}

const NOTHING = { status: 200, msg: '' }

async function actOnEntries(
  admin: TestClient,
  classId: number,
  random: Random,
  act: (classId: number, idList: { id: number }[]) => Promise<{ status: number; msg: string }>,
) {
  const { data } = await admin.call('content.page', { classId, size: 50 })
  const rows = data?.content ?? []
  return rows.length === 0 ? NOTHING : act(classId, [{ id: random.pick(rows).id }, { id: random.pick(rows).id }])
}

async function editEntry({ admin, random, columns }: Week) {
  const classId = random.pick(columns)
  const { data } = await admin.call('content.page', { classId, size: 50 })
  const rows = data?.content ?? []
  if (rows.length === 0) return NOTHING
  const { id, version } = random.pick(rows)
  const fieldList = pairs({ ...ARTICLE, title: `改稿 ${random.next()}` })
  return admin.call('content.save', { classId, id, version, isStatus: random.next() < 0.5, fieldList })
}

async function restoreEntry({ admin, random, columns }: Week) {
  const classId = random.pick(columns)
  const { data } = await admin.call('content.recyclePage', { classId, size: 50 })
  const rows = data?.content ?? []
  if (rows.length === 0) return NOTHING
  const idList = [{ id: random.pick(rows).id }]
  return random.next() < 0.8
    ? admin.call('content.restore', { classId, idList })
    : admin.call('content.cleanRecycle', { classId, idList })
}

async function decideTask({ admin, random }: Week) {
  const { data } = await admin.call('approval.taskList', { state: 0, pageIndex: 1, pageSize: 20 })
  const tasks = data?.content ?? []
  if (tasks.length === 0) return NOTHING
  const { taskId, siteId } = random.pick(tasks)
  return admin.call('approval.approve', { taskId, siteId, pass: random.next() < 0.7, approveResult: '已阅' })
}

async function syncFile({ admin, random, folder, files }: Week) {
  const path = `css/${Math.floor(random.next() * 20)}.css`
  const content = Buffer.from(`/* ${random.next()} */`)
  const [expected, sha256] = [files.get(path) ?? null, await hashOf(content)]
  const answer = await admin.call('templateSync.put', {
    folder,
    path,
    expected,
    sha256,
    content: content.toString('base64'),
  })
  if (answer.code === 200) files.set(path, sha256)
  return answer
}

async function sendEmail({ admin, emailChannelId, addresses }: Week) {
  const to = Array.from({ length: ADDRESSES }, (_each, at) => `leser${addresses.length + at}@example.com`)
  addresses.push(...to)
  const mail = { siteId: 1, emailChannelId, subject: '周报', body: '<p>本周要闻</p>', sendType: 1 }
  const answer = await admin.call('emailSend.batchSend', { ...mail, emailList: to.join('|') })
  await delay(PAUSE_MS)
  return answer
}

async function sendSiteMail({ admin, random }: Week) {
  const recipientDTOList = [{ userName: random.pick(['editor', 'designer']) }]
  const answer = await admin.call('siteMail.send', { title: '周会', content: '<p>周一九点</p>', recipientDTOList })
  await delay(PAUSE_MS)
  return answer
}

/** Waits for the build, because users do not start a second one meanwhile. */
async function buildPages({ admin, columns }: Week) {
  const answer = await admin.call('statics.buildHTML', { siteId: 1, menuIds: [...columns] })
  while (answer.data && !(await admin.ok('job.findById', { id: answer.data.jobId })).endDate) await delay(PAUSE_MS)
  return answer
}
