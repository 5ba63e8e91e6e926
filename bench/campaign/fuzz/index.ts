import { rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { type ApiOperation, bodyLimit } from '#shared/contract/define.ts'
import { type ApiName, apiNames, operations } from '#shared/contract/registry.ts'
import { type Random, randomOf } from '#tests/integration/approval/random.ts'
import { ROWS } from '#tests/integration/server/access/rows.ts'
import { askerOf, buildWorld, type World } from '#tests/integration/server/access/world.ts'
import { grows } from '#tests/integration/server/growth/grows.ts'
import { textPaths, withText } from '#tests/integration/server/growth/textPaths.ts'
import type { Answer, TestClient } from '#tests/integration/server/harness/client.ts'
import type { TestServer } from '#tests/integration/server/harness/server.ts'
import { withServer } from '../installation.ts'
import { type Part, startTimer } from '../part.ts'
import { countChanges } from './changes.ts'
import { type Schema, Values } from './values.ts'

/** Excluded calls: they end the calling session or wait on purpose. */
const EXCLUDED: ReadonlySet<ApiName> = new Set(['templateSync.wait', 'account.logout'])
const operationNames = apiNames.filter((name) => !(operations[name] as ApiOperation).raw && !EXCLUDED.has(name))
const schemas = new Map(
  operationNames.map((name) => [
    name,
    z.toJSONSchema(operations[name].input, { io: 'input', unrepresentable: 'any' }) as Schema,
  ]),
)

const ASKERS = ['admin', 'admin', 'admin', 'right', 'no column', 'wrong site', 'no role', 'no session'] as const
type Asker = (typeof ASKERS)[number]

/** Number of requests per world: records created in it may be deleted by then. */
const REQUESTS_PER_WORLD = 60
/** Text pieces that slow down naive parsers. */
const PIECES = ['字', ' ', '<', '<!--', '<a href="', '%', '[', '{{', '\u200b', 'a\n', '1'] as const
const GROWTH_BYTES = 256 * 1024
/** Share of the time for testing the growth of inputs. */
const GROWTH_SHARE = 0.2

interface FuzzRequest {
  name: ApiName
  asker: Asker
  input: unknown
}

/**
 * Seeded random requests over every call and role: inputs generated from the schema, modified valid inputs of the
 * tests, and arbitrary values. No response may be 5xx, a refused request may not change a row, and twice the text may
 * take at most three times as long.
 */
export const fuzz: Part = async (options) => {
  const { minutes, seed, log } = options
  const random = randomOf(seed)
  const run: Run = { random, seed, say: log, requests: 0, faults: [], statuses: new Map(), called: new Set() }
  const hasTime = startTimer(minutes * (1 - GROWTH_SHARE))
  const currentRequestFile = join(tmpdir(), `sitecraft-fuzz-${process.pid}.json`)
  log(`the current request is in: ${currentRequestFile}`)
  let [servers, grown] = [0, 0]
  do {
    servers += 1
    const { faults } = await withServer(options, { runsJobs: false }, async (server) => {
      await fuzzServer(server, run, hasTime, currentRequestFile)
      if (!hasTime()) grown = await growth(server, random, minutes * GROWTH_SHARE, run.faults, log)
      return { figures: {}, faults: [] }
    })
    run.faults.push(...faults)
  } while (hasTime())
  rmSync(currentRequestFile, { force: true })
  const answers = [...run.statuses].toSorted(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`)
  const figures = {
    requests: run.requests,
    servers,
    'calls of the contract': `${run.called.size} of ${operationNames.length}`,
    answers: answers.join(', '),
    'growth of inputs tried': grown,
  }
  return { figures, faults: run.faults }
}

/** Intermediate results of a run. */
interface Run {
  random: Random
  seed: number
  say: (line: string) => void
  requests: number
  faults: string[]
  statuses: Map<number, number>
  called: Set<ApiName>
}

/** Maximum worlds per server: each adds a site. */
const WORLDS_PER_SERVER = 100

/**
 * Sends requests to one server until the time is over, the server has too many worlds, or a request locked a needed
 * account.
 */
async function fuzzServer(
  server: TestServer,
  run: Run,
  hasTime: () => boolean,
  currentRequestFile: string,
): Promise<void> {
  const { random, seed, say, faults } = run
  const changes = await countChanges(server)
  for (let worlds = 0; worlds < WORLDS_PER_SERVER && hasTime(); worlds++) {
    const stage = await prepareStage(server, random).catch((error: unknown) => String(error))
    if (typeof stage === 'string') return say(`another server: ${stage}`)
    for (let at = 0; at < REQUESTS_PER_WORLD; at++) {
      const fuzzRequest = await stage.nextRequest()
      const before = await changes()
      // If a call blocks the thread forever, this file names it.
      writeFileSync(currentRequestFile, JSON.stringify({ seed, request: run.requests + 1, ...fuzzRequest }))
      const answer = await send(stage.client(fuzzRequest.asker), fuzzRequest)
      run.requests += 1
      run.called.add(fuzzRequest.name)
      run.statuses.set(answer.status, (run.statuses.get(answer.status) ?? 0) + 1)
      const problem = await problemOf(answer, before, changes)
      if (!problem) continue
      const line = `${fuzzRequest.name} as ${fuzzRequest.asker}: ${problem}; input ${formatInput(fuzzRequest.input)} (seed ${seed}, request ${run.requests})`
      if (faults.some((each) => each.startsWith(`${fuzzRequest.name} as`) && sameKind(each, line))) continue
      faults.push(line)
      say(line)
    }
  }
}

/** Whether both lines report the same kind of fault of the same call. */
const sameKind = (a: string, b: string): boolean => kindOf(a) === kindOf(b)
const kindOf = (line: string): string => /: (\d{3}|changed|no answer|no words)/.exec(line)?.[1] ?? ''

async function prepareStage(server: TestServer, random: Random) {
  const admin = await server.as('admin')
  const world = await buildWorld(server, admin)
  const clients = new Map<Asker, TestClient>([
    ['admin', admin],
    ['no session', server.nobody],
  ])
  // One account gets different rights in turn, one kind per world.
  const limited = random.pick(['right', 'no column', 'wrong site', 'no role'] as const)
  clients.set(limited, await askerOf(server, limited, world))
  const askers = ASKERS.filter((asker) => clients.has(asker))
  const made = new Map<ApiName, World & { made: number }>()
  const ids = [world.siteId, world.columnId, world.siblingId, world.templateId, 1, 2]
  const values = new Values(random, ids)
  return {
    client: (asker: Asker): TestClient => clients.get(asker) ?? server.nobody,
    async nextRequest(): Promise<FuzzRequest> {
      const name = random.pick(operationNames)
      const asker = random.pick(askers)
      const choice = random.next()
      if (choice < 0.45) return { name, asker, input: values.of(schemas.get(name)) }
      const row = ROWS[name]
      if (!row || choice > 0.97) return { name, asker, input: values.any() }
      if (!made.has(name)) {
        const ready = await row.before?.({ admin, server, world }).catch(() => 0)
        made.set(name, { ...world, made: Number(ready ?? 0) })
        ids.push(Number(ready) || 1)
      }
      const base = row.input({ ...world, made: made.get(name)?.made ?? 0 })
      if (choice < 0.6) return { name, asker, input: base }
      return { name, asker, input: choice < 0.8 ? values.mutate(base) : values.mutate(values.mutate(base)) }
    },
  }
}

/** Status of a request that cannot be sent: an address with half a surrogate pair. */
const UNSENT = -1
/** Timeout of a call, after which it counts as hanging. */
const TIMEOUT_MS = 40_000

async function send(client: TestClient, { name, input }: FuzzRequest): Promise<Answer<unknown>> {
  const abortSignal = AbortSignal.timeout(TIMEOUT_MS)
  const timedOut = new Promise<never>((_resolve, reject) =>
    abortSignal.addEventListener('abort', () => reject(new Error(`not within ${TIMEOUT_MS} ms`))),
  )
  try {
    // Inside a promise, because errors on sending are thrown synchronously, and `timedOut` would stay unhandled.
    return await Promise.race([Promise.resolve().then(() => client.call(name, input)), timedOut])
  } catch (error) {
    const status = error instanceof URIError ? UNSENT : 0
    return { status, code: 0, msg: String(error), data: null }
  }
}

async function problemOf(
  { status, code, msg }: Answer<unknown>,
  before: Map<string, number>,
  changes: () => Promise<Map<string, number>>,
): Promise<string | null> {
  if (status === UNSENT) return null
  if (status === 0) return `no answer: ${msg}`
  if (status >= 500) return `${status} ${msg}`
  if (code === 200 || (status >= 300 && status < 400)) return null
  // HTTP errors are answered before the call is known.
  if (status === 431) return null
  if (!/\p{Script=Han}/u.test(msg)) return `no words: ${status} “${msg}”`
  const after = await changes()
  const changed = [...after].filter(([name, total]) => total !== before.get(name)).map(([name]) => name)
  // The list of a template's files is stored when it is first read, even by a call that is refused afterwards.
  if (changed.every((name) => name === 'template' || name === 'template_entry')) return null
  return changed.length > 0 ? `changed ${changed.join(', ')} though refused with ${status} ${msg}` : null
}

/** Maximum characters of a displayed input. */
const MAX_SHOWN_CHARS = 600
const formatInput = (input: unknown): string => {
  const text = input instanceof Uint8Array ? `${input.length} bytes` : (JSON.stringify(input) ?? 'undefined')
  return text.length > MAX_SHOWN_CHARS ? `${text.slice(0, MAX_SHOWN_CHARS)}…` : text
}

/** Tests at random text fields whether time grows faster than the text; returns the number of tests. */
async function growth(
  server: TestServer,
  random: Random,
  minutes: number,
  faults: string[],
  say: (line: string) => void,
): Promise<number> {
  const admin = await server.as('admin')
  const world = await buildWorld(server, admin)
  const hasTime = startTimer(minutes)
  let tried = 0
  do {
    const name = random.pick(operationNames)
    const paths = textPaths(schemas.get(name))
    if (paths.length === 0) continue
    const [textPath, piece] = [random.pick(paths), random.pick(PIECES)]
    const made = Number((await ROWS[name]?.before?.({ admin, server, world }).catch(() => 0)) ?? 0)
    const base = ROWS[name]?.input({ ...world, made }) ?? {}
    const bytes = Math.min(GROWTH_BYTES, bodyLimit(operations[name]) - 4096)
    const times = Math.floor(bytes / Buffer.byteLength(JSON.stringify(piece).slice(1, -1)))
    const ratio = await grows((share) =>
      send(admin, { name, asker: 'admin', input: withText(base, textPath, piece.repeat(Math.floor(times * share))) }),
    )
    tried += 1
    if (ratio > 3) {
      faults.push(
        `${name}: twice as long a text at ${textPath.join('.')} of ${JSON.stringify(piece)} takes ${ratio.toFixed(1)} times as long`,
      )
      say(faults.at(-1) ?? '')
    }
  } while (hasTime())
  return tried
}
