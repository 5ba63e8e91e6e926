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

/** Time until the server listens, on an empty data folder and again afterwards, ms. */
async function serverStarts(): Promise<{ first: number; later: number }> {
  const dataDir = folder()
  const [first, firstServer] = await timed(() => startServer(dataDir))
  await firstServer.stop()
  const [later, again] = await timed(() => startServer(dataDir))
  await again.stop()
  rmSync(dataDir, { recursive: true, force: true })
  return { first, later }
}

/** Uncompressed sizes of the scripts that the page loads. */
function scriptsOf(page: Page): Promise<number>[] {
  const scriptSizes: Promise<number>[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script')
      scriptSizes.push(
        response.body().then(
          (body) => body.length,
          () => 0,
        ),
      )
  })
  return scriptSizes
}

/** Waits for a text in an element, polling every frame: a locator polls only twice a second in the end. */
const waitForText = (page: Page, selector: string, text: string): Promise<unknown> =>
  page.waitForFunction(
    ([where, what]) =>
      [...document.querySelectorAll(where ?? '')].some((each) => each.textContent.includes(what ?? '')),
    [selector, text],
  )
const HOME = ['h1', '好，admin'] as const

interface LoadTimes {
  /** ms. */
  took: number
  files: number
  kilobytes: number
}

/** Opens the address in a page without cached files and waits for the text. */
async function measureLoad(
  page: Page,
  address: string,
  [selector, text]: readonly [string, string],
): Promise<LoadTimes> {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Network.clearBrowserCache')
  const scripts = scriptsOf(page)
  const [took] = await timed(async () => {
    await page.goto(address, { waitUntil: 'commit' })
    await waitForText(page, selector, text)
  })
  const sizes = await Promise.all(scripts)
  await page.waitForLoadState('networkidle').catch(() => undefined)
  return { took, files: sizes.length, kilobytes: sizes.reduce((sum, size) => sum + size, 0) / 1000 }
}

const newPage = async (browser: Browser): Promise<Page> =>
  (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage()

interface Screens {
  /** The first run. */
  choice: LoadTimes
  signIn: LoadTimes
  /** Time from Enter in the sign-in form to the home page, ms. */
  signedIn: number
  /** Home page of a signed-in user. */
  home: LoadTimes
}

/** The first screens, each in a new browser. */
async function screens(): Promise<Screens> {
  const dataDir = folder()
  const browser = await browserType.launch(chromium)
  const first = await startApp(dataDir)
  const choosing = await newPage(browser)
  const choice = await measureLoad(choosing, first.launchAddress, ['button', '使用内置服务器'])
  await new Shell(choosing).useBuiltin()
  await choosing.context().close()
  await first.stop()
  const second = await startApp(dataDir)
  const page = await newPage(browser)
  const signIn = await measureLoad(page, second.launchAddress, ['h1', '登录'])
  const login = new Login(page, join(dataDir, 'server'))
  await login.fill('admin', PASSWORDS.admin)
  const [signedIn] = await timed(async () => {
    await login.captcha.press('Enter')
    await waitForText(page, ...HOME)
  })
  await page.waitForLoadState('networkidle').catch(() => undefined)
  const home = await measureLoad(await page.context().newPage(), new URL(page.url()).origin, HOME)
  await second.stop()
  await browser.close()
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
  return { choice, signIn, signedIn, home }
}

/** Start times: the server alone, and the first pages. Run `npm run build` first. */
export async function start(): Promise<void> {
  const servers = []
  const pages: Screens[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    servers.push(await serverStarts())
    pages.push(await screens())
  }
  const medianOf = <T>(list: readonly T[], key: (each: T) => number): string => median(list.map(key)).toFixed(0)
  console.log(`built-in server, first start: ${medianOf(servers, ({ first }) => first)} ms (at most 1,000)`)
  console.log(`built-in server, later starts: ${medianOf(servers, ({ later }) => later)} ms (at most 400)`)
  const print = (name: string, shown: (each: Screens) => LoadTimes): void => {
    const figure = (key: keyof LoadTimes): string => medianOf(pages, (each) => shown(each)[key])
    const script = `script: ${figure('kilobytes')} kB in ${figure('files')} files (1,000 in 20)`
    console.log(`launch address to ${name}: ${figure('took')} ms (at most 1,000), ${script}`)
  }
  print('the choice of a server', ({ choice }) => choice)
  print('sign-in', ({ signIn }) => signIn)
  print('home', ({ home }) => home)
  console.log(`sign-in to home: ${medianOf(pages, ({ signedIn }) => signedIn)} ms (at most 800)`)
}
