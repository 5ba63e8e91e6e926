import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PASSWORDS, startApp } from '../app.ts'
import { expect, test as base } from '../fixtures.ts'
import { onDisk, writePages } from '../outside.ts'
import { Login } from '../pages/login.ts'
import { Shell } from '../pages/shell.ts'
import { SMALL, Sync } from '../pages/sync.ts'
import { serverApi } from '../serverApi.ts'

const FOLDER = '网站模板'

const test = base.extend<{ synced: Sync }>({
  synced: async ({ shell: _signedIn, folder: _made, page }, use) => {
    const sync = new Sync(page)
    await sync.connect(SMALL.name, FOLDER)
    await use(sync)
  },
})

test('the server is killed while a script rewrites 1,000 files: the queue shows, drains, and both sides agree', async ({
  synced,
  folder,
  remote,
  app,
}) => {
  test.slow()
  writePages(folder, 1000, (page) => `<p>${page} first</p>`)
  await expect.poll(() => remote.list(SMALL.folder).catch(() => []), { timeout: 30_000 }).toContain('part-0')
  app.killServer()
  writePages(folder, 1000, (page) => `<p>${page} second</p>`)
  const again = await serverApi(join(app.dataDir, 'server'), app.serverUrl)
  const texts = (page: number): Promise<string | null> =>
    again.read(`${SMALL.folder}/part-${page % 10}`, `page-${page}.html`)
  await expect.poll(() => texts(999), { timeout: 60_000 }).toBe('<p>999 second</p>')
  for (const page of [0, 1, 17, 500, 998]) expect(await texts(page)).toBe(`<p>${page} second</p>`)
  for (let part = 0; part < 10; part++) expect(await again.list(`${SMALL.folder}/part-${part}`)).toHaveLength(100)
  await synced.expectInStep()
})

test('everything is killed and started again: asked to sign in, nothing lost, the sync goes on [S15]', async ({
  synced,
  folder,
  remote,
  app,
  home,
  page,
}) => {
  test.slow()
  await page.getByRole('button', { name: '暂停' }).click()
  await expect(synced.state).toContainText('已暂停')
  writeFileSync(join(folder, 'index.html'), '<p>local</p>')
  await remote.write(SMALL.folder, 'index.html', '<p>remote</p>')
  await page.getByRole('button', { name: '继续' }).click()
  await expect(synced.tab(/冲突 1/)).toBeVisible()
  await app.killAll()

  writeFileSync(join(folder, 'offline.html'), '<p>written while nothing ran</p>')
  rmSync(join(folder, '404.html'))
  const restarted = await startApp(app.dataDir, { HOME: home })
  const shell = new Shell(page)
  await page.goto(restarted.launchAddress)
  await expect(page).toHaveURL(/\/login/)
  await expect(page.getByText('本机没有可用的系统钥匙串，关闭程序后需要重新登录。')).toBeVisible()
  const login = new Login(page, join(app.dataDir, 'server'))
  await login.fill('admin', PASSWORDS.admin)
  await login.submit.click()
  await shell.expectSignedIn('admin')

  const again = await serverApi(join(app.dataDir, 'server'), restarted.serverUrl)
  await expect
    .poll(() => again.read(SMALL.folder, 'offline.html'), { timeout: 20_000 })
    .toBe('<p>written while nothing ran</p>')
  await expect.poll(() => again.list(SMALL.folder), { timeout: 20_000 }).not.toContain('404.html')
  await shell.open('本地同步')
  await expect(synced.tab(/冲突 1/)).toBeVisible()
  expect(await again.read(SMALL.folder, 'index.html')).toBe('<p>remote</p>')
  expect(onDisk(join(folder, 'index.html'))).toBe('<p>local</p>')
  await restarted.stop()
})
