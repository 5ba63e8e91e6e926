import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium as browserType, type Page } from '@playwright/test'
import { type RunningApp, startApp, startServer } from '../tests/e2e/app.ts'
import { chromium } from '../tests/e2e/chromium.ts'
import { Shell } from '../tests/e2e/pages/shell.ts'

const ROUNDS = 5

const median = (numbers: readonly number[]): number => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0
const folder = (): string => mkdtempSync(join(tmpdir(), 'sitecraft-bench-start-'))

async function timed<T>(job: () => Promise<T>): Promise<[number, T]> {
  const began = performance.now()
  const value = await job()
  return [performance.now() - began, value]
}

/** How long the server takes to listen on an empty data folder, and on the same one afterwards, ms. */
async function serverStarts(): Promise<{ first: number; later: number }> {
  const dataDir = folder()
  const [first, made] = await timed(() => startServer(dataDir))
  await made.stop()
  const [later, again] = await timed(() => startServer(dataDir))
  await again.stop()
  rmSync(dataDir, { recursive: true, force: true })
  return { first, later }
}

/** Files and bytes of script that a page has asked for, as they are in memory. */
function scriptsOf(page: Page): { files: number; bytes: number } {
  const seen = { files: 0, bytes: 0 }
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script') return
    seen.files += 1
    void response.body().then(
      (body) => (seen.bytes += body.length),
      () => undefined,
    )
  })
  return seen
}

interface Screens {
  /** From the launch address to the choice of a server, ms. */
  choice: number
  /** From the launch address of somebody who is signed in to his home page, ms. */
  home: number
  files: number
  kilobytes: number
}

/** A browser that has seen nothing before opens the program for the first time, and another one when it is signed in. */
async function screens(): Promise<Screens> {
  const dataDir = folder()
  const browser = await browserType.launch(chromium)
  const open = async (app: RunningApp, ready: (page: Page) => Promise<void>) => {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
    const page = await context.newPage()
    const scripts = scriptsOf(page)
    const [ms] = await timed(async () => {
      await page.goto(app.launchAddress, { waitUntil: 'commit' })
      await ready(page)
    })
    return { ms, scripts, page, context }
  }
  const app = await startApp(dataDir)
  const choosing = await open(app, (page) => page.getByRole('button', { name: '使用内置服务器' }).waitFor())
  await new Shell(choosing.page).useBuiltin()
  await choosing.context.close()
  await app.stop()
  const signedIn = await startApp(dataDir)
  const home = await open(signedIn, (page) => page.getByRole('heading', { level: 1 }).first().waitFor())
  await home.page.waitForLoadState('networkidle').catch(() => undefined)
  const { files, bytes } = home.scripts
  await signedIn.stop()
  await browser.close()
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
  return { choice: choosing.ms, home: home.ms, files, kilobytes: Math.round(bytes / 1000) }
}

/** Starting: the server alone, and the pages that a person sees first. Run `npm run build` before. */
export async function start(): Promise<void> {
  const servers = []
  const pages = []
  for (let round = 0; round < ROUNDS; round += 1) {
    servers.push(await serverStarts())
    pages.push(await screens())
  }
  const of = <T>(list: readonly T[], key: (each: T) => number): string => median(list.map(key)).toFixed(0)
  console.log(`built-in server, first start: ${of(servers, ({ first }) => first)} ms (at most 1,000)`)
  console.log(`built-in server, later starts: ${of(servers, ({ later }) => later)} ms (at most 400)`)
  console.log(`launch address to the choice of a server: ${of(pages, ({ choice }) => choice)} ms (at most 1,000)`)
  console.log(`launch address to home: ${of(pages, ({ home }) => home)} ms (at most 1,000)`)
  const [kilobytes, files] = [of(pages, (page) => page.kilobytes), of(pages, (page) => page.files)]
  console.log(`script of home: ${kilobytes} kB in ${files} files (at most 1,000 kB in 20)`)
}
