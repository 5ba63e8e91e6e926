import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { chromium as browserType, type Browser } from '@playwright/test'
import type { Result } from '#shared/contract/bridge.ts'
import { enterHost } from '#tests/setup/enterHost.ts'
import { launchStandIn } from '#tests/fakes/electron/launch.ts'
import { BUILD, startApp } from '#tests/e2e/app.ts'
import { chromium } from '#tests/e2e/chromium.ts'
import { HOST_ENV } from '#scripts/start/hostEnv.ts'

const ROUNDS = 5
const WORKSPACES = 3
/** From the end of the first synchronisation. */
const REST_MS = 45_000
/** How long the idle services are watched, s. */
const IDLE_SECONDS = 20
/** Clock ticks a second in /proc/<pid>/stat. */
const TICKS = 100

const median = (numbers: readonly number[]): number => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0
const folder = (): string => mkdtempSync(join(tmpdir(), 'sitecraft-bench-desktop-'))
const remove = (path: string): void => rmSync(path, { recursive: true, force: true, maxRetries: 5 })

/** From the start of the process to the first window that main asks Electron for, ms. The first start in a folder compiles. */
async function firstWindow(dataDir: string): Promise<number> {
  const began = performance.now()
  const main = launchStandIn({ appPath: BUILD, dataDir, env: { DBUS_SESSION_BUS_ADDRESS: 'disabled:' } })
  // A stand-in that is still loading answers when its bundle has run.
  for (;;) {
    const calls = await main.ask('calls')
    if (calls.some(({ name }) => name === 'window.loadURL' || name === 'window.show')) break
    await delay(5)
  }
  const ms = performance.now() - began
  // It may end before it answers.
  await main.ask('quit').catch(() => undefined)
  await main.exited
  return ms
}

/** The empty Node that everything starts from, ms. */
async function emptyNode(): Promise<number> {
  const began = performance.now()
  const child = spawn(process.execPath, ['-e', ''], { stdio: 'ignore' })
  await new Promise((resolve) => child.once('exit', resolve))
  return performance.now() - began
}

interface Idle {
  megabytes: number
  /** Of one processor. */
  percent: number
}

/** What the services need with three synchronised folders when nothing happens. */
async function idle(): Promise<Idle> {
  const [dataDir, home] = [folder(), folder()]
  const app = await startApp(dataDir, { ...HOST_ENV, HOME: home })
  const { origin, ...headers } = await enterHost(app.launchAddress)
  const call = async <T>(name: string, input: object): Promise<T> => {
    const answer = await fetch(`${origin}/invoke`, {
      method: 'POST',
      headers: { ...headers, origin, 'content-type': 'application/json' },
      body: JSON.stringify({ name, input }),
    })
    const result = (await answer.json()) as Result
    if (!result.ok) throw new Error(`${name}: ${result.error.message}`)
    return result.data as T
  }
  await call('connections.use', { id: 'builtin' })
  const { content } = await call<{ content: { folder: string; name: string }[] }>('template.list', {})
  const { folders } = await call<{ folders: { node: string }[] }>('folders.list', {})
  // Home stands first.
  const node = folders[0]?.node ?? ''
  const chosen = content.slice(0, WORKSPACES)
  for (const { folder: template, name } of chosen) {
    const made = await call<{ node: string }>('folders.create', { node, name: template })
    const { grant } = await call<{ grant: string }>('folders.grant', { node: made.node })
    const { planId } = await call<{ planId: string }>('workspaces.plan', {
      folder: template,
      templateName: name,
      grant,
    })
    await call('workspaces.connect', { planId })
  }
  for (;;) {
    const all = await call<{ state: string }[]>('workspaces.list', {})
    if (all.length === chosen.length && all.every(({ state }) => state === 'idle')) break
    await delay(200)
  }
  // The threads that compared the folders end after half a minute without work.
  await delay(REST_MS)
  const { pid } = JSON.parse(readFileSync(join(dataDir, 'browserHost.json'), 'utf8')) as { pid: number }
  const [before, began] = [ticksOf(pid), performance.now()]
  await delay(IDLE_SECONDS * 1000)
  const seconds = (performance.now() - began) / 1000
  const percent = ((ticksOf(pid) - before) / TICKS / seconds) * 100
  const rss = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  await app.stop()
  remove(dataDir)
  remove(home)
  console.log(`workspaces synchronised: ${chosen.length}`)
  return { megabytes: Number(rss) / 1024, percent }
}

/** User and system time of a process so far. */
function ticksOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return Number(fields[11]) + Number(fields[12])
}

/** From the command to a home page that can be used, in a window of the installed Chromium, ms. */
async function launchToHome(dataDir: string): Promise<number> {
  const program = join(dataDir, '../chromium-window')
  const path = chromium.executablePath ?? browserType.executablePath()
  const flags = ['--ozone-platform=headless', '--no-sandbox', '--remote-debugging-port=0', ...(chromium.args ?? [])]
  writeFileSync(program, `#!/bin/sh\nexec '${path}' ${flags.join(' ')} "$@"\n`, { mode: 0o755 })
  const portFile = join(dataDir, 'browser/DevToolsActivePort')
  rmSync(portFile, { force: true })
  const { DBUS_SESSION_BUS_ADDRESS: _none, ...inherited } = process.env
  const began = performance.now()
  const child = spawn(process.execPath, [join(BUILD, 'out/main/browserHost.js'), '--data', dataDir, '--open', 'app'], {
    cwd: BUILD,
    stdio: 'ignore',
    env: { ...HOST_ENV, ...inherited, DISPLAY: ':99', SITECRAFT_BROWSER: program },
  })
  const ended = new Promise((resolve) => child.once('exit', resolve))
  while (!existsSync(portFile) || !readFileSync(portFile, 'utf8').includes('\n')) await delay(5)
  const browser = await browserType.connectOverCDP(
    `http://127.0.0.1:${readFileSync(portFile, 'utf8').split('\n', 1)[0]}`,
  )
  await homeIn(browser)
  const ms = performance.now() - began
  for (const context of browser.contexts()) for (const page of context.pages()) await page.close()
  child.kill('SIGTERM')
  await ended
  return ms
}

async function homeIn(browser: Browser): Promise<void> {
  for (;;) {
    const page = browser.contexts().flatMap((context) => context.pages())[0]
    if (page) return page.getByRole('heading', { level: 1 }).first().waitFor()
    await delay(5)
  }
}

/** The desktop program: first window, services at rest, and a usable home page. Run `npm run build` before. */
export async function desktop(): Promise<void> {
  const windows: number[] = []
  const nodes: number[] = []
  const windowData = folder()
  const compiling = await firstWindow(windowData)
  for (let round = 0; round < ROUNDS; round += 1) {
    windows.push(await firstWindow(windowData))
    nodes.push(await emptyNode())
  }
  remove(windowData)
  console.log(
    `first window asked for: ${median(windows).toFixed(0)} ms (at most 300), at the first start ${compiling.toFixed(0)} ms, an empty Node: ${median(nodes).toFixed(0)} ms`,
  )
  const { megabytes, percent } = await idle()
  console.log(
    `services idle: ${megabytes.toFixed(0)} MB (at most 120), ${percent.toFixed(2)} % of a processor (at most 0.5)`,
  )
  const place = folder()
  const dataDir = join(place, 'data')
  mkdirSync(dataDir)
  const first = await startApp(dataDir)
  const { origin, ...headers } = await enterHost(first.launchAddress)
  await fetch(`${origin}/invoke`, {
    method: 'POST',
    headers: { ...headers, origin, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'connections.use', input: { id: 'builtin' } }),
  })
  await first.stop()
  const homes: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) homes.push(await launchToHome(dataDir))
  console.log(`launch to a usable home in a window: ${median(homes).toFixed(0)} ms (at most 2,000)`)
  remove(place)
}
