import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium as browserType, type Page } from '@playwright/test'
import { PASSWORDS, startApp, startServer } from '../tests/e2e/app.ts'
import { chromium } from '../tests/e2e/chromium.ts'
import { Login } from '../tests/e2e/pages/login.ts'
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

/** The scripts that a page has asked for so far: their bytes as they are in memory. */
function scriptsOf(page: Page): Promise<number>[] {
  const seen: Promise<number>[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script')
      seen.push(
        response.body().then(
          (body) => body.length,
          () => 0,
        ),
      )
  })
  return seen
}

/** Waits for a text in such an element, looking at every frame: a locator looks twice a second in the end. */
const shows = (page: Page, selector: string, text: string): Promise<unknown> =>
  page.waitForFunction(
    ([where, what]) =>
      [...document.querySelectorAll(where ?? '')].some((each) => each.textContent.includes(what ?? '')),
    [selector, text],
  )
const HOME = ['h1', '好，admin'] as const

interface Shown {
  /** ms. */
  took: number
  files: number
  kilobytes: number
}

/** Opens the address in a page that has nothing in its cache, until the text stands there. */
async function opened(page: Page, address: string, [selector, text]: readonly [string, string]): Promise<Shown> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Network.clearBrowserCache')
  const scripts = scriptsOf(page)
  const [took] = await timed(async () => {
    await page.goto(address, { waitUntil: 'commit' })
    await shows(page, selector, text)
  })
  const sizes = await Promise.all(scripts)
  await page.waitForLoadState('networkidle').catch(() => undefined)
  return { took, files: sizes.length, kilobytes: sizes.reduce((sum, size) => sum + size, 0) / 1000 }
}

const newPage = async (browser: Browser): Promise<Page> =>
  (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage()

interface Screens {
  /** The first run. */
  choice: Shown
  signIn: Shown
  /** From Enter in the sign-in form to home, ms. */
  signedIn: number
  /** Of somebody who is signed in. */
  home: Shown
}

/** The screens that a person sees first, each in a browser that has seen nothing of the program before. */
async function screens(): Promise<Screens> {
  const dataDir = folder()
  const browser = await browserType.launch(chromium)
  const first = await startApp(dataDir)
  const choosing = await newPage(browser)
  const choice = await opened(choosing, first.launchAddress, ['button', '使用内置服务器'])
  await new Shell(choosing).useBuiltin()
  await choosing.context().close()
  await first.stop()
  const second = await startApp(dataDir)
  const page = await newPage(browser)
  const signIn = await opened(page, second.launchAddress, ['h1', '登录'])
  const login = new Login(page, join(dataDir, 'server'))
  await login.fill('admin', PASSWORDS.admin)
  const [signedIn] = await timed(async () => {
    await login.captcha.press('Enter')
    await shows(page, ...HOME)
  })
  await page.waitForLoadState('networkidle').catch(() => undefined)
  const home = await opened(await page.context().newPage(), new URL(page.url()).origin, HOME)
  await second.stop()
  await browser.close()
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
  return { choice, signIn, signedIn, home }
}

/** Starting: the server alone, and the pages that a person sees first. Run `npm run build` before. */
export async function start(): Promise<void> {
  const servers = []
  const pages: Screens[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    servers.push(await serverStarts())
    pages.push(await screens())
  }
  const of = <T>(list: readonly T[], key: (each: T) => number): string => median(list.map(key)).toFixed(0)
  console.log(`built-in server, first start: ${of(servers, ({ first }) => first)} ms (at most 1,000)`)
  console.log(`built-in server, later starts: ${of(servers, ({ later }) => later)} ms (at most 400)`)
  const print = (name: string, shown: (each: Screens) => Shown): void => {
    const figure = (key: keyof Shown): string => of(pages, (each) => shown(each)[key])
    const script = `script: ${figure('kilobytes')} kB in ${figure('files')} files (1,000 in 20)`
    console.log(`launch address to ${name}: ${figure('took')} ms (at most 1,000), ${script}`)
  }
  print('the choice of a server', ({ choice }) => choice)
  print('sign-in', ({ signIn }) => signIn)
  print('home', ({ home }) => home)
  console.log(`sign-in to home: ${of(pages, ({ signedIn }) => signedIn)} ms (at most 800)`)
}
