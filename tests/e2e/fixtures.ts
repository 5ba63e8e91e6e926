import { cpSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { test as base, expect, type Page } from '@playwright/test'
import { remove, type RunningApp, startApp, tempFolder } from './app.ts'
import { type ServerApi, serverApi } from './serverApi.ts'
import { Shell } from './pages/shell.ts'
import { SEEDED } from './seededServer.ts'

interface Fixtures {
  /** Is the built-in server's first run part of the test? Otherwise it begins on a copy of what that one makes. */
  firstRun: boolean
  /** The host on its way: it starts while the browser makes the page. */
  starting: { app: Promise<RunningApp> }
  /** A host of its own, started, not yet opened. */
  app: RunningApp
  /** The user's home folder, empty. */
  home: string
  /** A local folder for templates, in the home folder. */
  folder: string
  /** What the page must not do: break the content policy, throw, log an error. Checked after every test. */
  complaints: string[]
  /** The page, opened and signed in as the built-in server's administrator. */
  shell: Shell
  /** The built-in server over HTTP, past the page. */
  remote: ServerApi
}

const watch = (page: Page, complaints: string[]): void => {
  page.on('pageerror', (error) => complaints.push(`thrown: ${error.message}`))
  page.on('console', (message) => {
    const text = message.text()
    if (/Content.Security.Policy|violates the following/i.test(text)) complaints.push(`policy: ${text}`)
    // Looking into a preview, which runs nothing, is itself a script.
    else if (/^Blocked script execution in '[^']*\/preview\//.test(text)) return
    else if (message.type() === 'error' && !/Failed to load resource/.test(text)) complaints.push(`console: ${text}`)
  })
}

export const test = base.extend<Fixtures>({
  firstRun: [false, { option: true }],
  complaints: async ({ page }, use) => {
    const complaints: string[] = []
    watch(page, complaints)
    await use(complaints)
    expect(complaints).toEqual([])
  },
  home: async ({}, use) => {
    const home = tempFolder('home')
    await use(home)
    remove(home)
  },
  starting: async ({ home, firstRun }, use) => {
    const dataDir = tempFolder('data')
    if (!firstRun) cpSync(process.env[SEEDED] ?? '', dataDir, { recursive: true })
    const app = startApp(dataDir, { HOME: home })
    // Who takes it is told; nobody does when the browser makes no page.
    const started = app.catch(() => null)
    await use({ app })
    await (await started)?.stop()
    remove(dataDir)
  },
  // In this order: `starting` begins before the page is asked for, and ends after it.
  app: async ({ starting, complaints: _watched, page }, use) => {
    const app = await starting.app
    await use(app)
    // First, or what it still loads fails for the wrong reason.
    await page.close()
    await app.stop()
  },
  folder: async ({ home }, use) => {
    const folder = join(home, '网站模板')
    mkdirSync(folder)
    await use(folder)
  },
  shell: async ({ page, app }, use) => {
    const shell = new Shell(page)
    await page.goto(app.launchAddress)
    await shell.useBuiltin()
    await use(shell)
  },
  remote: async ({ app, shell: _signedIn }, use) => {
    await use(await serverApi(join(app.dataDir, 'server'), app.serverUrl))
  },
})

export { expect }
