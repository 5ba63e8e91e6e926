import type { Locator, Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { ContentList } from '../pages/content.ts'
import { columnOfAllTypes, ContentForm, newsColumn } from '../pages/contentForm.ts'

const TITLE = '集团上半年经营业绩稳中有进'
const PARTS = 'p, h1, h2, h3, h4, ul, ol, li, blockquote, table, img, hr'
const TEXT = [
  '<h1>一</h1>\n<p>甲</p>\n<p>乙</p>\n<h2>二</h2>\n<p>丙</p>\n<h3>三</h3>\n<h4>四</h4>',
  '<ul>\n<li>子\n<ul>\n<li>丑</li>\n</ul>\n</li>\n<li>寅</li>\n</ul>\n<ol>\n<li>卯</li>\n</ol>\n<blockquote>\n<p>辰</p>\n</blockquote>',
  '<table style="border-collapse: collapse"><tbody><tr><td>巳</td><td>午</td></tr></tbody></table>\n<p>未</p>',
  '<section>\n<p>申</p>\n<p>酉</p>\n</section>\n<hr>\n<p>戌</p>',
].join('\n')

/** How far each block stands below the first one, px, by its name and text. */
async function places(text: Locator): Promise<string[]> {
  const parts = await text.locator(PARTS).all()
  const tops = await Promise.all(
    parts.map(async (part) => {
      // In the editor the text of an entry stands in a paragraph of its own, which has no gaps.
      if ((await part.getAttribute('data-bare')) !== null) return null
      const name = await part.evaluate((element) => `${element.tagName} ${element.textContent.replace(/\s/g, '')}`)
      return { name, top: (await part.boundingBox())?.y ?? NaN }
    }),
  )
  const found = tops.filter((each) => each !== null)
  const first = found[0]?.top ?? 0
  return found.map(({ name, top }) => `${name} ${Math.round(top - first)}`)
}

const edit = async (page: Page): Promise<ContentForm> => {
  await new ContentList(page).action('编辑', TITLE).click()
  const form = new ContentForm(page)
  await expect(form.group('正文').locator('[contenteditable=true]')).toBeVisible()
  return form
}

test('editor, view and preview set the same text in the same way', async ({ page, remote, shell: _in }) => {
  const classId = await columnOfAllTypes(remote)
  const fieldList = [
    { fieldName: 'title', fieldValue: '样式' },
    { fieldName: 'content', fieldValue: TEXT },
  ]
  await remote.post(`api/cebest-cms/content/${classId}/save`, { classId, id: 0, isStatus: false, fieldList })
  await page.goto(new URL(`/admin/model_manage/${classId}`, page.url()).href)
  await page.getByRole('button', { name: '样式', exact: true }).click()
  const view = page.getByRole('dialog').locator('div:has(> h1)').last()
  await expect(view).toContainText('戌')
  const seen = await places(view)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: '编辑 样式' }).click()
  const form = new ContentForm(page)
  const text = form.group('正文').locator('[contenteditable=true]')
  await expect(text).toContainText('戌')
  const edited = await places(text)
  expect(edited.length).toBeGreaterThan(20)
  expect(seen).toEqual(edited)
  await form.button('预览').click()
  const preview = page.frameLocator('iframe[title=内容预览]').locator('.rich')
  await expect(preview).toContainText('戌')
  expect(await places(preview)).toEqual(edited)
})

test('full screen and source have the focus, and it comes back', async ({ page, remote, shell }) => {
  await newsColumn(remote)
  await shell.open('集团新闻')
  const form = await edit(page)
  const text = form.group('正文').locator('[contenteditable=true]')
  await form.text('标题').focus()
  await form.button('全屏').click()
  await expect(text).toBeFocused()
  await page.keyboard.type('全屏里写的')
  await expect(text).toContainText('全屏里写的')
  await expect(form.text('标题')).toHaveValue(TITLE)
  const line = await text.evaluate((element) => {
    const { fontSize, paddingLeft, width } = getComputedStyle(element)
    return (Number.parseFloat(width) - 2 * Number.parseFloat(paddingLeft)) / Number.parseFloat(fontSize)
  })
  expect(line).toBeLessThan(80)
  for (const name of ['预览', '保存到草稿', '保存并发布'])
    await expect(form.group('正文').getByRole('button', { name })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(form.text('标题')).toBeFocused()

  await form.button('源码').click()
  await expect(form.group('正文').getByRole('textbox', { name: /源码/ })).toBeFocused()
  await form.text('标题').focus()
  await form.button('全屏').click()
  await expect(form.group('正文').getByRole('textbox', { name: /源码/ })).toBeFocused()
  await form.button('源码').click()
  await expect(text).toBeFocused()
})

test('at 1280 × 800 the writing is in sight, wide or not, and that is remembered', async ({ page, shell }) => {
  await shell.open('集团新闻')
  await expect(page.getByRole('table', { name: '集团新闻' }).getByRole('row')).toHaveCount(11)
  await expect(page.getByRole('row').nth(10)).toBeInViewport({ ratio: 1 })
  const form = await edit(page)
  const text = form.group('正文').locator('[contenteditable=true]')
  await expect.poll(async () => Math.round((await form.dialog.boundingBox())?.width ?? 0)).toBe(896)
  expect((await text.boundingBox())?.y).toBeLessThan(400)
  await text.click()
  for (let line = 0; line < 40; line += 1) await page.keyboard.press('Enter')
  const bars = await form.dialog.evaluate(
    (dialog) =>
      [...dialog.querySelectorAll('*')].filter(
        (each) => each.scrollHeight > each.clientHeight + 1 && /auto|scroll/.test(getComputedStyle(each).overflowY),
      ).length,
  )
  expect(bars).toBe(1)
  await expect(form.group('正文').getByRole('toolbar')).toBeInViewport({ ratio: 1 })

  await form.button('展开').click()
  await expect.poll(async () => (await form.dialog.boundingBox())?.width).toBe(1280)
  const beside = await form.text('来源').boundingBox()
  expect(beside?.x).toBeGreaterThan(((await text.boundingBox())?.width ?? 0) - 1)
  await form.button('取消').click()
  await page.getByRole('alertdialog').getByRole('button', { name: '放弃修改' }).click()
  await page.reload()
  await edit(page)
  await expect(form.button('收起')).toBeVisible()
})

test('a title too long is said while it is typed, for a draft as well', async ({ page, shell }) => {
  await shell.open('集团新闻')
  const form = await edit(page)
  await form.text('标题').fill('长'.repeat(255))
  await expect(form.dialog).toContainText('标题不能超过 254 个字，请删去 1 个字')
  await expect(form.dialog).toContainText('255 / 254')
  await form.button('保存到草稿').click()
  await page.getByRole('alertdialog').getByRole('button', { name: '保存到草稿' }).click()
  await expect(shell.toast('标题不能超过 254 个字')).toBeVisible()
  await expect(form.text('标题')).toHaveValue('长'.repeat(255))
})

test('a list that is narrowed says so', async ({ page, shell }) => {
  await shell.open('集团新闻')
  await page.getByRole('main').getByRole('searchbox', { name: '标题' }).fill('灯塔')
  await expect(page.getByText('已按条件筛选，其他内容未显示')).toBeVisible()
  await page.getByRole('button', { name: '清除筛选' }).click()
  await expect(page.getByText('已按条件筛选')).toHaveCount(0)
  await expect(page.getByRole('row')).toHaveCount(11)
})
