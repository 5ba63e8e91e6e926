import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { sweepBlobs } from '#server/areas/upload/store/blobStore.ts'
import { type ApiName, apiNames, operations } from '#shared/contract/registry.ts'
import { DAY_MS } from '#shared/util/dates.ts'
import type { Row } from '../access/row.ts'
import { ELSEWHERE } from '../access/elsewhere.ts'
import { ROWS } from '../access/rows.ts'
import { askerOf, buildWorld } from '../access/world.ts'
import type { TestClient } from '../harness/client.ts'
import { Faults } from '../harness/faults.ts'
import { onBothDatabases } from '../harness/onBothDatabases.ts'
import type { TestServer } from '../harness/server.ts'
import { ALONE, type Exception, EXCEPTIONS, NOT_ASKED } from './exceptions.ts'
import { addedSince, changesSince, readKept, rowCounts, tablesIn } from './kept.ts'
import { type FaultRow, MORE_ROWS } from './moreRows.ts'

const changing = apiNames.filter((name) => operations[name].effect === 'write')
const asked: [string, ApiName, FaultRow][] = [
  ...changing.flatMap((name): [string, ApiName, Row][] =>
    ROWS[name] && !NOT_ASKED[name] ? [[name, name, ROWS[name]]] : [],
  ),
  ...MORE_ROWS.map(([title, name, row]): [string, ApiName, FaultRow] => [title, name, row]),
]
const firstOfArea = new Set(new Map(asked.toReversed().map(([title, name]) => [name.split('.')[0], title])).values())
const isBrief = process.env.SITECRAFT_TESTS === 'main'
/** What differs in how it is done: rows alone, rows of many tables, files, bytes, work before the transaction, its own transactions. */
const SOME = new Set([
  'site.save',
  'account.save',
  'column.copy',
  'siteMail.send',
  'content.save',
  'approval.approve',
  'crossCopy.copy',
  'template.copy',
  'templateFile.save',
  'templateSync.put of an upload in a new folder',
  'upload.image of new bytes',
  'member.importData',
  'emailSend.batchSend',
])
/** `npm test` breaks every third step of some operations; `npm run test:all` every step of all. */
const askedNow = isBrief ? asked.filter(([title]) => SOME.has(title)) : asked

describe('the table of operations that break', () => {
  it('has every operation that changes something', () => {
    const covered = new Set<string>(asked.map(([, name]) => name))
    const reasons: Partial<Record<string, string>> = { ...ELSEWHERE, ...NOT_ASKED }
    const open = (name: ApiName) => operations[name].access.kind === 'open'
    expect(changing.filter((name) => !covered.has(name) && !reasons[name] && !open(name))).toEqual([])
  })
})

/** Each operation adds sites, and every look at the database reads them all. */
const OPERATIONS = 20
/** Forty steps, each with a look at all that is kept, on a machine under load. */
const LONGEST_MS = 120_000

onBothDatabases('a change that breaks', (_server, start) => {
  const faults = new Faults()
  let server: TestServer
  let left = 0
  const startOver = async (): Promise<void> => {
    server = await start({ faults, isClockStill: true, runsJobs: false })
    left = OPERATIONS
  }
  beforeEach(async () => {
    if (left === 0) await startOver()
    left -= 1
  })
  const [ran, used] = [new Set<ApiName>(), new Set<Exception>()]
  afterAll(() => {
    const ofThem = EXCEPTIONS.filter(({ of }) => of.every((name) => ran.has(name)))
    if (!isBrief)
      expect(
        ofThem.filter((each) => !used.has(each)),
        'exceptions that nothing needs',
      ).toEqual([])
  })

  /** Readies a world, and answers the call in it with the state before. */
  async function ready(name: ApiName, row: FaultRow) {
    const admin = await server.as('admin')
    const world = await buildWorld(server, admin)
    const made = Number(await row.before?.({ admin, server, world }))
    // What is compared with the files for the first time is written down, whatever the call.
    if (/^template(File|Sync|Revision)/.test(name)) await admin.ok('templateSync.manifest', { folder: world.code })
    const input = row.input({ ...world, made })
    const client = row.needs === 'super' ? admin : await askerOf(server, 'right', world)
    const send = row.send ?? ((who: TestClient) => who.call(name, input))
    const before = { kept: await readKept(server), counts: await rowCounts(server) }
    const call = async (breaks: number | null) => {
      const work = () => send(client, { ...world, made })
      const { result, steps } = await faults.during(server.deps.dataDir, breaks, work)
      return { status: result.status, msg: result.msg, steps }
    }
    return { call, before }
  }
  /** What a whole call leaves: rows more and less, and the tables that it changed. */
  async function outcome(before: Awaited<ReturnType<typeof ready>>['before']): Promise<string> {
    const tables = tablesIn(changesSince(before.kept, await readKept(server)))
    return JSON.stringify({ tables, rows: await addedSince(server, before.counts) })
  }

  it.for(askedNow)(
    '%s: is not done at all when a step of it fails, and can be done again',
    { timeout: LONGEST_MS },
    async (each, { skip }) => {
      const [title, name, row] = each
      skip(server.databaseUrl !== undefined && !firstOfArea.has(title), 'one of each area on PostgreSQL')
      ran.add(name)
      const problems: string[] = []
      const first = await ready(name, row)
      const whole = await first.call(null)
      expect(whole.status, whole.msg).toBe(200)
      const wanted = await outcome(first.before)
      if (ALONE.has(name)) await startOver()
      let now = await ready(name, row)
      for (let at = 1; ; at++) {
        if (isBrief && at % 3 !== 1 && at <= whole.steps.length) continue
        const answer = await now.call(at)
        const step = answer.steps[at - 1]
        const said = `${at} ${step ?? 'the end'}: ${answer.status} ${answer.msg}`
        const allowed = EXCEPTIONS.filter((each) => each.of.includes(name) && each.step.test(step ?? ''))
        const changes = changesSince(now.before.kept, await readKept(server))
        if (step === undefined && answer.status !== 200) problems.push(said)
        if (answer.status === 200) {
          // The end, or what broke was tried again.
          const found = await outcome(now.before)
          if (found !== wanted) problems.push(`${said}: left ${found} instead of ${wanted}`)
        } else {
          if (!/\p{Script=Han}/u.test(answer.msg)) problems.push(`${said}: not in Chinese`)
          const isAllowed = changes.length > 0 && allowed.find(({ keeps }) => changes.every((each) => keeps.test(each)))
          if (isAllowed) used.add(isAllowed)
          else if (changes.length > 0) problems.push(`${said}: changed ${changes.join(', ')}`)
        }
        if (step === undefined) break
        if (answer.status === 200 || changes.length > 0) {
          if (ALONE.has(name)) await startOver()
          now = await ready(name, row)
        }
      }
      expect(problems).toEqual([])
    },
  )

  it('leaves no bytes behind that are not swept', async () => {
    const { deps, clock } = server
    const stored = async () =>
      [...(await readKept(server)).files.keys()].filter((path) => path.startsWith('uploads/content'))
    clock.advance(2 * DAY_MS)
    await sweepBlobs(deps)
    const named = await deps.db.selectFrom('attachment').select('blobKey').execute()
    const wanted = new Set(named.map(({ blobKey }) => `uploads/${blobKey}`))
    expect((await stored()).filter((path) => !wanted.has(path))).toEqual([])
  })
})
