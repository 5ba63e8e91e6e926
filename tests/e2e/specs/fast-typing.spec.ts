import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '../fixtures.ts'
import { Columns } from '../pages/columns.ts'
import { columnOfAllTypes, ContentForm, entryOf } from '../pages/contentForm.ts'
import { Editor } from '../pages/editor.ts'
import { drawLate, typeFast, wordsToType } from '../pages/fastTyping.ts'
import { SiteSettings } from '../pages/siteSettings.ts'
import { DEMO, Templates } from '../pages/templates.ts'

// Keys every 10 ms on a computer six times slower: what was typed is what is saved.

const CODE = wordsToType(60)
const LINE = wordsToType(20)

for (const late of [false, true])
  test(`the code of a site${late ? ', by a page that draws late' : ''}`, async ({ shell: _in, page, remote }) => {
    if (late) await drawLate(page)
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
