import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { columnOfAllTypes, ContentForm } from '../pages/contentForm.ts'

test.use({ firstRun: false })

const paper = (page: Page): Promise<void> => page.emulateMedia({ media: 'print' })
const screen = (page: Page): Promise<void> => page.emulateMedia({ media: null })

/** Writes the view as a PDF of A4 sheets and answers how many there are. */
async function sheets(page: Page, name: string): Promise<number> {
  const pdf = await page.pdf({ path: test.info().outputPath(`${name}.pdf`), format: 'A4', printBackground: true })
  return pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0
}

test('a list is printed with all its rows, dark on white, without what is pressed or leads elsewhere', async ({
  shell,
  page,
}) => {
  await shell.setTheme('深色')
  await page.setViewportSize({ width: 1280, height: 500 })
  await shell.open('栏目管理')
  const rows = page.getByRole('treegrid').getByRole('row')
  const last = rows.filter({ hasText: '联系我们' })
  await expect(rows.filter({ hasText: '新闻中心' })).toBeVisible()
  // Further down than what is drawn for the window.
  await expect(last).toHaveCount(0)

  await paper(page)
  await expect(last).toBeVisible()
  await expect(shell.navigation).toBeHidden()
  await expect(shell.tabs).toBeHidden()
  await expect(page.getByRole('button', { name: '新增', exact: true })).toBeHidden()
  await expect(page.getByRole('columnheader', { name: '操作' })).toHaveCount(0)
  const [letters, sheet] = await page
    .getByRole('heading', { level: 1 })
    .evaluate((title) => [getComputedStyle(title).color, getComputedStyle(document.body).backgroundColor])
  expect(sheet).toBe('rgb(255, 255, 255)')
  expect(letters).toBe('rgb(36, 36, 36)')

  await screen(page)
  await expect(last).toHaveCount(0)
  await expect(page.getByRole('columnheader', { name: '操作' })).toBeVisible()
  expect(await sheets(page, 'list')).toBe(1)
})

test('the form of an entry is printed whole, on as many sheets as it takes; a report with its bars', async ({
  shell,
  page,
  remote,
}) => {
  await shell.open('发布统计')
  await expect(page.getByRole('figure').getByText('admin')).toBeVisible()
  await paper(page)
  await expect(page.getByRole('figure').getByRole('img').first()).toBeVisible()
  expect((await page.getByRole('figure').getByRole('img').first().boundingBox())?.height).toBeGreaterThan(10)
  await screen(page)
  expect(await sheets(page, 'report')).toBe(1)

  const classId = await columnOfAllTypes(remote)
  await page.goto(new URL(`/admin/model_manage/${classId}`, page.url()).href)
  await page.getByRole('main').getByRole('button', { name: '新增', exact: true }).click()
  const form = new ContentForm(page)
  await form.text('标题').fill('打印的文章')
  await expect(form.group('文件集')).toBeAttached()
  await paper(page)
  await expect(page.locator('#root')).toBeHidden()
  await expect(form.button('保存并发布')).toBeHidden()
  const high = await form.dialog.evaluate((dialog) => [dialog.scrollHeight, dialog.clientHeight])
  expect(high[0]).toBe(high[1])
  await screen(page)
  expect(await sheets(page, 'entry')).toBe(2)
})
