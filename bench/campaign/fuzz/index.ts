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
import { type Part, timeLeft } from '../part.ts'
import { countChanges } from './changes.ts'
import { type Schema, Values } from './values.ts'

/** They end the session that asks, wait on purpose, or ask other machines. */
const LEFT_OUT: ReadonlySet<ApiName> = new Set(['templateSync.wait', 'account.logout'])
const asked = apiNames.filter((name) => !(operations[name] as ApiOperation).raw && !LEFT_OUT.has(name))
const schemas = new Map(
  asked.map((name) => [
    name,
    z.toJSONSchema(operations[name].input, { io: 'input', unrepresentable: 'any' }) as Schema,
  ]),
)

const ASKERS = ['admin', 'admin', 'admin', 'right', 'no column', 'wrong site', 'no role', 'no session'] as const
type Asker = (typeof ASKERS)[number]

/** A world is used for so many requests: what was made in it may be gone by then. */
const REQUESTS_OF_WORLD = 60
/** Pieces that have made parsers slow. */
const PIECES = ['字', ' ', '<', '<!--', '<a href="', '%', '[', '{{', '\u200b', 'a\n', '1'] as const
const GROWTH_BYTES = 256 * 1024
/** Share of the time that goes to the growth of inputs. */
const GROWTH_SHARE = 0.2

interface Sent {
  name: ApiName
  asker: Asker
  input: unknown
}

/**
 * Requests over every call and role, from the seed: inputs of the schema, of the tests' own valid ones with something changed,
 * and anything at all. Nothing is answered 5xx, what is refused changes no row, and twice the text takes no more than
 * three times as long.
 */
export const fuzz: Part = async (options) => {
  const { minutes, seed, say } = options
  const random = randomOf(seed)
  const run: Run = { random, seed, say, requests: 0, faults: [], statuses: new Map(), called: new Set() }
  const goesOn = timeLeft(minutes * (1 - GROWTH_SHARE))
  const underWay = join(tmpdir(), `sitecraft-fuzz-${process.pid}.json`)
  say(`the request under way: ${underWay}`)
  let [servers, grown] = [0, 0]
  do {
    servers += 1
    const { faults } = await withServer(options, { runsJobs: false }, async (server) => {
      await askServer(server, run, goesOn, underWay)
      if (!goesOn()) grown = await growth(server, random, minutes * GROWTH_SHARE, run.faults, say)
      return { figures: {}, faults: [] }
    })
    run.faults.push(...faults)
  } while (goesOn())
  rmSync(underWay, { force: true })
  const answers = [...run.statuses].toSorted(([a], [b]) => a - b).map(([status, count]) => `${status}: ${count}`)
  const figures = {
    requests: run.requests,
    servers,
    'calls of the contract': `${run.called.size} of ${asked.length}`,
    answers: answers.join(', '),
    'growth of inputs tried': grown,
  }
  return { figures, faults: run.faults }
}

/** What one run of the part has found so far. */
interface Run {
  random: Random
  seed: number
  say: (line: string) => void
  requests: number
  faults: string[]
  statuses: Map<number, number>
  called: Set<ApiName>
}

/** Worlds that one server bears: each adds a site. */
const WORLDS_OF_SERVER = 100

/** Asks one server until the time is over, it bears no more, or an account that is needed was locked out by a request. */
async function askServer(server: TestServer, run: Run, goesOn: () => boolean, underWay: string): Promise<void> {
  const { random, seed, say, faults } = run
  const changes = await countChanges(server)
  for (let worlds = 0; worlds < WORLDS_OF_SERVER && goesOn(); worlds++) {
    const stage = await readyStage(server, random).catch((error: unknown) => String(error))
    if (typeof stage === 'string') return say(`another server: ${stage}`)
    for (let at = 0; at < REQUESTS_OF_WORLD; at++) {
      const sent = await stage.nextRequest()
      const before = await changes()
      // Where a call never gives the thread back, this file says which one.
      writeFileSync(underWay, JSON.stringify({ seed, request: run.requests + 1, ...sent }))
      const answer = await send(stage.client(sent.asker), sent)
      run.requests += 1
      run.called.add(sent.name)
      run.statuses.set(answer.status, (run.statuses.get(answer.status) ?? 0) + 1)
      const problem = await problemOf(answer, before, changes)
      if (!problem) continue
      const line = `${sent.name} as ${sent.asker}: ${problem}; input ${shown(sent.input)} (seed ${seed}, request ${run.requests})`
      if (faults.some((each) => each.startsWith(`${sent.name} as`) && sameKind(each, line))) continue
      faults.push(line)
      say(line)
    }
  }
}

/** Is it the same fault of the same call, told once? */
const sameKind = (a: string, b: string): boolean => kindOf(a) === kindOf(b)
const kindOf = (line: string): string => /: (\d{3}|changed|no answer|no words)/.exec(line)?.[1] ?? ''

async function readyStage(server: TestServer, random: Random) {
  const admin = await server.as('admin')
  const world = await buildWorld(server, admin)
  const clients = new Map<Asker, TestClient>([
    ['admin', admin],
    ['no session', server.nobody],
  ])
  // One account has different rights in turn: one of them for each world.
  const limited = random.pick(['right', 'no column', 'wrong site', 'no role'] as const)
  clients.set(limited, await askerOf(server, limited, world))
  const askers = ASKERS.filter((asker) => clients.has(asker))
  const made = new Map<ApiName, World & { made: number }>()
  const ids = [world.siteId, world.columnId, world.siblingId, world.templateId, 1, 2]
  const values = new Values(random, ids)
  return {
    client: (asker: Asker): TestClient => clients.get(asker) ?? server.nobody,
    async nextRequest(): Promise<Sent> {
      const name = random.pick(asked)
      const asker = random.pick(askers)
      const way = random.next()
      if (way < 0.45) return { name, asker, input: values.of(schemas.get(name)) }
      const row = ROWS[name]
      if (!row || way > 0.97) return { name, asker, input: values.any() }
      if (!made.has(name)) {
        const ready = await row.before?.({ admin, server, world }).catch(() => 0)
        made.set(name, { ...world, made: Number(ready ?? 0) })
        ids.push(Number(ready) || 1)
      }
      const base = row.input({ ...world, made: made.get(name)?.made ?? 0 })
      if (way < 0.6) return { name, asker, input: base }
      return { name, asker, input: way < 0.8 ? values.changed(base) : values.changed(values.changed(base)) }
    },
  }
}

/** What no client can send: a name with half a character in an address. */
const UNSENT = -1
/** A call that takes longer never ends. */
const ANSWER_MS = 40_000

async function send(client: TestClient, { name, input }: Sent): Promise<Answer<unknown>> {
  const late = AbortSignal.timeout(ANSWER_MS)
  const never = new Promise<never>((_resolve, reject) =>
    late.addEventListener('abort', () => reject(new Error(`not within ${ANSWER_MS} ms`))),
  )
  try {
    // Inside a promise: what can't be sent is thrown at once, and nobody would wait for `never`.
    return await Promise.race([Promise.resolve().then(() => client.call(name, input)), never])
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
  // What is wrong with HTTP itself is answered before there is a call.
  if (status === 431) return null
  if (!/\p{Script=Han}/u.test(msg)) return `no words: ${status} “${msg}”`
  const after = await changes()
  const changed = [...after].filter(([name, total]) => total !== before.get(name)).map(([name]) => name)
  // The list of a template's files is kept from the first look at it, also by a call that is refused afterwards.
  if (changed.every((name) => name === 'template' || name === 'template_entry')) return null
  return changed.length > 0 ? `changed ${changed.join(', ')} though refused with ${status} ${msg}` : null
}

/** At most so much of an input is shown. */
const SHOWN = 600
const shown = (input: unknown): string => {
  const text = input instanceof Uint8Array ? `${input.length} bytes` : (JSON.stringify(input) ?? 'undefined')
  return text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text
}

/** Tries whether time grows faster than texts do, at random places; answers how many were tried. */
async function growth(
  server: TestServer,
  random: Random,
  minutes: number,
  faults: string[],
  say: (line: string) => void,
): Promise<number> {
  const admin = await server.as('admin')
  const world = await buildWorld(server, admin)
  const goesOn = timeLeft(minutes)
  let tried = 0
  do {
    const name = random.pick(asked)
    const places = textPaths(schemas.get(name))
    if (places.length === 0) continue
    const [place, piece] = [random.pick(places), random.pick(PIECES)]
    const made = Number((await ROWS[name]?.before?.({ admin, server, world }).catch(() => 0)) ?? 0)
    const base = ROWS[name]?.input({ ...world, made }) ?? {}
    const bytes = Math.min(GROWTH_BYTES, bodyLimit(operations[name]) - 4096)
    const times = Math.floor(bytes / Buffer.byteLength(JSON.stringify(piece).slice(1, -1)))
    const ratio = await grows((share) =>
      send(admin, { name, asker: 'admin', input: withText(base, place, piece.repeat(Math.floor(times * share))) }),
    )
    tried += 1
    if (ratio > 3) {
      faults.push(
        `${name}: twice as long a text at ${place.join('.')} of ${JSON.stringify(piece)} takes ${ratio.toFixed(1)} times as long`,
      )
      say(faults.at(-1) ?? '')
    }
  } while (goesOn())
  return tried
}
