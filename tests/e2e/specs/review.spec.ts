import type { Page, TestInfo } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { ContentList } from '../pages/content.ts'
import type { Shell } from '../pages/shell.ts'
import { violations } from '../pages/violations.ts'

const TITLE = '评审示例'

/** Fills in the form of a new entry of 集团新闻. */
async function write(page: Page, text: string): Promise<ContentList> {
  const list = new ContentList(page)
  await list.open('新闻中心', '集团新闻')
  await list.button('新增').click()
  const form = page.getByRole('dialog')
  await form.getByRole('textbox', { name: '标题', exact: true }).fill(TITLE)
  await form.getByRole('combobox', { name: '发布时间日期' }).fill('2026-01-31')
  await form.getByRole('group', { name: '正文', exact: true }).locator('[contenteditable=true]').click()
  await page.keyboard.type(text)
  return list
}

const seen = async (page: Page, info: TestInfo, name: string): Promise<void> => {
  await page.screenshot({ path: info.outputPath(`${name}.png`), animations: 'disabled' })
}

test('a note stands beside the text it is about, and the line of time tells of it', async ({
  shell: _signedIn,
  page,
}, info) => {
  const list = await write(page, '会议在总部举行')
  await page.getByRole('dialog').getByRole('button', { name: '保存到草稿' }).click()
  await expect(list.row(TITLE)).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
  await list.action('编辑', TITLE).click()
  const form = page.getByRole('dialog')
  const text = form.getByRole('group', { name: '正文', exact: true }).locator('[contenteditable=true]')
  await text.click()
  await page.keyboard.press('End')
  for (let letter = 0; letter < 4; letter += 1) await page.keyboard.press('Shift+ArrowLeft')
  await form.getByRole('button', { name: '批注选中的文字' }).click()
  const notes = form.getByRole('region', { name: '批注' })
  await expect(notes).toContainText('总部举行')
  await notes.getByRole('textbox', { name: '写批注' }).fill('是哪个总部？')
  await notes.getByRole('button', { name: '保存批注' }).click()
  await expect(notes).toContainText('批注（1 条未解决）')
  await expect(text.locator('.note-mark')).toHaveText('总部举行')
  // Edits around the words leave the mark on them.
  await text.click()
  await page.keyboard.press('Home')
  await page.keyboard.type('年度')
  await expect(text.locator('.note-mark')).toHaveText('总部举行')
  await notes.getByRole('button', { name: /^回复批注/ }).click()
  await notes.getByRole('textbox', { name: /^回复批注/ }).fill('北京总部')
  await notes.getByRole('button', { name: '保存回复' }).click()
  await expect(notes).toContainText('北京总部')
  expect(await violations(page), 'notes').toEqual([])
  await seen(page, info, '批注')
  await notes.getByRole('button', { name: /^解决批注/ }).click()
  await expect(notes).toContainText('批注（0 条未解决）')
  await expect(text.locator('.note-mark')).toHaveCount(0)
  await form.getByRole('button', { name: '保存到草稿' }).click()
  await expect(form).toBeHidden()

  await list.more(TITLE, '时间线')
  const line = page.getByRole('dialog', { name: `时间线：${TITLE}` })
  const events = line.getByRole('list', { name: '操作记录' }).getByRole('listitem')
  await expect(events.first()).toContainText('保存')
  await expect(events.last()).toContainText('新增')
  await events
    .first()
    .getByRole('button', { name: /^查看差异/ })
    .click()
  await expect(line.getByRole('region', { name: '正文' }).locator('ins')).toContainText('年度')
  expect(await violations(page), 'line of time').toEqual([])
  await seen(page, info, '时间线')
  await line.getByRole('combobox', { name: '操作' }).click()
  await page.getByRole('menuitemcheckbox', { name: '批注', exact: true }).click()
  await page.keyboard.press('Escape')
  await expect(events).toHaveCount(2)
})

async function forbid(shell: Shell, page: Page, word: string): Promise<void> {
  await shell.open('敏感词')
  await page.getByRole('button', { name: '敏感词类别' }).click()
  await page.getByRole('button', { name: '新增类别' }).click()
  const form = page.getByRole('dialog', { name: '新增类别' })
  await form.getByRole('textbox', { name: '类别名称' }).fill('人名')
  await form.getByRole('combobox', { name: '同意人' }).click()
  await page.getByRole('menuitemcheckbox', { name: /editor/ }).click()
  await page.keyboard.press('Escape')
  await form.getByRole('button', { name: '确定' }).click()
  await expect(form).toBeHidden()
  await page.getByRole('dialog').getByRole('button', { name: '关闭' }).last().click()
  await page.getByRole('button', { name: '新增', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: '敏感词' }).fill(word)
  await dialog.getByRole('combobox', { name: '类别' }).click()
  await page.getByRole('option', { name: '人名' }).click()
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(dialog).toBeHidden()
}

test('a forbidding word is submitted to the person who must agree', async ({ shell, page }, info) => {
  await forbid(shell, page, '禁用词甲')
  await page.getByRole('button', { name: '敏感词类别' }).click()
  await expect(page.getByRole('dialog')).toContainText('禁止发布')
  expect(await violations(page), 'classes').toEqual([])
  await seen(page, info, '敏感词类别')
  await page.getByRole('dialog').getByRole('button', { name: '关闭' }).last().click()

  const list = await write(page, '据禁用词甲报道')
  const form = page.getByRole('dialog')
  await form.getByRole('button', { name: '保存并发布' }).click()
  const question = page.getByRole('alertdialog')
  await expect(question).toContainText(/属于“人名”，须经.+同意才能发布/)
  await seen(page, info, '禁止发布')
  await question.getByRole('button', { name: '提交审批' }).click()
  await expect(list.row(TITLE)).toContainText('审批中')
})
