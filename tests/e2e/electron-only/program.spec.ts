import { cpSync, existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { _electron, type ElectronApplication, expect, type Page, test as base } from '@playwright/test'
import { BUILD, PASSWORDS, remove, tempFolder } from '../app.ts'
import { Shell } from '../pages/shell.ts'
import { SEEDED } from '../seededServer.ts'

interface Program {
  dataDir: string
  /** Starts the built program; it is ended after the test. */
  start(): Promise<{ app: ElectronApplication; page: Page }>
}

const test = base.extend<{ program: Program }>({
  program: async ({}, use) => {
    const dataDir = tempFolder('electron 数据')
    cpSync(process.env[SEEDED] ?? '', dataDir, { recursive: true })
    const { DBUS_SESSION_BUS_ADDRESS: _none, ELECTRON_RUN_AS_NODE: _asNode, ...inherited } = process.env
    const env = { ...inherited, SITECRAFT_ADMIN_PASSWORD: PASSWORDS.admin, SITECRAFT_DEMO_PASSWORD: PASSWORDS.demo }
    const started: ElectronApplication[] = []
    await use({
      dataDir,
      async start() {
        const app = await _electron.launch({ args: [BUILD, '--data', dataDir], cwd: BUILD, env })
        started.push(app)
        return { app, page: await app.firstWindow() }
      },
    })
    for (const app of started) await app.close().catch(() => undefined)
    remove(dataDir)
  },
})

test('first run: the built-in server signs in, and its token is nowhere in the page', async ({ program }) => {
  const { page } = await program.start()
  await new Shell(page).useBuiltin()
  expect(new URL(page.url()).protocol).toBe('app:')
  const held = await page.evaluate(async () => {
    const databases = await indexedDB.databases()
    const kept = [JSON.stringify(localStorage), JSON.stringify(sessionStorage), document.cookie]
    return [...kept, ...databases.map(({ name }) => name ?? '')].join('\n')
  })
  expect(held).not.toMatch(/eyJ[\w-]+\.[\w-]+\.|"(access_?)?token"/i)
})

test('the page has no Node, no Electron and nothing of main but the bridge', async ({ program }) => {
  const { app, page } = await program.start()
  const seen = await page.evaluate(() =>
    ['require', 'process', 'Buffer', 'module'].filter((name) => name in globalThis),
  )
  expect(seen).toEqual([])
  const preferences = await app.evaluate(({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows()
    // Not in Electron's types: the preferences as they are in force.
    const contents = window?.webContents as unknown as { getLastWebPreferences(): Record<string, unknown> }
    return contents.getLastWebPreferences()
  })
  expect(preferences).toMatchObject({
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    webSecurity: true,
  })
  // Neither a page of another origin nor a window of one comes into the program.
  const before = page.url()
  await page.evaluate(() => void window.open('https://example.com/', '_blank'))
  await page.evaluate(() => void (location.href = 'https://example.com/'))
  await expect.poll(() => page.url()).toBe(before)
  expect(app.windows()).toHaveLength(1)
})

test('the window comes back where it stood', async ({ program }) => {
  const first = await program.start()
  const wanted = { x: 40, y: 60, width: 1000, height: 700 }
  await first.app.evaluate(({ BrowserWindow }, bounds) => BrowserWindow.getAllWindows()[0]?.setBounds(bounds), wanted)
  await first.app.close()
  await expect.poll(() => existsSync(join(program.dataDir, 'window.json'))).toBe(true)
  const { app } = await program.start()
  const bounds = await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.getBounds())
  expect([bounds?.width, bounds?.height]).toEqual([wanted.width, wanted.height])
})

test('a window whose display is gone opens on one that is there', async ({ program }) => {
  const gone = { bounds: { x: 90_000, y: 90_000, width: 1000, height: 700 }, maximized: false }
  writeFileSync(join(program.dataDir, 'window.json'), JSON.stringify(gone))
  const { app } = await program.start()
  const isSeen = await app.evaluate(({ BrowserWindow, screen }) => {
    const { x, y } = BrowserWindow.getAllWindows()[0]?.getBounds() ?? { x: -1, y: -1 }
    return screen.getAllDisplays().some(({ bounds: area }) => x >= area.x && x < area.x + area.width && y >= area.y)
  })
  expect(isSeen).toBe(true)
})

test('the menu is Chinese, and its choice of a theme holds for the page', async ({ program }) => {
  const { app, page } = await program.start()
  await new Shell(page).useBuiltin()
  const labels = await app.evaluate(({ Menu }) => Menu.getApplicationMenu()?.items.map(({ label }) => label) ?? [])
  expect(labels.join()).toMatch(/文件.*编辑.*视图/)
  await app.evaluate(({ Menu }) => {
    const items = Menu.getApplicationMenu()?.items.flatMap(({ submenu }) => submenu?.items ?? []) ?? []
    const all = [...items, ...items.flatMap(({ submenu }) => submenu?.items ?? [])]
    all.find(({ label }) => label === '深色')?.click()
  })
  await expect.poll(() => app.evaluate(({ nativeTheme }) => nativeTheme.themeSource)).toBe('dark')
})

test('a link to another site opens in the system’s browser, and only by https', async ({ program }) => {
  const { app, page } = await program.start()
  await new Shell(page).useBuiltin()
  await app.evaluate(({ shell }) => {
    const opened: string[] = []
    Object.assign(globalThis, { openedOutside: opened })
    shell.openExternal = async (url) => void opened.push(url)
  })
  await page.evaluate(() => void window.open('https://github.com/', '_blank'))
  await page.evaluate(() => void window.open('file:///etc/passwd', '_blank'))
  const opened = (): Promise<string[]> =>
    app.evaluate(() => (globalThis as unknown as { openedOutside: string[] }).openedOutside)
  await expect.poll(opened).toEqual(['https://github.com/'])
})

test('a second start shows the window of the first', async ({ program }) => {
  const { app } = await program.start()
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.minimize())
  await program.start().catch(() => undefined)
  const isShown = (): Promise<boolean> =>
    app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isMinimized() === false)
  await expect.poll(isShown).toBe(true)
})
