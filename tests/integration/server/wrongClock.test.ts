import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { emptyColumn, saveArticle } from '#tests/builders/content.ts'
import { TestClient } from './harness/client.ts'
import { type Cluster, useCluster, whyNoPostgres } from './harness/postgres.ts'
import { runServer, ServerProcess } from './harness/process.ts'

const SLOW = { timeout: 120_000 }
const MINUTES_5 = 300_000
const CLOCK = pathToFileURL(path.resolve(import.meta.dirname, '../../fakes/jumpingClock.ts')).href
const WRONG = '本机时钟比数据库快 300 秒，时间以数据库为准，请校准本机时钟'

describe.skipIf(whyNoPostgres())('a process whose computer’s clock is five minutes fast', () => {
  let cluster: Cluster
  beforeAll(async () => {
    cluster = await useCluster()
  })
  afterAll(() => cluster.stop())

  it('goes by the database’s time, as the other process does, and reports the clock', SLOW, async () => {
    const dataDir = await mkdtemp(path.join(os.tmpdir(), 'sitecraft-clock-'))
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
    const offset = path.join(dataDir, 'offset')
    await writeFile(offset, String(MINUTES_5))
    const right = { DATABASE_URL: await cluster.createDatabase() }
    const fast = { ...right, NODE_OPTIONS: `--import=${CLOCK}`, CLOCK_OFFSET_FILE: offset }
    const start = async (env: Record<string, string>) => {
      const server = new ServerProcess(['--port', '0', '--data', dataDir], env)
      onTestFinished(async () => void (await server.kill('SIGKILL')))
      return { server, client: await server.listening() }
    }
    const one = await start(right)
    const other = await start(fast)
    // One-time tokens of each are good for the other.
    const tokenBy = async (env: Record<string, string>): Promise<string> =>
      (await runServer(['token', '--data', dataDir, '--user', 'admin'], env)).stdout.trim()
    const { token } = await other.client.ok('account.autoLogin', { token: await tokenBy(right) })
    await one.client.ok('account.autoLogin', { token: await tokenBy(fast) })
    const [admin, adminThere] = [new TestClient(one.client.url, token), new TestClient(other.client.url, token)]

    const { id: classId } = await emptyColumn(admin)
    const { id } = await saveArticle(adminThere, classId)
    const { createTime } = await admin.ok('content.findById', { classId, id })
    expect(Math.abs(new Date(createTime).getTime() - Date.now())).toBeLessThan(10_000)

    const readiness = async (client: TestClient): Promise<unknown> => (await client.fetch('ready')).json()
    expect(await readiness(one.client)).toMatchObject({ status: 'ready', problems: [] })
    expect(await readiness(other.client)).toMatchObject({ status: 'ready', problems: [WRONG] })
    const skew = (await adminThere.ok('system.info', {})).clockSkewMs ?? 0
    expect(Math.abs(skew - MINUTES_5)).toBeLessThan(2000)
    expect(other.server.stderr).toContain('the clock of this computer differs from the database’s')
    expect(one.server.stderr).not.toContain('the clock of this computer')

    // A clock that is set right while the server runs is noticed without a restart.
    await writeFile(offset, '0')
    await expect.poll(() => readiness(other.client), { timeout: 20_000 }).toMatchObject({ problems: [] })
  })
})
