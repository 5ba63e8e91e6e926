import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { columnWith, ContentForm, entryOf } from '../pages/contentForm.ts'
import { ContentList } from '../pages/content.ts'
import { violations } from '../pages/violations.ts'
import type { ServerApi } from '../serverApi.ts'

const FIELDS = [
  { fieldName: 'title', fieldAlias: '标题', fieldType: 'SingleLine', isList: true },
  { fieldName: 'day', fieldAlias: '日期', fieldType: 'Date', isList: true },
  { fieldName: 'time', fieldAlias: '时间', fieldType: 'DateTime', isList: true },
]

/** The form of a new entry with two dates. */
async function formOf(page: Page, remote: ServerApi): Promise<{ classId: number; form: ContentForm }> {
  const classId = await columnWith(remote, FIELDS)
  await page.goto(new URL(`/admin/model_manage/${classId}`, page.url()).href)
  await page.getByRole('main').getByRole('button', { name: '新增', exact: true }).click()
  return { classId, form: new ContentForm(page) }
}

test('a date is clicked and typed; what is no date is said', async ({ shell, page, remote }) => {
  const { classId, form } = await formOf(page, remote)
  await form.text('标题').fill('点一下再输入')
  const day = form.dialog.getByRole('combobox', { name: '日期', exact: true })
  await day.click()
  await expect(page.getByRole('dialog', { name: '日期的日历' })).toHaveCount(0)
  await page.keyboard.type('2026-03-01')
  const moment = form.dialog.getByRole('combobox', { name: '时间日期' })
  await moment.click()
  await page.keyboard.type('2026年3月5日')
  await page.keyboard.press('Enter')
  await expect(moment).toHaveValue('2026-03-05')
  await expect(moment).toBeFocused()

  await day.click()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('2026-02-31')
  await page.keyboard.press('Tab')
  await expect(shell.toast('“2026-02-31”不是有效的日期')).toBeVisible()
  await expect(day).toHaveValue('2026-03-01')
  await form.save('保存到草稿')
  expect(await entryOf(remote, classId, '点一下再输入')).toMatchObject({
    day: '2026-03-01',
    time: '2026-03-05 00:00:00',
  })
})

test('the calendar is opened by its sign and by the keyboard, and gives the focus back', async ({
  shell: _in,
  page,
  remote,
}) => {
  const { form } = await formOf(page, remote)
  const day = form.dialog.getByRole('combobox', { name: '日期', exact: true })
  const calendar = page.getByRole('dialog', { name: '日期的日历' })
  await day.fill('2026-03-01')
  await form.dialog.getByRole('button', { name: '打开日期的日历' }).click()
  await expect(calendar.getByText('2026 年 3 月', { exact: true })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await calendar.getByRole('gridcell').getByText('18', { exact: true }).click()
  await expect(calendar).toHaveCount(0)
  await expect(day).toHaveValue('2026-03-18')

  await day.focus()
  await page.keyboard.press('Alt+ArrowDown')
  await expect(calendar).toBeVisible()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect(calendar).toHaveCount(0)
  await expect(day).toHaveValue('2026-03-19')
  await expect(day).toBeFocused()

  // Escape closes the calendar alone.
  await page.keyboard.press('Alt+ArrowDown')
  await expect(calendar).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(calendar).toHaveCount(0)
  await expect(form.dialog).toBeVisible()
  await expect(day).toBeFocused()
  await page.keyboard.type('0')
  await expect(day).not.toHaveValue('2026-03-19')
})

test('a range of days of a list is clicked and typed', async ({ shell: _in, page }) => {
  const list = new ContentList(page)
  await list.open('新闻中心', '集团新闻')
  const from = page.getByRole('combobox', { name: '开始创建时间' })
  await from.click()
  await page.keyboard.type('2026-01-02')
  const to = page.getByRole('combobox', { name: '结束创建时间' })
  await to.click()
  await page.keyboard.type('20260304')
  await page.keyboard.press('Enter')
  await expect(from).toHaveValue('2026-01-02')
  await expect(to).toHaveValue('2026-03-04')
  await expect.poll(() => decodeURIComponent(page.url())).toMatch(/2026-01-02.*2026-03-04/)
})

test('Escape takes the date that stands in its input and closes nothing; the form then asks before it closes', async ({
  shell,
  page,
  remote,
}) => {
  const { form } = await formOf(page, remote)
  const day = form.dialog.getByRole('combobox', { name: '日期', exact: true })
  const escape = () => page.keyboard.press('Escape')
  const goOn = async (): Promise<void> => {
    const question = page.getByRole('alertdialog', { name: '有未保存的内容' })
    await expect(question).toContainText('中填写的内容')
    await question.getByRole('button', { name: '取消' }).click()
    await expect(question).toHaveCount(0)
  }
  await day.click()
  await page.keyboard.type('2026/3/1')
  await escape()
  await expect(day).toHaveValue('2026-03-01')
  await expect(day).toBeFocused()
  await escape()
  await goOn()

  // What is taken out is a change, and what is no day is said.
  await day.fill('')
  await escape()
  await expect(form.dialog).toBeVisible()
  await expect(day).toHaveValue('')
  await day.fill('明天')
  await escape()
  await expect(shell.toast('“明天”不是有效的日期')).toBeVisible()
  await expect(day).toHaveValue('')

  // A whole date is known before its input is left.
  await page.keyboard.type('2026-03-02')
  await escape()
  await goOn()
  const time = form.dialog.getByRole('textbox', { name: '时间时间' })
  await time.fill('25')
  await escape()
  await expect(shell.toast('“25”不是有效的时间')).toBeVisible()
  await expect(time).toHaveValue('')
  await expect(form.dialog).toBeVisible()
})
