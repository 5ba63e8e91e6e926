import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Result } from '#shared/contract/bridge.ts'
import { CHANNEL } from '#shared/contract/ipc.ts'
import { compressedSize } from '#scripts/build/packedSize.ts'
import { launchStandIn, type StandIn } from '#tests/fakes/electron/launch.ts'
import { BUILD } from '#tests/e2e/app.ts'
import { packApp, type PackedApp } from '#tests/integration/electron/packApp.ts'
import { median } from '../measure.ts'
import { type Call, connectWorkspaces, measureIdleProcesses, formatIdle } from './idle.ts'

const ROUNDS = 7
/** Calls of the home page. */
const HOME: readonly (readonly [string, object])[] = [
  ['settings.get', {}],
  ['home.overview', {}],
  ['system.info', {}],
  ['site.page', { page: 1, size: 200 }],
  ['workspaces.list', {}],
]
/** Time after which the program has written everything after a start, ms. */
const AT_REST_MS = 6000
/** A program that only opens a window, for measuring the stand-in itself. */
const EMPTY = `import { app, BrowserWindow } from 'electron'
void app.whenReady().then(() => new BrowserWindow({}).loadURL('app://empty'))`

const folder = (): string => mkdtempSync(join(tmpdir(), 'sitecraft-bench-packed-'))
const remove = (path: string): void => rmSync(path, { recursive: true, force: true, maxRetries: 5 })

const callOf =
  (main: StandIn): Call =>
  async <T>(name: string, input: object) => {
    const result = (await main.ask('invoke', CHANNEL.invoke, [name, input])) as Result
    if (!result.ok) throw new Error(`${name}: ${result.error.message}`)
    return result.data as T
  }

async function waitForWindow(main: StandIn): Promise<void> {
  while (!(await main.ask('calls')).some(({ name }) => name === 'new BrowserWindow')) await delay(5)
}

/** @returns its duration in ms */
async function quit(main: StandIn): Promise<number> {
  const began = performance.now()
  // The program may end before it responds.
  await main.ask('quit').catch(() => undefined)
  await main.exited
  if (main.violations().length > 0) throw new Error(main.violations().join('\n'))
  return performance.now() - began
}

type Start = (dataDir: string, appPath?: string) => StandIn

function starter(packed: PackedApp): Start {
  const program = packed.unpack()
  // Without a bus, a developer's own keychain is never used.
  const bus = { DBUS_SESSION_BUS_ADDRESS: 'disabled:' }
  return (dataDir, appPath = program) =>
    launchStandIn({
      appPath,
      dataDir,
      env: { ...bus, HOME: dataDir, STAND_IN_PACKAGED: '1', STAND_IN_RESOURCES: packed.resources },
    })
}

interface StartTimes {
  ms: number
  /** CPU time of the main thread, ms: hardly affected by a busy machine, and most of the time on an idle one. */
  computing: number
}

/** CPU time of a process's main thread, ms. */
const mainThreadMs = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ', 1)[0]) / 1e6

async function firstWindow(start: Start, dataDir: string, program?: string): Promise<StartTimes> {
  const began = performance.now()
  const main = start(dataDir, program)
  await waitForWindow(main)
  const took = { ms: performance.now() - began, computing: mainThreadMs(main.pid) }
  await quit(main)
  return took
}

async function firstWindows(start: Start): Promise<void> {
  const [dataDir, empty] = [folder(), folder()]
  writeFileSync(join(empty, 'package.json'), JSON.stringify({ type: 'module', main: 'main.js', version: '1.0.0' }))
  writeFileSync(join(empty, 'main.js'), EMPTY)
  const compiling = await firstWindow(start, dataDir)
  const warm = start(dataDir)
  await delay(AT_REST_MS)
  await quit(warm)
  const [ours, bare]: [StartTimes[], StartTimes[]] = [[], []]
  for (let round = 0; round < ROUNDS; round += 1) {
    ours.push(await firstWindow(start, dataDir))
    bare.push(await firstWindow(start, dataDir, empty))
  }
  const format = (all: StartTimes[]): string =>
    `${median(all.map(({ ms }) => ms)).toFixed(0)} ms (${median(all.map(({ computing }) => computing)).toFixed(0)} computing)`
  console.log(
    `first window asked for: ${format(ours)}, at most 300; at the first start ${format([compiling])}; by an empty program in the stand-in: ${format(bare)}`,
  )
  remove(dataDir)
  remove(empty)
}

async function measureHomes(start: Start): Promise<void> {
  const dataDir = folder()
  const first = start(dataDir)
  await waitForWindow(first)
  await callOf(first)('connections.use', { id: 'builtin' })
  await delay(AT_REST_MS)
  await quit(first)
  const [usable, quits]: [number[], number[]] = [[], []]
  for (let round = 0; round < ROUNDS; round += 1) {
    const began = performance.now()
    const main = start(dataDir)
    await waitForWindow(main)
    const call = callOf(main)
    const { state } = await call<{ state: string }>('session.status', {})
    if (state !== 'signed-in') throw new Error(`not signed in again: ${state}`)
    await Promise.all(HOME.map(([name, input]) => call(name, input)))
    usable.push(performance.now() - began)
    await delay(AT_REST_MS)
    quits.push(await quit(main))
  }
  console.log(`home signed in and answered: ${median(usable).toFixed(0)} ms (at most 2,000)`)
  console.log(`quit at rest, with its server: ${median(quits).toFixed(0)} ms (at most 1,000)`)
  remove(dataDir)
}

async function measureAtRest(start: Start): Promise<void> {
  const [dataDir, home] = [folder(), folder()]
  const main = start(dataDir)
  await waitForWindow(main)
  const call = callOf(main)
  await connectWorkspaces(call, async (name) => {
    const path = join(home, name)
    mkdirSync(path)
    await main.ask('answerDialog', { canceled: false, filePaths: [path] })
    return (await call<{ grant: string }>('folders.choose', {})).grant
  })
  const { pid } = JSON.parse(readFileSync(join(dataDir, 'backend.json'), 'utf8')) as { pid: number }
  const [own, server] = await measureIdleProcesses([main.pid, pid])
  if (own && server)
    console.log(`idle: main process with the stand-in ${formatIdle(own)}; server ${formatIdle(server)}`)
  await quit(main)
  remove(dataDir)
  remove(home)
}

/** The packed program in the Electron stand-in (docs/electron.md). */
export async function packedProgram(): Promise<void> {
  const packed = await packApp({ app: { path: BUILD, remove: async () => undefined } })
  try {
    const megabytes = (await compressedSize(packed.resources)) / 1e6
    console.log(`package without Electron: ${megabytes.toFixed(1)} MB compressed (at most 25)`)
    const start = starter(packed)
    await firstWindows(start)
    await measureHomes(start)
    await measureAtRest(start)
  } finally {
    await packed.remove()
  }
}
