import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { chromium as browserType, type Browser } from '@playwright/test'
import type { Result } from '#shared/contract/bridge.ts'
import { enterHost } from '#tests/setup/enterHost.ts'
import { BUILD, startApp, type RunningApp } from '#tests/e2e/app.ts'
import { chromium, windowed } from '#tests/e2e/chromium.ts'
import { HOST_ENV } from '#scripts/start/hostEnv.ts'
import { median } from '../measure.ts'
import { type Call, connectWorkspaces, measureIdleProcesses, formatIdle } from './idle.ts'

const ROUNDS = 5

const folder = (): string => mkdtempSync(join(tmpdir(), 'sitecraft-bench-desktop-'))
const remove = (path: string): void => rmSync(path, { recursive: true, force: true, maxRetries: 5 })

async function callOf(app: RunningApp): Promise<Call> {
  const { origin, ...headers } = await enterHost(app.launchAddress)
  return async <T>(name: string, input: object) => {
    const answer = await fetch(`${origin}/invoke`, {
      method: 'POST',
      headers: { ...headers, origin, 'content-type': 'application/json' },
      body: JSON.stringify({ name, input }),
    })
    const result = (await answer.json()) as Result
    if (!result.ok) throw new Error(`${name}: ${result.error.message}`)
    return result.data as T
  }
}

/** Measures the idle services with synchronised folders. */
async function measureIdle(): Promise<void> {
  const [dataDir, home] = [folder(), folder()]
  const app = await startApp(dataDir, { ...HOST_ENV, HOME: home })
  const call = await callOf(app)
  const { folders } = await call<{ folders: { node: string }[] }>('folders.list', {})
  // The home folder is first in the list.
  const node = folders[0]?.node ?? ''
  await connectWorkspaces(call, async (name) => {
    const created = await call<{ node: string }>('folders.create', { node, name })
    return (await call<{ grant: string }>('folders.grant', { node: created.node })).grant
  })
  const { pid } = JSON.parse(readFileSync(join(dataDir, 'browserHost.json'), 'utf8')) as { pid: number }
  const [services] = await measureIdleProcesses([pid])
  if (services) console.log(`services of the browser host idle: ${formatIdle(services)} (at most 120 MB and 0.5 %)`)
  await app.stop()
  remove(dataDir)
  remove(home)
}

/** Time from the command to a usable home page in a window of the installed Chromium, ms. */
async function launchToHome(dataDir: string): Promise<number> {
  const program = join(dataDir, '../chromium-window')
  const flags = ['--ozone-platform=headless', '--no-sandbox', '--remote-debugging-port=0', ...(chromium.args ?? [])]
  writeFileSync(program, `#!/bin/sh\nexec '${windowed}' ${flags.join(' ')} "$@"\n`, { mode: 0o755 })
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

/** The program without Electron: idle services, and a usable home page in a window. */
export async function browserHost(): Promise<void> {
  await measureIdle()
  const scratch = folder()
  const dataDir = join(scratch, 'data')
  mkdirSync(dataDir)
  const first = await startApp(dataDir)
  await (
    await callOf(first)
  )('connections.use', { id: 'builtin' })
  await first.stop()
  const homes: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) homes.push(await launchToHome(dataDir))
  console.log(`launch to a usable home in a window: ${median(homes).toFixed(0)} ms (at most 2,000)`)
  remove(scratch)
}
