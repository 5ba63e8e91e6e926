import { expect, test } from '../fixtures.ts'
import { question } from '../pages/templates.ts'
import { SiteSettings } from '../pages/siteSettings.ts'
import { violations } from '../pages/violations.ts'

test('mine against a newer record: what is typed stays, and is saved over it only when I say so', async ({
  shell,
  page,
  remote,
}) => {
  const settings = new SiteSettings(page)
  await settings.open('站点信息')
  await settings.edit('编辑', '集团官网')
  await settings.field('ICP备案号').fill('我的备案号')
  const theirs = { id: 1, title: '集团官网', icp: '别人的备案号' }
  expect((await remote.post('api/cebest-cms/site-manage/update-site-base-info', theirs)).code).toBe(200)

  await settings.save()
  const meanwhile = page.getByRole('alertdialog', { name: '保存冲突' })
  await expect(meanwhile.getByRole('textbox', { name: 'ICP备案号：对方的内容' })).toHaveValue('别人的备案号')
  await expect(meanwhile.getByRole('button', { name: '合并保存' })).toHaveAttribute('aria-disabled', 'true')
  expect(await violations(page), 'conflict').toEqual([])
  await meanwhile.getByRole('button', { name: '继续编辑' }).click()
  await expect(settings.field('ICP备案号')).toHaveValue('我的备案号')

  await settings.save()
  await meanwhile.getByRole('button', { name: '用我的内容覆盖' }).click()
  await expect(shell.toast('保存成功')).toBeVisible()
  await expect(settings.row('集团官网')).toContainText('我的备案号')
})

test('in a code field Tab indents, Escape and then Tab leaves, and Escape keeps the dialog open', async ({
  shell: _signedIn,
  page,
}) => {
  const settings = new SiteSettings(page)
  await settings.open('第三方代码')
  await settings.edit('插入代码', '海洋科技')
  const lines = settings.dialog.locator('.view-line')
  await lines.first().click()
  await page.keyboard.type('x')
  await page.keyboard.press('Tab')
  await page.keyboard.type('y')
  await expect(lines.first()).toHaveText(/^x\s+y$/)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Tab')
  await expect(settings.dialog.getByRole('button', { name: '取消' })).toBeFocused()
  await expect(lines.first()).toHaveText(/^x\s+y$/)
  expect(await violations(page), 'code dialog').toEqual([])
})

test('what could be lost is asked about once, and Enter at that question loses nothing', async ({
  shell: _signedIn,
  page,
}) => {
  const settings = new SiteSettings(page)
  await settings.open('站点信息')
  await settings.edit('编辑', '集团官网')
  await settings.field('ICP备案号').fill('我的备案号')
  await page.keyboard.press('Escape')
  await expect(question(page)).toContainText('填写的内容')
  await expect(question(page).getByRole('button', { name: '取消' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(question(page)).toHaveCount(0)
  await expect(settings.field('ICP备案号')).toHaveValue('我的备案号')
})

test('giving up what is typed leaves the focus on the button that opened the dialog', async ({
  shell: _signedIn,
  page,
}) => {
  const settings = new SiteSettings(page)
  await settings.open('站点信息')
  await settings.edit('编辑', '集团官网')
  await settings.field('ICP备案号').fill('我的备案号')
  await settings.dialog.getByRole('button', { name: '取消' }).click()
  await question(page).getByRole('button', { name: '放弃修改' }).click()
  await expect(settings.dialog).toHaveCount(0)
  await expect(page.getByRole('button', { name: '编辑 集团官网', exact: true })).toBeFocused()
})
