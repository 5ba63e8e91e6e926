import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test as base } from '../fixtures.ts'
import { onDisk } from '../outside.ts'
import { SMALL, Sync } from '../pages/sync.ts'

const SOON = { timeout: 15_000 }

const test = base.extend<{ synced: Sync }>({
  synced: async ({ shell: _signedIn, folder: _made, page }, use) => {
    const sync = new Sync(page)
    await sync.connect(SMALL.name, '网站模板')
    await use(sync)
  },
})

test('a paused workspace: a dry run, then a pull of some files; nothing else moves [S22] [S40]', async ({
  synced,
  folder,
  remote,
  page,
}) => {
  await page.getByRole('button', { name: '暂停' }).click()
  await expect(synced.state).toContainText('已暂停')
  await remote.write(SMALL.folder, 'index.html', '<p>服务器</p>')
  await remote.write(SMALL.folder, '404.html', '<p>服务器</p>')
  writeFileSync(join(folder, 'own.txt'), 'mine')
  const before = onDisk(join(folder, '404.html'))
  await page.getByRole('button', { name: '拉取与推送' }).click()
  const dialog = page.getByRole('dialog', { name: /^拉取与推送/ })
  await dialog.getByRole('radio', { name: /^拉取/ }).check()
  await dialog.getByRole('textbox', { name: '只包括以下文件' }).fill('index.html')
  await dialog.getByRole('button', { name: '试运行' }).click()
  await expect(dialog.getByRole('status')).toHaveText('将执行 1 项', SOON)
  await expect(dialog.getByRole('row').filter({ hasText: 'index.html' })).toContainText('下载')
  expect(onDisk(join(folder, 'index.html'))).not.toBe('<p>服务器</p>')
  await dialog.getByRole('button', { name: '拉取', exact: true }).click()
  await expect(dialog.getByRole('status')).toHaveText('已完成 1 项', SOON)
  expect(onDisk(join(folder, 'index.html'))).toBe('<p>服务器</p>')
  expect(onDisk(join(folder, '404.html'))).toBe(before)
  expect(await remote.list(SMALL.folder)).not.toContain('own.txt')
})

test('the state before a sync is compared with now and put back; the log names who did it', async ({
  synced,
  folder,
  remote,
  page,
}) => {
  const page0 = join(folder, 'index.html')
  const before = readFileSync(page0, 'utf8')
  writeFileSync(page0, '<p>misstep</p>')
  await expect.poll(() => remote.read(SMALL.folder, 'index.html'), SOON).toBe('<p>misstep</p>')
  await synced.expectInStep()
  await synced.tab('历史').click()
  await page
    .getByRole('button', { name: /^查看之前的状态/ })
    .first()
    .click()
  const dialog = page.getByRole('dialog', { name: /^同步之前的状态/ })
  await dialog.getByRole('button', { name: '查看差异 index.html' }).click()
  await expect(page.locator('.monaco-diff-editor')).toContainText('misstep', SOON)
  await page.getByRole('dialog', { name: /^差异/ }).getByRole('button', { name: '关闭' }).click()
  await dialog.getByRole('button', { name: '全部还原（1 个文件）' }).click()
  await page.getByRole('alertdialog', { name: '还原' }).getByRole('button', { name: '还原' }).click()
  await page.getByText('已还原 1 个文件').waitFor()
  await page.getByRole('button', { name: '确定' }).click()
  expect(readFileSync(page0, 'utf8')).toBe(before)
  await expect.poll(() => remote.read(SMALL.folder, 'index.html'), SOON).toBe(before)
  await synced.tab('日志').click()
  await page.getByPlaceholder('搜索文件、内容、操作人').fill('历史还原')
  const row = page.getByRole('table', { name: '同步日志' }).getByRole('row').filter({ hasText: 'index.html' })
  await expect(row).toHaveCount(1)
  await expect(row).toContainText('admin（')
})

test('ignore rules show what they would leave out before they are saved [S21]', async ({
  synced,
  folder,
  remote,
  page,
}) => {
  await page.getByRole('button', { name: '忽略规则' }).click()
  const dialog = page.getByRole('alertdialog', { name: '忽略规则' })
  const preview = dialog.getByRole('status', { name: '预览' })
  await expect(preview).toContainText('没有文件受影响', SOON)
  await dialog.locator('.monaco-editor').click()
  await page.keyboard.type('robots.*')
  await expect(preview).toContainText('不再同步（1）')
  await expect(preview).toContainText('robots.txt')
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(synced.files.getByRole('row').filter({ hasText: 'robots.txt' })).toContainText('已忽略', SOON)
  expect(await remote.list(SMALL.folder)).toContain('robots.txt')
  expect(onDisk(join(folder, 'robots.txt'))).not.toBeNull()
})

test('texts changed in different places on both sides merge without a question', async ({
  synced,
  folder,
  remote,
  page,
}) => {
  const file = join(folder, 'merge.html')
  const lines = ['one', 'two', 'three', 'four', 'five', '']
  writeFileSync(file, lines.join('\n'))
  await expect.poll(() => remote.read(SMALL.folder, 'merge.html').catch(() => null), SOON).toBe(lines.join('\n'))
  await page.getByRole('button', { name: '暂停' }).click()
  await expect(synced.state).toContainText('已暂停')
  writeFileSync(file, lines.with(0, '一').join('\n'))
  await remote.write(SMALL.folder, 'merge.html', lines.with(4, '五').join('\n'))
  await page.getByRole('button', { name: '继续' }).click()
  const merged = lines.with(0, '一').with(4, '五').join('\n')
  await expect.poll(() => remote.read(SMALL.folder, 'merge.html'), SOON).toBe(merged)
  expect(onDisk(file)).toBe(merged)
  await synced.expectInStep()
})
