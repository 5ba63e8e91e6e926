import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PASSWORD } from '#tests/fakes/cms.ts'
import { type DocumentedServer, startDocumentedServer } from '#tests/fakes/documentedServer.ts'
import { expect, test as base } from '../fixtures.ts'
import { Connect } from '../pages/connect.ts'
import { Editor } from '../pages/editor.ts'
import { Login } from '../pages/login.ts'
import { Shell } from '../pages/shell.ts'
import { Templates } from '../pages/templates.ts'

/** A server that answers what the documents say, as poorly as they allow, and with code 1. */
const test = base.extend<{ server: DocumentedServer }>({
  server: async ({}, use) => {
    const server = await startDocumentedServer(1)
    server.groupId = 1
    for (const path of ['index.html', 'css/site.css']) server.write(path, `body of ${path}`)
    await use(server)
    await server.close()
  },
})

test('the main job with a server that answers as poorly as the documents allow', async ({
  page,
  app,
  server,
  home,
}) => {
  await page.goto(app.launchAddress)
  const connect = new Connect(page)
  await connect.fill('别家服务器', server.baseUrl)
  await connect.save.click()
  await expect(connect.dialog).toBeHidden()
  await connect.kept
    .getByRole('button', { name: /使用|登录/ })
    .first()
    .click()
  const login = new Login(page, '')
  await login.username.fill('editor')
  await login.password.fill(PASSWORD)
  await login.captcha.fill('abcd')
  await login.submit.click()
  const shell = new Shell(page)
  await shell.expectSignedIn('editor')

  await test.step('lists sites', async () => {
    await shell.open('站点列表')
    await expect(page.getByRole('table', { name: '站点列表' })).toContainText('集团官网')
  })
  await test.step('opens the column list', async () => {
    await shell.open('栏目管理')
    await expect(page.getByRole('treegrid')).toContainText('新闻中心')
  })
  await test.step('opens the template editor and saves a file', async () => {
    const templates = new Templates(page)
    await shell.open('模板列表')
    await page.getByRole('button', { name: '文件管理 官网模板' }).click()
    await expect(templates.manager).toBeVisible()
    await templates.file('index.html').dblclick()
    const editor = new Editor(page)
    await editor.expectOpen('index.html')
    await editor.typeAtStart('index.html', '<!-- 改过 -->')
    await editor.save.click()
    await editor.expectSaved('index.html')
    expect(server.files.get('index.html')?.toString()).toBe('<!-- 改过 -->body of index.html')
    await page.keyboard.press('Escape')
    await expect(editor.dialog).toBeHidden()
    const picture = join(home, 'logo.png')
    writeFileSync(picture, 'a picture')
    await templates.upload(picture)
    await expect(templates.file('logo.png')).toBeVisible()
    expect(server.files.get('logo.png')?.toString()).toBe('a picture')
    await page.keyboard.press('Escape')
    await expect(templates.manager).toBeHidden()
  })
  await test.step('lists content', async () => {
    await page.goto(new URL('/content/list/1', page.url()).href)
    await expect(page.getByRole('table', { name: '新闻中心' })).toHaveAttribute('aria-busy', 'false')
    // An entry of which no more is known than its id, and that nobody has refused.
    const row = page.getByRole('row').filter({ hasText: '编号 1' })
    await expect(row).toContainText('未发布')
    await expect(row).not.toContainText('已驳回')
  })
})
