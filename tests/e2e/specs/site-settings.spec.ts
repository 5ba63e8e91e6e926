import { expect, test } from '../fixtures.ts'
import { question } from '../pages/templates.ts'
import { SiteSettings } from '../pages/siteSettings.ts'
import { violations } from '../pages/violations.ts'

test('site information is edited in its dialog and stands there after a reload [A-112] [A-113] [A-114] [A-115] [A-232] @smoke', async ({
  shell,
  page,
}) => {
  const settings = new SiteSettings(page)
  await settings.open('站点信息')
  await settings.edit('编辑', '集团官网')
  await settings.field('站点名称').fill('')
  await settings.save()
  await expect(shell.toast('请输入站点名称')).toBeVisible()
  await settings.field('站点名称').fill('集团新官网')
  await settings.field('ICP备案号').fill('京ICP备12345678号-1')
  await settings.field('版权信息').fill('版权所有 © 2026 集团')
  await settings.dialog.getByRole('switch', { name: /哀悼模式/ }).check()
  await settings.save()
  await expect(shell.toast('保存成功')).toBeVisible()
  await page.reload()
  const row = settings.row('集团新官网')
  for (const text of ['京ICP备12345678号-1', '版权所有 © 2026 集团', '是', '启用'])
    await expect(row).toContainText(text)
  await expect(settings.row('海洋科技')).toContainText('否')
})

test('two people edit one site: the second sees what the first saved, and merges', async ({ shell, page, remote }) => {
  const settings = new SiteSettings(page)
  await settings.open('站点信息')
  await settings.edit('编辑', '集团官网')
  await settings.field('ICP备案号').fill('京ICP备1号')
  const theirs = { id: 1, title: '集团官网', copyright: '另一个人写的' }
  expect((await remote.post('api/cebest-cms/site-manage/update-site-base-info', theirs)).code).toBe(200)
  await settings.save()
  const meanwhile = page.getByRole('alertdialog', { name: '保存冲突' })
  await expect(meanwhile).toContainText('另一个人写的')
  await meanwhile.getByRole('button', { name: '合并保存' }).click()
  await expect(shell.toast('保存成功')).toBeVisible()
  await expect(settings.row('集团官网')).toContainText('京ICP备1号')
  await expect(settings.row('集团官网')).toContainText('另一个人写的')
})

test('domains are bound, normalised, refused by name at their input, and unbound [A-116] [A-117] [A-118] [A-181] [A-234]', async ({
  shell,
  page,
}) => {
  const settings = new SiteSettings(page)
  await settings.open('绑定域名')
  await expect(settings.row('集团官网').getByRole('link', { name: 'www.group.example' })).toHaveAttribute(
    'href',
    'https://www.group.example',
  )
  await settings.edit('绑定域名', '海洋科技')
  await settings.dialog.getByRole('button', { name: '添加域名' }).click()
  await settings.save()
  await expect(shell.toast('域名不能为空')).toBeVisible()
  await settings.field('域名 2').fill('WWW.Group.Example')
  await settings.save()
  const said = '域名“www.group.example”已绑定到站点“集团官网”，请先在该站点解除绑定'
  await expect(shell.toast(said)).toBeVisible()
  await expect(settings.dialog.getByText(said)).toBeVisible()
  await expect(settings.field('域名 2')).toHaveAttribute('aria-invalid', 'true')
  expect(await violations(page), 'refused').toEqual([])
  await settings.field('域名 2').fill('https://Ocean2.Group.Example/')
  await settings.save()
  await expect(shell.toast('保存成功')).toBeVisible()
  await page.reload()
  await expect(settings.row('海洋科技').getByRole('link')).toHaveText(['ocean.group.example', 'ocean2.group.example'])

  await settings.edit('绑定域名', '海洋科技')
  await settings.dialog.getByRole('button', { name: '移除域名 2' }).click()
  await settings.dialog.getByRole('button', { name: '移除域名 1' }).click()
  await settings.save()
  await expect(settings.row('海洋科技')).toContainText('未绑定')
})

test('third-party code is written in the editor and kept as it was typed [A-110] [A-111] [A-169] [A-182] [A-233]', async ({
  shell,
  page,
}) => {
  const settings = new SiteSettings(page)
  await settings.open('第三方代码')
  await settings.edit('插入代码', '海洋科技')
  await expect(settings.dialog).toContainText('保存后 2 分钟生效')
  await expect(settings.dialog.locator('.monaco-editor').first()).toBeVisible()
  await settings.save()
  await expect(shell.toast('请输入代码')).toBeVisible()
  const code = '<script>console.log("统计")</script>'
  await settings.field('HTML 代码').focus()
  await page.keyboard.insertText(code)
  await settings.save()
  await expect(shell.toast('保存成功')).toBeVisible()
  await page.reload()
  await expect(settings.row('海洋科技')).toContainText(`已插入，${code.length} 个字符`)
  await settings.edit('插入代码', '海洋科技')
  await expect(settings.dialog.locator('.view-lines').first()).toContainText('console.log')
})

test('the system settings of a site are saved, and leaving them asks first [A-010] [A-123] [A-180]', async ({
  shell,
  page,
}) => {
  await shell.open('站点系统设置')
  const field = (name: string) => page.getByRole('textbox', { name })
  await expect(field('站点名称')).toHaveValue('集团官网')
  await field('站点名称').fill('')
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await expect(shell.toast('请输入站点名称')).toBeVisible()
  await field('站点名称').fill('集团门户')
  await field('SEO 描述').fill('描'.repeat(2000))
  await page.getByRole('combobox', { name: '站点', exact: true }).click()
  await page.getByRole('option', { name: '海洋科技' }).click()
  await expect(question(page)).toContainText('站点系统设置')
  await question(page).getByRole('button', { name: '取消' }).click()
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await expect(shell.toast('设置成功')).toBeVisible()
  await page.reload()
  await expect(field('站点名称')).toHaveValue('集团门户')
  await expect(field('SEO 描述')).toHaveValue('描'.repeat(2000))
  await page.getByRole('combobox', { name: '站点', exact: true }).click()
  await page.getByRole('option', { name: '海洋科技' }).click()
  await expect(field('站点名称')).toHaveValue('海洋科技')
})

for (const theme of ['浅色', '深色'] as const) {
  test(`the dialogs are accessible, ${theme}`, async ({ shell, page }) => {
    test.slow()
    await shell.setTheme(theme)
    const settings = new SiteSettings(page)
    for (const [title, button] of [
      ['站点信息', '编辑'],
      ['绑定域名', '绑定域名'],
      ['第三方代码', '插入代码'],
    ] as const) {
      await settings.open(title)
      await settings.edit(button, '集团官网')
      if (title === '第三方代码') await expect(settings.dialog.locator('.monaco-editor').first()).toBeVisible()
      expect(await violations(page), title).toEqual([])
      await settings.dialog.getByRole('button', { name: '取消' }).click()
      await expect(settings.dialog).toHaveCount(0)
    }
  })
}
