import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { PASSWORDS } from '../app.ts'
import { expect, test as base } from '../fixtures.ts'
import { Editor } from '../pages/editor.ts'
import { Login } from '../pages/login.ts'
import { DEMO, question, Templates } from '../pages/templates.ts'

const TYPED = '<!-- 写到一半 -->'

/** Every sign-in ends, as when an administrator ends them. */
function endSessions(serverData: string): void {
  const db = new DatabaseSync(join(serverData, 'sitecraft.db'))
  db.exec('delete from session')
  db.close()
}

/** The editor with something typed and not saved. */
// Starting, editing and starting the server again take their time on a busy machine.
base.slow()
const test = base.extend<{ editor: Editor }>({
  editor: async ({ shell: _signedIn, page }, use) => {
    const templates = new Templates(page)
    await templates.openManager()
    const editor = new Editor(page)
    await templates.action('打开', 'index.html').click()
    await editor.expectOpen('index.html')
    await editor.typeAtStart('index.html', TYPED)
    await use(editor)
  },
})

test('closing the page tab with edits asks, and keeps them on 取消', async ({ editor, shell, page }) => {
  await page.goBack()
  await expect(shell.tab('首页')).toHaveAttribute('aria-current', 'page')
  await expect(editor.dialog).toBeHidden()
  await shell.tabs.getByRole('button', { name: '关闭 模板列表' }).click()
  await expect(question(page)).toContainText('portfolio/index.html')
  await question(page).getByRole('button', { name: '取消' }).click()
  await shell.tabs.getByRole('button', { name: /^模板列表/ }).click()
  await editor.expectEdited('index.html')
  await expect(editor.dialog).toContainText('写到一半')
})

test('a page that was hidden and comes back still has what was typed, and saves it', async ({
  editor,
  shell,
  page,
  remote,
}) => {
  await page.goBack()
  await expect(shell.tab('首页')).toHaveAttribute('aria-current', 'page')
  await shell.tabs.getByRole('button', { name: /^模板列表/ }).click()
  await expect(editor.dialog).toContainText('写到一半', { timeout: 20_000 })
  await editor.save.click()
  await editor.expectSaved('index.html')
  expect(await remote.read(DEMO.folder, 'index.html')).toContain(TYPED)
})

test('the server is killed while the editor is open: it says so, the text stays, and is saved once it is back', async ({
  editor,
  app,
  page,
}) => {
  app.killServer()
  await editor.save.click()
  await expect(async () => {
    await editor.save.click()
    await editor.expectSaved('index.html')
  }).toPass({ timeout: 40_000 })
  await expect(page.getByText('写到一半').first()).toBeVisible()
  expect(readFileSync(join(app.dataDir, 'server/templates', DEMO.folder, 'index.html'), 'utf8')).toContain(TYPED)
})

test('the sign-in ends in the middle of editing: after signing in again the text is still there', async ({
  editor,
  app,
  page,
}) => {
  const serverData = join(app.dataDir, 'server')
  endSessions(serverData)
  await editor.save.click()
  await expect(page).toHaveURL(/\/login/, { timeout: 20_000 })
  const login = new Login(page, serverData)
  await login.fill('admin', PASSWORDS.admin)
  await login.submit.click()
  await editor.expectEdited('index.html')
  await expect(editor.dialog).toContainText('写到一半', { timeout: 20_000 })
  await editor.save.click()
  await editor.expectSaved('index.html')
})
