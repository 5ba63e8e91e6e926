import { mkdirSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startApp } from '../app.ts'
import { expect, test as base } from '../fixtures.ts'
import { Shell } from '../pages/shell.ts'
import { DEMO, Templates } from '../pages/templates.ts'
import { Uploads } from '../pages/uploads.ts'
import { violations } from '../pages/violations.ts'
import { serverApi } from '../serverApi.ts'

const NAMES = ['one.js', 'two.js', 'three.js', 'four.js', 'five.js'] as const
/** Enough that five at the limit take a while. */
const BYTES = 2 * 1024 * 1024
const LIMIT_KBPS = 200
const textOf = (name: string): string => `/* ${name} */`.padEnd(BYTES, name)

/** Five files on their slow way into the demo template. */
const test = base.extend<{ uploads: Uploads }>({
  uploads: async ({ shell: _signedIn, page, home }, use) => {
    const uploads = new Uploads(page)
    await uploads.limit(LIMIT_KBPS)
    for (const name of NAMES) writeFileSync(join(home, name), textOf(name))
    const templates = new Templates(page)
    await templates.openManager()
    await templates.upload(...NAMES.map((name) => join(home, name)))
    await expect(templates.manager.getByRole('region', { name: '上传' })).toContainText('上传 0 / 5')
    await templates.manager.getByRole('button', { name: '关闭' }).first().click()
    await expect(templates.manager).toBeHidden()
    await use(uploads)
  },
})

test('the panel pauses, orders, resumes and clears; the title shows the progress [P14] @smoke', async ({
  uploads,
  page,
  remote,
  shell,
}) => {
  test.slow()
  await expect(page).toHaveTitle(/^\d+% · 站匠$/)
  await uploads.open()
  await expect(uploads.panel).toContainText('已完成 0 / 5')
  await expect(uploads.row('one.js')).toContainText(/\/s/)
  await uploads.act('全部暂停').click()
  for (const name of NAMES) await expect(uploads.row(name)).toContainText('已暂停')

  await page.getByRole('button', { name: '移动 five.js' }).focus()
  for (let step = 0; step < 4; step++) {
    await page.keyboard.press('Alt+ArrowUp')
    await expect.poll(async () => (await uploads.names()).indexOf('five.js')).toBe(3 - step)
  }
  const from = await page.getByRole('button', { name: '移动 one.js' }).boundingBox()
  const to = await page.getByRole('button', { name: '移动 four.js' }).boundingBox()
  if (!from || !to) throw new Error('the rows are drawn')
  await page.mouse.move(from.x + 5, from.y + 5)
  await page.mouse.down()
  await page.mouse.move(from.x + 5, from.y + 20, { steps: 4 })
  await page.mouse.move(to.x + 5, to.y + 10, { steps: 10 })
  await page.mouse.up()
  await expect.poll(() => uploads.names()).toEqual(['five.js', 'two.js', 'three.js', 'four.js', 'one.js'])

  // Another load of the page shows the same.
  await page.reload()
  await shell.expectSignedIn('admin')
  await uploads.open()
  await expect.poll(() => uploads.names()).toEqual(['five.js', 'two.js', 'three.js', 'four.js', 'one.js'])
  await uploads.close()
  await uploads.limit(0)
  await uploads.open()
  await uploads.act('继续 five.js').click()
  await expect(uploads.row('five.js')).toContainText('已上传')
  await expect(uploads.row('two.js')).toContainText('已暂停')
  await uploads.act('取消 two.js').click()
  await uploads.act('全部继续').click()
  await expect(uploads.panel).toContainText('已完成 4 / 4')
  await expect(page).toHaveTitle('站匠')
  const there = await remote.list(DEMO.folder)
  expect(there).toEqual(expect.arrayContaining(['five.js', 'four.js', 'one.js', 'three.js']))
  expect(there).not.toContain('two.js')
  expect(await remote.read(DEMO.folder, 'five.js')).toBe(textOf('five.js'))
  await uploads.act('清除已完成').click()
  await expect(uploads.panel).toContainText('没有上传任务')
})

test('everything is killed in the middle: after the sign-in the uploads go on by themselves [P14]', async ({
  uploads,
  app,
  home,
  page,
}) => {
  test.slow()
  await uploads.open()
  await expect(uploads.row('one.js')).toContainText(/\/s/)
  await app.killAll()

  const restarted = await startApp(app.dataDir, { HOME: home })
  await page.goto(restarted.launchAddress)
  // Without a keychain the built-in server's session begins again by itself.
  await new Shell(page).expectSignedIn('admin')
  await expect(uploads.button).toHaveAccessibleName(/5 个未完成/)
  await uploads.limit(0)
  await uploads.open()
  await expect(uploads.panel).toContainText('已完成 5 / 5')
  const remote = await serverApi(join(app.dataDir, 'server'), restarted.serverUrl)
  for (const name of NAMES) expect(await remote.read(DEMO.folder, name)).toBe(textOf(name))
  await restarted.stop()
})

base(
  'a dropped folder keeps its place: its files arrive in the same folders of the template',
  async ({ shell: _signedIn, page, home, remote }) => {
    mkdirSync(join(home, '主题', 'js'), { recursive: true })
    writeFileSync(join(home, '主题', '样式.css'), 'body {}')
    writeFileSync(join(home, '主题', 'js', 'a b.js'), 'let a')
    writeFileSync(join(home, '主题', '.DS_Store'), 'x')
    const templates = new Templates(page)
    await templates.openManager()
    const box = await templates.manager.getByRole('region', { name: '文件列表' }).boundingBox()
    const at = { x: (box?.x ?? 0) + 100, y: (box?.y ?? 0) + 100 }
    const client = await page.context().newCDPSession(page)
    const data = { items: [], files: [join(home, '主题')], dragOperationsMask: 1 }
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
      await client.send('Input.dispatchDragEvent', { type, ...at, data })
    await expect(templates.manager.getByRole('region', { name: '上传' })).toContainText('上传 2 / 2')
    await templates.enter('主题')
    await expect(templates.file('样式.css')).toBeVisible()
    expect(await remote.read(`${DEMO.folder}/主题/js`, 'a b.js')).toBe('let a')
  },
)

for (const theme of ['浅色', '深色'] as const) {
  test(`the panel has no serious accessibility problem, ${theme}`, async ({ uploads, shell, page }) => {
    await shell.setTheme(theme)
    await uploads.open()
    await uploads.act('全部暂停').click()
    await expect(uploads.row('one.js')).toContainText('已暂停')
    await uploads.act('继续 three.js').click()
    await expect(uploads.row('three.js')).not.toContainText('已暂停')
    expect(await violations(page)).toEqual([])
    await page.screenshot({ path: test.info().outputPath(`panel-${theme}.png`) })
  })
}

test('a choice of 2 GB shows the progress from its beginning, where it was made and in the title bar', async ({
  shell,
  page,
  home,
}) => {
  const big = join(home, 'big.mp4')
  writeFileSync(big, '')
  truncateSync(big, 2 * 1024 ** 3)
  await shell.open('资源库')
  await page.getByRole('tab', { name: '视频' }).click()
  await page.getByLabel('选择要上传的视频').setInputFiles(big)
  const reading = page.getByRole('group', { name: '正在读取文件' })
  // Long before the end: 2 GB take a minute to read.
  await expect(reading).toContainText(/[1-9]\d* MB \/ 2 GB/)
  await expect(page.getByRole('button', { name: /^上传，正在读取 1 个文件 [1-9]\d?%$/ })).toBeVisible()
  await reading.getByRole('button', { name: '停止读取' }).click()
  await expect(reading).toHaveCount(0)
})
