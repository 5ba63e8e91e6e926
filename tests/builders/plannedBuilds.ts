import { buildServer } from '#server/app.ts'
import { resources } from '#server/areas/index.ts'
import type { JobWork } from '#server/http/jobWork.ts'
import { queueOwnerlessJob } from '#server/jobs/queue.ts'
import type { TestServer } from '#tests/integration/server/harness/server.ts'
import { waitForJobs } from '#tests/integration/server/harness/snapshot.ts'

const WAIT = { timeout: 30_000, interval: 50 }
/** What such builds are called in the list of jobs. */
export const PLANNED = '定时生成静态页面'

const nothing: JobWork = (_deps, job) => job.finish(async () => 0)

/** One more process over the server's database, whose builds are quick; answers the way to end it. */
export async function anotherProcess({ deps }: TestServer, build = nothing): Promise<() => Promise<void>> {
  const app = await buildServer({ ...deps, runsJobs: true }, [...resources, { jobs: { 'statics.build': build } }])
  await app.listen({ host: '127.0.0.1', port: 0 })
  return () => app.close()
}

export const buildsOf = ({ deps }: TestServer, siteId: number) =>
  deps.db
    .selectFrom('job')
    .select(['title', 'state', 'input'])
    .where('kind', '=', 'statics.build')
    .where('siteId', '=', siteId)
    .orderBy('id')
    .execute()

/** What is due at this time is begun by so many processes; then they have ended. Answers the builds of the site. */
export async function atThisTime(server: TestServer, siteId: number, processes = 1) {
  const job = { kind: 'statics.schedule', title: PLANNED, siteId: 0, input: {} } as const
  for (let each = 0; each < processes; each++) await queueOwnerlessJob(server.deps, job)
  const stops = await Promise.all(Array.from({ length: processes }, () => anotherProcess(server)))
  await waitForJobs(server, WAIT)
  for (const stop of stops) await stop()
  return buildsOf(server, siteId)
}

/** Sessions end after days: a new one for each question. */
export const stateOf = async (server: TestServer, siteId = 1) =>
  (await server.as('admin')).ok('statics.state', { id: siteId })
