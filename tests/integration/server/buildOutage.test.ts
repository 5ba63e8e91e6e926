import { afterAll, beforeAll, expect, it } from 'vitest'
import { ended, visit } from '#tests/builders/builtSite.ts'
import { columnsOf } from '#tests/builders/column.ts'
import { type S3Server, startS3 } from '#tests/fakes/s3.ts'
import { LOCAL_OUTGOING } from './harness/onBothDatabases.ts'
import { startTestServer, type TestServer } from './harness/server.ts'

const WAIT = { timeout: 60_000, interval: 50 }
/** The bucket fails after so many pages. */
const SENT = 20

let s3: S3Server
let server: TestServer
beforeAll(async () => {
  s3 = await startS3()
  server = await startTestServer({ s3: s3.options, ...LOCAL_OUTGOING })
}, 60_000)
afterAll(async () => {
  await server.close()
  await s3.close()
})

it('a build whose bucket is away says so, and goes on where it was when the bucket is back', WAIT, async () => {
  const admin = await server.as('admin')
  const menuIds = (await columnsOf(admin, 1)).map(({ id }) => id)
  const written: string[] = []
  s3.changes.push = (change) => {
    if (/^PUT .*bytes\//.test(change)) written.push(change)
    if (written.length === SENT) s3.fault = 'away'
    return written.length
  }
  const url = 'http://127.0.0.1:9/hook'
  const hook = await admin.ok('webhook.save', { name: '生成', url, events: ['build.failed', 'build.done'] })
  const id = hook?.webhook.id ?? 0
  const events = async () =>
    (await admin.ok('webhook.deliveries', { webhookId: id })).content.map(({ event }) => event).toSorted()
  const { jobId } = await admin.ok('statics.buildHTML', { siteId: 1, menuIds })
  await expect
    .poll(() => admin.ok('job.findById', { id: jobId }), WAIT)
    .toMatchObject({ state: 'running', message: expect.stringContaining('恢复后自动继续') })
  await expect.poll(events, WAIT).toEqual(['build.failed'])
  s3.fault = null
  expect(await ended(admin, jobId)).toMatchObject({ state: 'done' })
  await expect.poll(events, WAIT).toEqual(['build.done', 'build.failed'])
  expect((await visit(server, 'www.group.example', '/')).status).toBe(200)
  expect(written.length).toBeGreaterThan(SENT)
  expect(written.filter((change, at) => written.indexOf(change) !== at)).toEqual([])
})
