import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type Browser, chromium as browserType, expect, type Page, test as base } from '@playwright/test'
import { BUILD, remove, tempFolder } from '../app.ts'
import { chromium, windowed } from '../chromium.ts'

interface Desk {
  dataDir: string
  /** `npm start`'s host, which opens the window. */
  start(): { child: ChildProcess; said: string[]; ended: Promise<number | null> }
  /** The browser that it has started. */
  browser(): Promise<Browser>
}

/** A computer with the tests' own Chromium installed, with windows that nobody sees and that can be looked into. */
const test = base.extend<{ desk: Desk }>({
  desk: async ({}, use) => {
    const dataDir = tempFolder('窗口 data')
    const folder = tempFolder('browser')
    const program = join(folder, 'chromium')
    const flags = ['--ozone-platform=headless', '--no-sandbox', '--remote-debugging-port=0', ...(chromium.args ?? [])]
    writeFileSync(program, `#!/bin/sh\nexec '${windowed}' ${flags.join(' ')} "$@"\n`, { mode: 0o755 })
    const { DBUS_SESSION_BUS_ADDRESS: _none, ...inherited } = process.env
    const started: ChildProcess[] = []
    const opened: Browser[] = []
    await use({
      dataDir,
      start() {
        const args = [join(BUILD, 'out/main/browserHost.js'), '--data', dataDir, '--open', 'set']
        const env = { ...inherited, DISPLAY: inherited.DISPLAY ?? ':99', SITECRAFT_BROWSER: program }
        const child = spawn(process.execPath, args, { cwd: BUILD, env, stdio: ['ignore', 'pipe', 'inherit'] })
        started.push(child)
        const said: string[] = []
        createInterface({ input: child.stdout }).on('line', (line) => said.push(line))
        return { child, said, ended: once(child, 'exit').then(([code]) => code as number | null) }
      },
      async browser() {
        const port = join(dataDir, 'browser/DevToolsActivePort')
        await expect.poll(() => existsSync(port)).toBe(true)
        const found = await browserType.connectOverCDP(
          `http://127.0.0.1:${readFileSync(port, 'utf8').split('\n', 1)[0]}`,
        )
        opened.push(found)
        return found
      },
    })
    for (const each of opened) if (each.isConnected()) await closeAll(each).catch(() => undefined)
    for (const each of started) each.kill('SIGKILL')
    remove(dataDir)
    remove(folder)
  },
})

/** As a person closes every window. */
async function closeAll(browser: Browser): Promise<void> {
  for (const page of browser.contexts().flatMap((context) => context.pages())) await page.close()
}
const pagesOf = (browser: Browser): Page[] =>
  browser.contexts().flatMap((context) => context.pages().filter((page) => page.url().startsWith('http://127.0.0.1')))

test('a window of its own opens, lives through a reload, and ends the program when it is closed', async ({ desk }) => {
  const { said, ended } = desk.start()
  const browser = await desk.browser()
  await expect.poll(() => pagesOf(browser).length).toBe(1)
  const [page] = pagesOf(browser)
  if (!page) throw new Error('no page')
  await expect(page.getByRole('button', { name: '使用内置服务器' })).toBeVisible()
  // Its name and icon, and no address that opens anything.
  const manifest = (await (await page.request.get(new URL('/manifest.webmanifest', page.url()).href)).json()) as {
    name: string
    icons: { src: string }[]
  }
  expect(manifest.name).toBe('站匠')
  for (const { src } of manifest.icons)
    expect((await page.request.get(new URL(src, page.url()).href)).headers()['content-type']).toBe('image/png')
  const icon = await page.locator('link[rel=icon]').getAttribute('href')
  expect((await page.request.get(new URL(icon ?? '', page.url()).href)).ok()).toBe(true)
  expect(page.url()).not.toContain('launch')
  await page.reload()
  await expect(page.getByRole('button', { name: '使用内置服务器' })).toBeVisible()
  await closeAll(browser)
  expect(await ended).toBe(0)
  expect(said.at(-1)).toBe('窗口已关闭，站匠退出')
})

test('a second start opens a window of the first and ends', async ({ desk }) => {
  const first = desk.start()
  const browser = await desk.browser()
  await expect.poll(() => pagesOf(browser).length).toBe(1)
  const second = desk.start()
  expect(await second.ended).toBe(0)
  expect(second.said).toEqual(['站匠已在运行，已打开窗口'])
  await expect.poll(() => pagesOf(browser).length).toBe(2)
  for (const page of pagesOf(browser)) await expect(page.getByRole('button', { name: '使用内置服务器' })).toBeVisible()
  expect(first.child.exitCode).toBeNull()
})

test('set to stay, it goes on without a window', async ({ desk }) => {
  mkdirSync(desk.dataDir, { recursive: true })
  writeFileSync(join(desk.dataDir, 'settings.json'), JSON.stringify({ hostStays: true }))
  const { child, said } = desk.start()
  const browser = await desk.browser()
  await expect.poll(() => pagesOf(browser).length).toBe(1)
  // Its page listens.
  for (const page of pagesOf(browser)) await expect(page.getByRole('button', { name: '使用内置服务器' })).toBeVisible()
  await closeAll(browser)
  await expect.poll(() => said.at(-1)).toBe('窗口已关闭，站匠继续运行；按 Ctrl+C 退出')
  expect(child.exitCode).toBeNull()
})
