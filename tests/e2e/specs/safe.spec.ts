import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startApp } from '../app.ts'
import { expect, test } from '../fixtures.ts'
import { onDisk } from '../outside.ts'
import { Editor } from '../pages/editor.ts'
import { Shell } from '../pages/shell.ts'
import { SMALL, Sync } from '../pages/sync.ts'
import { DEMO, Templates } from '../pages/templates.ts'
import { serverApi } from '../serverApi.ts'

const RESTS = '安全模式：本地同步已暂停'
const KEPT = /编辑的内容未保存，已暂存在本机/

test('--safe lets workspaces and unsaved work rest, says so, and 正常启动 goes on with both', async ({
  shell: _signedIn,
  page,
  app,
  home,
  folder,
  context,
}) => {
  test.slow()
  const sync = new Sync(page)
  await sync.connect(SMALL.name, '网站模板')
  const put = page.waitForResponse((answer) => (answer.request().postData() ?? '').includes('localDrafts.put'))
  await open(page)
  await new Editor(page).typeAtStart('index.html', '<!-- 写到一半 -->')
  await put
  // Its window goes with the program.
  await page.close()
  await app.killAll()
  writeFileSync(join(folder, 'index.html'), '<p>在安全模式之前</p>')

  const safe = await startApp(app.dataDir, { HOME: home }, ['--safe'])
  const tab = await context.newPage()
  await tab.goto(safe.launchAddress)
  await tab.getByText('自动登录内置服务器').click()
  const shell = new Shell(tab)
  await shell.expectSignedIn('admin')
  const banner = tab.getByText(RESTS)
  await expect(banner).toBeVisible()
  await tab.screenshot({ path: 'test-results/safe.png' })
  await shell.open('本地同步')
  const rested = new Sync(tab)
  await expect(rested.state).toContainText('已暂停')
  await open(tab)
  await expect(tab.getByText(KEPT)).toHaveCount(0)
  const remote = await serverApi(join(app.dataDir, 'server'), safe.serverUrl)
  expect(await remote.read(SMALL.folder, 'index.html')).not.toContain('在安全模式之前')
  await new Editor(tab).dialog.getByRole('button', { name: '取消', exact: true }).click()
  await tab.keyboard.press('Escape')

  await tab.getByRole('button', { name: '正常启动' }).click()
  await expect(banner).toHaveCount(0)
  await expect.poll(() => remote.read(SMALL.folder, 'index.html'), { timeout: 20_000 }).toBe('<p>在安全模式之前</p>')
  expect(onDisk(join(folder, 'index.html'))).toBe('<p>在安全模式之前</p>')
  await open(tab)
  await expect(tab.getByText(KEPT)).toBeVisible()
  await tab.close()
  await safe.stop()

  async function open(on: typeof page): Promise<void> {
    const templates = new Templates(on)
    await templates.openManager(DEMO.name)
    await templates.action('打开', 'index.html').click()
    await new Editor(on).expectOpen('index.html')
  }
})
