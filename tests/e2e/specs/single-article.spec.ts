import { COLUMN_TYPE } from '#shared/domain/columnType.ts'
import { expect, test } from '../fixtures.ts'
import { columnWith, entryOf } from '../pages/contentForm.ts'

test('a new single article whose answer is lost stays one entry, and what was typed after it is offered after a crash', async ({
  shell: _in,
  page,
  remote,
}) => {
  test.slow()
  const fields = [
    { fieldName: 'title', fieldAlias: '标题', fieldType: 'SingleLine', isList: true },
    { fieldName: 'note', fieldAlias: '摘要', fieldType: 'MultiLine', isList: true },
  ]
  const classId = await columnWith(remote, fields, COLUMN_TYPE.article)
  await page.goto(new URL(`/admin/menu_manage/${classId}`, page.url()).href)
  const form = page.getByRole('form', { name: '全部字段' })
  const text = (label: string) => form.getByRole('textbox', { name: label, exact: true })
  const save = form.getByRole('button', { name: '保存到草稿', exact: true })
  await text('标题').fill('关于我们')
  // It arrives, its answer does not.
  await page.route('**/invoke', async (route) => {
    if (!(route.request().postData() ?? '').includes('"content.save"')) return route.continue()
    await route.fetch()
    return route.abort()
  })
  await save.click()
  await expect.poll(() => entryOf(remote, classId, '关于我们').catch(() => null)).toMatchObject({ version: 1 })
  await page.unroute('**/invoke')
  await expect(save).not.toHaveAttribute('aria-disabled', 'true')
  const put = page.waitForResponse((answer) => (answer.request().postData() ?? '').includes('后来写的摘要'))
  await text('摘要').fill('后来写的摘要')
  await put
  await page.evaluate(() => window.addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), true))
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()

  await expect(page.getByText(/编辑的内容未保存.*又有了新的版本/)).toBeVisible()
  await expect(page.getByText('后来写的摘要')).toBeVisible()
  await page.getByRole('button', { name: '恢复', exact: true }).click()
  await expect(text('标题')).toHaveValue('关于我们')
  await expect(text('摘要')).toHaveValue('后来写的摘要')
  await save.click()
  // Nothing is written over what this form has not seen; only what differs is asked.
  const conflict = page.getByRole('alertdialog', { name: '保存冲突' })
  await expect(conflict.getByRole('region')).toHaveCount(1)
  await conflict.getByRole('button', { name: '合并保存' }).click()
  await expect(conflict).toHaveCount(0)
  await expect
    .poll(() => entryOf(remote, classId, '关于我们'))
    .toMatchObject({ title: '关于我们', note: '后来写的摘要', version: 2 })
  const { data } = await remote.post(`api/cebest-cms/content/${classId}/page`, { classId, page: 1, size: 10 })
  expect(data).toMatchObject({ totalElements: 1 })

  await page.reload()
  await expect(text('摘要')).toHaveValue('后来写的摘要')
  await expect(page.getByText(/没有保存/)).toHaveCount(0)
})

test('a half-written text is there after looks at other tabs, and each step of it can be undone @smoke', async ({
  shell,
  page,
}) => {
  await shell.open('联系我们')
  const text = page.getByRole('group', { name: '正文', exact: true }).getByRole('textbox')
  await text.click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type('新写的一句话')
  const article = shell.tabs.getByRole('button', { name: /^联系我们/ }).first()
  for (let look = 0; look < 3; look += 1) {
    await shell.tab('首页').click()
    await expect(page.getByRole('heading', { level: 1, name: /好，admin/ })).toBeVisible()
    await article.click()
    await expect(text).toContainText('新写的一句话')
  }
  await text.click()
  await page.keyboard.press('Control+z')
  await expect(text).not.toContainText('新写的一句话')
})
