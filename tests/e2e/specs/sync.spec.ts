import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test as base } from '../fixtures.ts'
import { branchWith, onDisk, saveByRename, saveLikeVim, visible } from '../outside.ts'
import { Editor } from '../pages/editor.ts'
import { SMALL, Sync } from '../pages/sync.ts'
import { DEMO, question, Templates } from '../pages/templates.ts'

const FOLDER = '网站模板'
/** An edit is on the other side within a second; more here, because the machine runs other tests meanwhile. */
const SOON = { timeout: 8000 }

const test = base.extend<{ sync: Sync; synced: Sync }>({
  sync: async ({ shell: _signedIn, folder: _made, page }, use) => use(new Sync(page)),
  /** The small template, already in step with the folder. */
  synced: async ({ sync }, use) => {
    await sync.connect(SMALL.name, FOLDER)
    await use(sync)
  },
})

test('shows the plan, moves nothing before the user agrees, then clones the template [S8] @smoke', async ({
  sync,
  folder,
}) => {
  await sync.choose(DEMO.name, FOLDER)
  await expect(sync.plan.getByRole('row').filter({ hasText: 'index.html' })).toContainText('下载')
  expect(visible(folder)).toEqual([])
  await sync.agree()
  await sync.expectInStep()
  expect(visible(folder)).toEqual(['LICENSE', 'css', 'img', 'index.html', 'js', 'vendor'])
  await expect(sync.files.getByRole('row').filter({ hasText: 'index.html' })).toContainText('已同步')
})

test('saves of outside editors reach the server, each as one update and never as a delete [S5]', async ({
  synced: _inStep,
  folder,
  remote,
}) => {
  const page = join(folder, 'index.html')
  const onServer = () => remote.read(SMALL.folder, 'index.html')
  writeFileSync(page, '<p>plain</p>')
  await expect.poll(onServer, SOON).toBe('<p>plain</p>')
  saveLikeVim(page, '<p>vim</p>')
  await expect.poll(onServer, SOON).toBe('<p>vim</p>')
  saveByRename(page, '<p>renamed</p>')
  await expect.poll(onServer, SOON).toBe('<p>renamed</p>')
  expect(await remote.list(SMALL.folder)).not.toContain('index.html~')
})

test('new files, folders and deletions travel both ways', async ({ synced: _inStep, folder, remote }) => {
  mkdirSync(join(folder, '活动'))
  writeFileSync(join(folder, '活动/报名.html'), '<p>报名</p>')
  await expect.poll(() => remote.read(`${SMALL.folder}/活动`, '报名.html').catch(() => null), SOON).toBe('<p>报名</p>')
  await remote.write(`${SMALL.folder}/活动`, '报名.html', '<p>改期</p>')
  await expect.poll(() => onDisk(join(folder, '活动/报名.html')), SOON).toBe('<p>改期</p>')
  rmSync(join(folder, '404.html'))
  await expect.poll(() => remote.list(SMALL.folder), SOON).not.toContain('404.html')
  await remote.remove(SMALL.folder, 'robots.txt')
  await expect.poll(() => onDisk(join(folder, 'robots.txt')), SOON).toBeNull()
})

test('git checkout carries the branch to the server and back', async ({ synced: _inStep, folder, remote }) => {
  const branches = branchWith(folder, 'index.html', '<p>other branch</p>')
  const before = await remote.read(SMALL.folder, 'index.html')
  branches.checkout('other')
  await expect.poll(() => remote.read(SMALL.folder, 'index.html'), SOON).toBe('<p>other branch</p>')
  branches.checkout('main')
  await expect.poll(() => remote.read(SMALL.folder, 'index.html'), SOON).toBe(before)
  expect(await remote.list(SMALL.folder)).not.toContain('.git')
})

test('a conflict keeps both versions, shows them side by side, and is settled by 用本地 [S9] @smoke', async ({
  synced,
  folder,
  remote,
  page,
}) => {
  await page.getByRole('button', { name: '暂停' }).click()
  await expect(synced.state).toContainText('已暂停')
  writeFileSync(join(folder, 'index.html'), '<p>本地的版本</p>\n')
  await remote.write(SMALL.folder, 'index.html', '<p>服务器的版本</p>\n')
  await page.getByRole('button', { name: '继续' }).click()
  await synced.tab(/冲突 1/).click()
  await page.getByRole('button', { name: '比较并解决 index.html' }).click()
  const dialog = page.getByRole('alertdialog', { name: '冲突：index.html' })
  await expect(dialog).toContainText('本地的版本', { timeout: 20_000 })
  await expect(dialog).toContainText('服务器的版本')
  expect(await remote.read(SMALL.folder, 'index.html')).toBe('<p>服务器的版本</p>\n')
  expect(onDisk(join(folder, 'index.html'))).toBe('<p>本地的版本</p>\n')
  await dialog.getByRole('button', { name: '用本地', exact: true }).click()
  await expect.poll(() => remote.read(SMALL.folder, 'index.html'), SOON).toBe('<p>本地的版本</p>\n')
  await synced.expectInStep()
})

test('an open file without edits follows the disk; an edited one is kept and told who changed it [S13]', async ({
  synced: _inStep,
  folder,
  remote,
  page,
}) => {
  const templates = new Templates(page)
  const editor = new Editor(page)
  await templates.openManager(SMALL.name)
  await templates.action('打开', 'index.html').click()
  await editor.expectOpen('index.html')
  writeFileSync(join(folder, 'index.html'), '<p>from the disk</p>')
  await expect(editor.dialog.locator('.view-lines')).toContainText('disk', { timeout: 15_000 })
  await editor.typeAtStart('index.html', 'mine ')
  writeFileSync(join(folder, 'index.html'), '<p>again</p>')
  await expect(editor.dialog.getByText('本机同步文件夹中的修改已更新到服务器')).toBeVisible({ timeout: 15_000 })
  await expect(page.getByText('服务器上已有新版本')).toHaveCount(0)
  await expect(editor.dialog.locator('.view-lines')).toContainText('mine')
  await remote.write(SMALL.folder, 'index.html', '<p>theirs</p>')
  await expect(editor.dialog.getByText('服务器上已有新版本')).toBeVisible({ timeout: 15_000 })
  await expect(editor.dialog.locator('.view-lines')).toContainText('mine')
})

test('an emptied folder stops the sync and deletes nothing on the server; the user restores', async ({
  synced,
  folder,
  remote,
  page,
}) => {
  const before = await remote.list(SMALL.folder)
  for (const name of visible(folder)) rmSync(join(folder, name), { recursive: true })
  await expect(page.getByText('同步已安全停止，等待处理')).toBeVisible({ timeout: 20_000 })
  expect(await remote.list(SMALL.folder)).toEqual(before)
  await page.getByRole('button', { name: '查看清单并处理' }).click()
  const list = page.getByRole('alertdialog', { name: '同步已安全停止，等待处理' })
  await expect(list.getByRole('row').filter({ hasText: 'index.html' })).toContainText('删除服务器')
  await list.getByRole('button', { name: '从服务器恢复' }).click()
  await synced.expectInStep()
  expect(visible(folder)).toContain('index.html')
})

test('a folder that is moved away deletes nothing: it goes on when it is back, or at its new place [S17]', async ({
  synced,
  folder,
  remote,
  page,
}) => {
  const before = await remote.list(SMALL.folder)
  const away = `${folder}-away`
  renameSync(folder, away)
  const bar = page.getByRole('group').filter({ hasText: '找不到本地文件夹' })
  await expect(bar).toBeVisible({ timeout: 20_000 })
  await expect(bar.getByRole('button')).toHaveText(['重新检查', '选择新位置', '断开'])
  renameSync(away, folder)
  await bar.getByRole('button', { name: '重新检查' }).click()
  await synced.expectInStep()
  await expect(bar).toBeHidden()
  renameSync(folder, away)
  await bar.getByRole('button', { name: '选择新位置' }).click()
  await synced.chooseFolder(basename(away))
  await synced.agree()
  await synced.expectInStep()
  await expect(page.getByText(away).filter({ visible: true }).first()).toBeVisible()
  writeFileSync(join(away, 'index.html'), '<p>moved</p>')
  await expect.poll(() => remote.read(SMALL.folder, 'index.html'), SOON).toBe('<p>moved</p>')
  expect(await remote.list(SMALL.folder)).toEqual(before)
})

test('most files deleted: the list is shown, agreed to, and the trash restores them at once [S18] [S20]', async ({
  synced,
  folder,
  remote,
  page,
}) => {
  const before = await remote.list(SMALL.folder)
  mkdirSync(join(folder, 'many'))
  for (let n = 0; n < 40; n++) writeFileSync(join(folder, `many/${n}.css`), `.c${n} {}`)
  const many = () => remote.list(`${SMALL.folder}/many`).catch(() => [])
  await expect.poll(async () => (await many()).length, { timeout: 30_000 }).toBe(40)
  await synced.expectInStep()
  rmSync(join(folder, 'many'), { recursive: true })
  await expect(page.getByRole('button', { name: '查看清单并处理' })).toBeVisible({ timeout: 20_000 })
  await page.getByRole('button', { name: '查看清单并处理' }).click()
  const list = page.getByRole('alertdialog', { name: '同步已安全停止，等待处理' })
  await expect(list).toContainText('40 个')
  writeFileSync(join(folder, 'index.html'), '<p>not held up</p>')
  await expect.poll(() => remote.read(SMALL.folder, 'index.html'), SOON).toBe('<p>not held up</p>')
  await list.getByRole('button', { name: '按本地删除服务器文件' }).click()
  await question(page).getByRole('button').last().click()
  await expect.poll(() => remote.list(SMALL.folder), SOON).not.toContain('many')
  await synced.expectInStep()
  await synced.tab('回收站').click()
  await expect(page.getByRole('button', { name: /^全部还原/ })).toBeVisible()
  await page.getByRole('button', { name: /^全部还原/ }).click()
  await expect(page.getByText('已还原 40 个文件')).toBeVisible()
  await expect.poll(() => remote.list(SMALL.folder), SOON).toContain('many')
  expect((await remote.list(SMALL.folder)).filter((name) => name !== 'many')).toEqual(before)
})

test('a folder that holds files already: the plan says what happens to each', async ({ sync, folder }) => {
  writeFileSync(join(folder, 'index.html'), '<p>mine before</p>')
  writeFileSync(join(folder, 'own.html'), '<p>own</p>')
  await sync.choose(SMALL.name, FOLDER)
  await expect(sync.plan.getByRole('row').filter({ hasText: 'index.html' }).first()).toContainText('冲突')
  await expect(sync.plan.getByRole('row').filter({ hasText: 'own.html' })).toContainText('上传')
  await sync.plan.getByRole('button', { name: '取消' }).click()
  expect(onDisk(join(folder, 'index.html'))).toBe('<p>mine before</p>')
})

test('names that Windows forbids are shown with the reason and stop nothing else', async ({
  synced,
  folder,
  remote,
}) => {
  writeFileSync(join(folder, 'a:b.html'), 'x')
  writeFileSync(join(folder, 'good.html'), 'y')
  await expect.poll(() => remote.read(SMALL.folder, 'good.html'), SOON).toBe('y')
  await expect(synced.files.getByRole('row').filter({ hasText: 'a:b.html' })).toContainText('不支持')
})

test('disconnects and leaves the files on both sides', async ({ synced: _inStep, folder, remote, page }) => {
  await page.getByRole('button', { name: '断开', exact: true }).click()
  await question(page).getByRole('button', { name: '断开' }).click()
  await expect(page.getByText('还没有同步到本机的模板').filter({ visible: true })).toBeVisible()
  expect(onDisk(join(folder, 'index.html'))).not.toBeNull()
  expect(await remote.list(SMALL.folder)).toContain('index.html')
})
