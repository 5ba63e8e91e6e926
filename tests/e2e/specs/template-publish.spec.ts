import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { expect, test as base } from '../fixtures.ts'
import { Sync } from '../pages/sync.ts'
import { DEMO, question, Templates } from '../pages/templates.ts'

const SOON = { timeout: 8000 }

/** 草稿与发布 over the demo's template. */
class Publishing {
  readonly page: Page
  readonly dialog: Locator
  readonly changes: Locator

  constructor(page: Page) {
    this.page = page
    this.dialog = page.getByRole('dialog', { name: /^草稿与发布/ })
    this.changes = this.dialog.getByRole('table', { name: '要发布的更改' })
  }

  async open(): Promise<void> {
    await new Templates(this.page).open()
    await this.page.getByRole('button', { name: `草稿与发布 ${DEMO.name}` }).click()
    await expect(this.dialog).toBeVisible()
  }

  async create(): Promise<void> {
    await this.dialog.getByRole('button', { name: '新建草稿' }).click()
    await expect(this.dialog.getByText('草稿与线上一致')).toBeVisible()
  }

  change(path: string): Locator {
    return this.changes.getByRole('row').filter({ has: this.page.getByTitle(path, { exact: true }) })
  }

  button(name: string): Locator {
    return this.dialog.getByRole('button', { name, exact: true })
  }

  /** What was changed elsewhere shows once the dialog is opened again. */
  async reopen(): Promise<void> {
    await this.button('关闭').click()
    await this.page.getByRole('button', { name: `草稿与发布 ${DEMO.name}` }).click()
  }

  async publish(): Promise<void> {
    await this.button('发布更改').click()
    await question(this.page).getByRole('button', { name: '发布', exact: true }).click()
  }
}

const test = base.extend<{ publishing: Publishing; draft: { folder: string } }>({
  publishing: async ({ shell: _signedIn, page }, use) => use(new Publishing(page)),
  /** The folder of a fresh draft. */
  draft: async ({ publishing, remote }, use) => {
    await publishing.open()
    await publishing.create()
    const { data } = await remote.post('api/cebest-cms/template/draft/find', { folder: DEMO.folder })
    await use((data as { draft: { folder: string } }).draft)
  },
})

test('a draft is changed, looked at, published in one step, and taken back @smoke', async ({
  publishing,
  draft,
  remote,
  page,
}) => {
  const before = await remote.read(DEMO.folder, 'index.html')
  await remote.write(draft.folder, 'index.html', '<p>新版</p>')
  await remote.write(draft.folder, 'fresh.html', '<p>新页</p>')
  expect(await remote.read(DEMO.folder, 'index.html')).toBe(before)
  await publishing.reopen()
  await expect(publishing.change('index.html')).toContainText('修改')
  await expect(publishing.change('fresh.html')).toContainText('新增')
  await publishing.dialog.getByRole('button', { name: '查看差异 index.html' }).click()
  const diff = page.getByRole('dialog', { name: '差异：index.html' })
  await expect(diff.locator('.view-line').filter({ hasText: '新版' })).toBeVisible()
  await diff.getByRole('button', { name: '关闭' }).click()
  await publishing.publish()
  await expect(page.getByText('已发布 2 处更改').first()).toBeVisible()
  expect(await remote.read(DEMO.folder, 'index.html')).toBe('<p>新版</p>')

  await publishing.dialog.getByRole('button', { name: /^撤销发布 / }).click()
  const moment = page.getByRole('dialog', { name: /^撤销发布/ })
  await expect(moment.getByText('还原为当时的内容')).toBeVisible()
  await moment.getByRole('button', { name: '撤销发布（2 处）' }).click()
  await question(page).getByRole('button', { name: '撤销', exact: true }).click()
  await expect(page.getByText('已撤销发布').first()).toBeVisible()
  expect(await remote.read(DEMO.folder, 'index.html')).toBe(before)
  expect(await remote.list(DEMO.folder)).not.toContain('fresh.html')
  // They are still in the draft.
  await expect(publishing.change('fresh.html')).toContainText('发布到线上')
})

test('what the template got meanwhile is asked about, never overwritten', async ({
  publishing,
  draft,
  remote,
  page,
}) => {
  await remote.write(draft.folder, 'index.html', '<p>草稿</p>')
  await remote.write(DEMO.folder, 'index.html', '<p>线上</p>')
  await publishing.reopen()
  await expect(publishing.change('index.html').getByRole('radio')).toHaveCount(2)
  await publishing.button('发布更改').click()
  await expect(page.getByText('还有 1 个文件两边均有修改').first()).toBeVisible()
  await publishing.dialog.getByRole('radio', { name: '使用草稿' }).click()
  // Another save in between: the list is shown anew, and nothing is done.
  await remote.write(DEMO.folder, 'index.html', '<p>线上又改</p>')
  await publishing.publish()
  await expect(page.getByText(/文件刚刚有新的变化/).first()).toBeVisible()
  expect(await remote.read(DEMO.folder, 'index.html')).toBe('<p>线上又改</p>')
  await publishing.publish()
  await expect(page.getByText('已发布 1 处更改').first()).toBeVisible()
  expect(await remote.read(DEMO.folder, 'index.html')).toBe('<p>草稿</p>')
})

test('a workspace is turned to the draft, and the site stays as it is until the publication', async ({
  shell: _signedIn,
  folder,
  page,
  remote,
}) => {
  const sync = new Sync(page)
  await sync.connect(DEMO.name, '网站模板')
  await page.getByRole('button', { name: '草稿与发布' }).click()
  const publishing = new Publishing(page)
  await publishing.create()
  await expect(publishing.dialog.getByText('该工作区同步线上模板')).toBeVisible()
  await publishing.button('改为同步草稿').click()
  const plan = page.getByRole('alertdialog', { name: /^改为同步/ })
  await expect(plan.getByText('无需传送文件')).toBeVisible()
  await plan.getByRole('button', { name: '同意并切换' }).click()
  await expect(page.getByText(`${DEMO.name}（草稿）`).first()).toBeVisible()
  await sync.expectInStep()
  const before = await remote.read(DEMO.folder, 'index.html')
  writeFileSync(join(folder, 'index.html'), '<p>本地草稿</p>')
  await page.getByRole('button', { name: '草稿与发布' }).click()
  await expect(publishing.dialog.getByText('该工作区同步草稿')).toBeVisible()
  const { data } = await remote.post('api/cebest-cms/template/draft/find', { folder: DEMO.folder })
  const draft = (data as { draft: { folder: string } }).draft.folder
  await expect.poll(() => remote.read(draft, 'index.html'), SOON).toBe('<p>本地草稿</p>')
  expect(await remote.read(DEMO.folder, 'index.html')).toBe(before)
})
