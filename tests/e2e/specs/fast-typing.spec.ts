import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '../fixtures.ts'
import { Columns } from '../pages/columns.ts'
import { columnOfAllTypes, ContentForm, entryOf } from '../pages/contentForm.ts'
import { Editor } from '../pages/editor.ts'
import { delayPainting, typeFast, wordsToType } from '../pages/fastTyping.ts'
import { SiteSettings } from '../pages/siteSettings.ts'
import { DEMO, Templates } from '../pages/templates.ts'

// Keys every 10 ms on a computer six times slower: what was typed is what is saved.

const CODE = wordsToType(60)
const LINE = wordsToType(20)

for (const late of [false, true])
  test(`the code of a site${late ? ', by a page that draws late' : ''}`, async ({ shell: _in, page, remote }) => {
    if (late) await delayPainting(page)
    const settings = new SiteSettings(page)
    await settings.open('第三方代码')
    await settings.edit('插入代码', '海洋科技')
    await settings.field('HTML 代码').focus()
    await typeFast(page, CODE, late ? 1 : 6)
    await settings.save()
    await expect(settings.dialog).toHaveCount(0)
    const { data } = await remote.post('api/cebest-cms/site-manage/page', { page: 1, size: 50 })
    const { content } = data as { content: { title: string; javascript: string }[] }
    expect(content.find(({ title }) => title === '海洋科技')?.javascript).toBe(CODE)
  })

test('a line, several lines, rich text and its source in the form of an entry', async ({
  page,
  remote,
  shell: _in,
}) => {
  const classId = await columnOfAllTypes(remote)
  await page.goto(new URL(`/admin/model_manage/${classId}`, page.url()).href)
  await page.getByRole('main').getByRole('button', { name: '新增', exact: true }).click()
  const form = new ContentForm(page)
  await form.text('标题').click()
  await typeFast(page, LINE)
  await form.text('摘要').click()
  await typeFast(page, LINE)
  await form.group('正文').locator('[contenteditable=true]').click()
  await typeFast(page, CODE)
  await form.button('保存到草稿').click()
  await expect(form.dialog).toHaveCount(0)
  expect(await entryOf(remote, classId, LINE)).toMatchObject({ title: LINE, note: LINE })
  await page.getByRole('button', { name: `编辑 ${LINE}` }).click()
  await form.button('源码').click()
  await expect(form.group('正文').locator('.view-lines')).toHaveText(new RegExp(CODE.slice(-20).replaceAll(' ', '\\s')))
  await form.group('正文').getByRole('textbox', { name: /源码/ }).focus()
  await page.keyboard.press('Control+a')
  await typeFast(page, CODE)
  await form.button('保存到草稿').click()
  await expect(form.dialog).toHaveCount(0)
  expect((await entryOf(remote, classId, LINE))['content']).toContain(CODE.slice(0, 100))
})

test('a file of a template', async ({ page, app, shell: _in }) => {
  const [templates, editor] = [new Templates(page), new Editor(page)]
  await templates.openManager()
  await templates.file('index.html').dblclick()
  await editor.expectOpen('index.html')
  await page.keyboard.press('Control+a')
  await typeFast(page, CODE)
  await editor.save.click()
  await editor.expectSaved('index.html')
  expect(readFileSync(join(app.dataDir, 'server/templates', DEMO.folder, 'index.html'), 'utf8').trimEnd()).toBe(CODE)
})

test('a sort value in its row, and again while it is being saved', async ({ page, shell: _in }) => {
  const columns = new Columns(page)
  await columns.open()
  await columns.sort('新闻中心').click()
  await page.keyboard.press('Control+a')
  await typeFast(page, '1234567')
  await page.keyboard.press('Enter')
  await typeFast(page, '89')
  await page.keyboard.press('Tab')
  await expect(columns.sort('新闻中心')).not.toHaveAttribute('data-unsaved')
  await page.reload()
  await expect(columns.sort('新闻中心')).toHaveValue('123456789')
})

test('a filter that searches while it is typed', async ({ page, shell }) => {
  await shell.open('第三方代码')
  const box = page.getByRole('main').getByRole('searchbox')
  await box.click()
  for (const [part, whole] of [
    ['ab', 'ab'],
    ['cdefghij', 'abcdefghij'],
    ['klm', 'abcdefghijklm'],
  ] as const) {
    await typeFast(page, part, 12)
    await expect(box).toHaveValue(whole)
    await page.keyboard.press('Enter')
  }
  await expect(page).toHaveURL(/key=abcdefghijklm(&|$)/)
  await expect(box).toHaveValue('abcdefghijklm')
})

test('the values of a dictionary, each in a row of its own', async ({ page, shell }) => {
  const values = wordsToType(8).split(' ')
  await shell.open('字典管理')
  await page.getByRole('main').getByRole('button', { name: '新增', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: '新增字典' })
  await dialog.getByRole('textbox', { name: '字典名称' }).click()
  await typeFast(page, 'quick')
  await dialog.getByRole('textbox', { name: '字典值 1', exact: true }).click()
  for (const [at, value] of values.entries()) {
    if (at > 0) await page.keyboard.press('Enter')
    await typeFast(page, value)
  }
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(dialog).toHaveCount(0)
  await page.getByRole('button', { name: '编辑 quick' }).click()
  const rows = page.getByRole('dialog', { name: '编辑字典' }).getByRole('textbox', { name: /^字典值 \d+$/ })
  await expect(rows).toHaveCount(values.length)
  expect(await rows.evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value))).toEqual(values)
})

test('numbers and days', async ({ page, shell }) => {
  await shell.open('资源库')
  for (const [name, day] of [
    ['开始上传日期', '2026-01-05'],
    ['结束上传日期', '2026-12-28'],
  ] as const) {
    await page.getByRole('combobox', { name }).click()
    await typeFast(page, day)
    await page.keyboard.press('Tab')
  }
  await expect(page.getByRole('combobox', { name: '开始上传日期' })).toHaveValue('2026-01-05')
  await expect(page.getByRole('combobox', { name: '结束上传日期' })).toHaveValue('2026-12-28')
  const dialog = page.getByRole('dialog', { name: '空间配额' })
  const space = dialog.getByRole('spinbutton', { name: '每个站点' })
  await page.getByRole('button', { name: '空间配额' }).click()
  await space.click()
  await page.keyboard.press('Control+a')
  await typeFast(page, '123456')
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(dialog).toHaveCount(0)
  await page.getByRole('button', { name: '空间配额' }).click()
  await expect(space).toHaveValue('123456')
})

test('what is looked for in a text, and what takes its place', async ({ page, remote, shell: _in }) => {
  const classId = await columnOfAllTypes(remote)
  await page.goto(new URL(`/admin/model_manage/${classId}`, page.url()).href)
  await page.getByRole('main').getByRole('button', { name: '新增', exact: true }).click()
  const form = new ContentForm(page)
  const text = form.group('正文').locator('[contenteditable=true]')
  await text.click()
  await page.keyboard.insertText(`x ${LINE} y`)
  await page.keyboard.press('Control+f')
  await typeFast(page, LINE)
  await expect(page.getByRole('textbox', { name: '查找' })).toHaveValue(LINE)
  await page.getByRole('textbox', { name: '替换为' }).click()
  await typeFast(page, CODE)
  await page.getByRole('button', { name: '全部替换' }).click()
  await expect(text).toHaveText(`x ${CODE} y`)
})

test('recipients, each taken when its bar is typed', async ({ page, shell }) => {
  await shell.open('组件演示')
  await page.getByRole('tab', { name: '选择器', exact: true }).click()
  const emails = Array.from({ length: 12 }, (_none, at) => `user${at}.${'abcdefghijkl'[at]}@example${at}.com`)
  const entries = page.getByRole('list', { name: '已输入的收件人' }).getByRole('listitem')
  const input = page.getByRole('textbox', { name: '收件人' })
  await input.click()
  await typeFast(page, `${emails.join('|')}|last@exam`)
  await expect(entries).toHaveText(emails.map((email) => new RegExp(email)))
  await expect(input).toHaveValue('last@exam')
})
