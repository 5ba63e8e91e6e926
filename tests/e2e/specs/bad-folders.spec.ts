import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { remove, startApp, tempFolder } from '../app.ts'
import { expect, test as base } from '../fixtures.ts'
import { Shell } from '../pages/shell.ts'
import { SMALL, Sync } from '../pages/sync.ts'
import { DEMO } from '../pages/templates.ts'

const mayMount = process.platform === 'linux' && process.getuid?.() === 0

const test = base.extend<{ sync: Sync; disk: (options: string) => string }>({
  sync: async ({ shell: _signedIn, page }, use) => use(new Sync(page)),
  /** A file system of its own in the home folder, with these mount options; its name. */
  disk: async ({ home }, use) => {
    const mounted: string[] = []
    await use((options) => {
      const place = mkdtempSync(join(home, 'disk-'))
      execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'sitecraft', place])
      mounted.push(place)
      return place.slice(home.length + 1)
    })
    for (const place of mounted) execFileSync('umount', ['-l', place])
  },
})

test('a folder on a full disk: says how much is missing', async ({ sync, disk }) => {
  test.skip(!mayMount, 'needs root on Linux, to mount a small disk')
  await sync.choose(DEMO.name, disk('size=1m'))
  await expect(sync.plan).toContainText(/磁盘空间不足：需要 \d+ MB，只剩 \d+ MB，请清理后重试/)
})

test('a read-only folder: says so and offers another', async ({ sync, disk }) => {
  test.skip(!mayMount, 'needs root on Linux, to mount a read-only disk')
  await sync.choose(SMALL.name, disk('ro'))
  await expect(sync.plan).toContainText(/只读|无法写入|没有写入权限/)
  await sync.plan.getByRole('button', { name: '选择其他文件夹…' }).click()
  await expect(sync.chooser).toBeVisible()
})

test('a folder that another instance keeps in step is refused, naming the reason', async ({ sync, home, browser }) => {
  mkdirSync(join(home, '网站模板'))
  await sync.connect(SMALL.name, '网站模板')
  const data = tempFolder('second')
  const second = await startApp(data, { HOME: home })
  const context = await browser.newContext({ locale: 'zh-CN' })
  const page = await context.newPage()
  await page.goto(second.launchAddress)
  await new Shell(page).useBuiltin()
  const other = new Sync(page)
  await other.choose(SMALL.name, '网站模板')
  await expect(other.plan).toContainText(/正在|占用|另一个/)
  await context.close()
  await second.stop()
  remove(data)
})

test('a folder that is gone by the time of agreeing: says so', async ({ sync, home }) => {
  mkdirSync(join(home, '网站模板'))
  await sync.choose(SMALL.name, '网站模板')
  await expect(sync.plan.getByRole('row').filter({ hasText: 'index.html' })).toBeVisible()
  rmSync(join(home, '网站模板'), { recursive: true })
  await sync.plan.getByRole('button', { name: '同意并开始' }).click()
  await expect(sync.page.getByText(/找不到文件夹/).first()).toBeVisible()
})
