import { sql } from 'kysely'
import { afterAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '#tests/integration/server/harness/server.ts'

/** ms; far less than the export takes, far more than a call that asks for something. */
const IDLE_MS = 1500
const LINES = 120_000

let server: TestServer | undefined
afterAll(() => server?.close())

it('an export is not cut off although its connection is silent for longer than idle ones may be', async () => {
  server = await startTestServer({ idleMs: IDLE_MS, runsJobs: false })
  const admin = await server.as('admin')
  await sql`
    with recursive n(i) as (select 1 union all select i + 1 from n where i < ${LINES})
    insert into operation_log (title, operation, "accountId", username, ip, method, url, input, code, msg, "durationMs", "createTime", answer)
    select '第 ' || i || ' 行', 'site.save', 1, 'admin', '127.0.0.1', 'POST', '/x', '{}', 200, '', 1, i, 'null' from n
  `.execute(server.deps.db)
  const began = performance.now()
  const address = await admin.ok('log.exportSheet', { key: '' })
  expect(performance.now() - began, 'long enough to show it').toBeGreaterThan(IDLE_MS)
  expect((await fetch(address)).status).toBe(200)
}, 120_000)
