import { beforeAll, expect, it } from 'vitest'
import type { ApiName } from '#shared/contract/registry.ts'
import { ROWS } from '../access/rows.ts'
import { buildWorld } from '../access/world.ts'
import { Faults } from '../harness/faults.ts'
import { onBothDatabases } from '../harness/onBothDatabases.ts'
import type { TestServer } from '../harness/server.ts'
import { waitForJobs } from '../harness/snapshot.ts'
import { addedSince, changesSince, readKept, rowCounts, tablesIn } from './kept.ts'

/** Calls whose work is done by a job, and what one that failed may have changed all the same. */
const JOBS: readonly [name: ApiName, keeps: RegExp, why: string][] = [
  ['site.copy', /^job$/, 'all of it comes with the last step'],
  ['siteArchive.export', /^job$/, 'the archive counts once the job is done'],
  ['deadLink.check', /^(job|dead_link_.*)$/, 'what was looked at is written down as it goes'],
  ['copyRule.run', /^job$/, 'each part is copied at once'],
  [
    'statics.buildHTML',
    /^(job|static_.*|statics\/.*)$/,
    'pages are written one after the other; the next build goes on',
  ],
  ['statics.cleanAllHTML', /^(job|static_.*|statics\/.*)$/, 'as statics.buildHTML'],
]
/** Those that need the pages of the site. */
const ON_BUILT = /^(deadLink\.check|statics\.cleanAllHTML)$/
/** A step of a job after another; each is waited for. */
const LONGEST_MS = 240_000
/** Longer than the time between two looks for jobs. */
const LOOK_MS = 20_000

onBothDatabases('a job that breaks', (_server, start) => {
  const faults = new Faults()
  let server: TestServer
  beforeAll(async () => {
    server = await start({ faults, isClockStill: true })
  })
  const lastJob = () =>
    server.deps.db.selectFrom('job').select(['id', 'state', 'message']).orderBy('id', 'desc').executeTakeFirstOrThrow()
  /** Until it is done or has failed; what a broken step left behind is found at the next look. */
  async function ended() {
    for (let looks = 0; looks < 20; looks++) {
      const { state, message } = await lastJob()
      if (state !== 'queued' && state !== 'running') return { state, message }
      await waitForJobs(server, { timeout: 1000 }).catch(async () => {
        await server.deps.db.updateTable('job').set({ leaseUntil: 0 }).where('state', '=', 'running').execute()
        server.clock.advance(LOOK_MS)
      })
    }
    throw new Error('the job does not end')
  }
  async function ready(name: ApiName) {
    const row = ROWS[name]
    if (!row) throw new Error(`no row for ${name}`)
    const admin = await server.as('admin')
    const world = await buildWorld(server, admin)
    const made = Number(await row.before?.({ admin, server, world }))
    const { siteId, templateId } = world
    await server.deps.db.updateTable('site').set({ templateId }).where('id', '=', siteId).execute()
    if (ON_BUILT.test(name)) {
      await admin.ok('statics.buildHTML', { siteId, menuIds: [world.columnId] })
      await ended()
    }
    const before = { kept: await readKept(server), counts: await rowCounts(server) }
    const run = async (breaks: number | null) => {
      const { result, steps } = await faults.during(server.deps.dataDir, breaks, async () => {
        const answer = await admin.call(name, row.input({ ...world, made }))
        expect(answer.status, answer.msg).toBe(200)
        return ended()
      })
      return { ...result, steps }
    }
    return { run, before }
  }
  async function outcome(before: Awaited<ReturnType<typeof ready>>['before']): Promise<string> {
    const { operation_log: _lines, ...rows } = await addedSince(server, before.counts)
    return JSON.stringify({ tables: tablesIn(changesSince(before.kept, await readKept(server))), rows })
  }

  it.each(JOBS)(
    'of %s is done or has changed nothing, and can be done again',
    async (name, keeps) => {
      const problems: string[] = []
      const first = await ready(name)
      const whole = await first.run(null)
      expect(whole.state, whole.message).toBe('done')
      const wanted = await outcome(first.before)
      const steps = whole.steps.indexOf('commit') + 1
      let now = await ready(name)
      for (let at = steps + 1; ; at++) {
        const { state, message, steps } = await now.run(at)
        const step = steps[at - 1]
        const said = `${at} ${step ?? 'the end'}: ${state} ${message}`
        if (state === 'done') {
          const found = await outcome(now.before)
          if (found !== wanted) problems.push(`${said}: left ${found} instead of ${wanted}`)
          if (step === undefined) break
          now = await ready(name)
          continue
        }
        if (step === undefined) problems.push(said)
        if (!/\p{Script=Han}/u.test(message)) problems.push(`${said}: not in Chinese`)
        const changes = changesSince(now.before.kept, await readKept(server)).filter((each) => !keeps.test(each))
        if (changes.length > 0) {
          problems.push(`${said}: changed ${changes.join(', ')}`)
          now = await ready(name)
        }
        if (step === undefined) break
      }
      expect(problems).toEqual([])
      expect(whole.steps.length, 'the job has steps of its own').toBeGreaterThan(steps + 2)
    },
    LONGEST_MS,
  )
})
