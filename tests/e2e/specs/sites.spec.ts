import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PASSWORDS } from '../app.ts'
import { expect, test } from '../fixtures.ts'
import { Login } from '../pages/login.ts'
import { Sites } from '../pages/sites.ts'
import { question } from '../pages/templates.ts'
import { violations } from '../pages/violations.ts'

/** So many that a copy takes seconds: there is time to look, leave and cancel. */
function manyFiles(dataDir: string): void {
  const folder = join(dataDir, 'server', 'templates', 'corporate', 'many')
  mkdirSync(folder)
  for (let i = 0; i < 10_000; i++) writeFileSync(join(folder, `${i}.html`), '<p>页</p>')
}

const agree = (page: Parameters<typeof question>[0]) => question(page).getByRole('button').last().click()

test('a site is made, edited, started, stopped and deleted, and every selector knows [A-004] [A-005] [A-303] [A-304] @smoke', async ({
  shell,
  page,
}) => {
  const sites = new Sites(page)
  await sites.open()
  await page.getByRole('button', { name: '新增' }).click()
  const made = sites.dialog('新增站点')
  await sites.field(made, '站点名称').fill('极地研究')
  await sites.field(made, '标识符').fill('polar')
  await made.getByRole('button', { name: '确定' }).click()
  await expect(question(page)).toContainText('站点创建成功')
  await agree(page)
  await expect(sites.row('极地研究')).toContainText('停用')
  const current = page.getByRole('combobox', { name: '当前站点' })
  await current.click()
  await expect(page.getByRole('option', { name: '极地研究' })).toBeVisible()
  await page.getByRole('option', { name: '海洋科技' }).click()
  await expect(current).toContainText('海洋科技')

  await sites.action('设置', '极地研究').click()
  const settings = sites.dialog('站点设置：极地研究')
  await sites.field(settings, '站点名称').fill('极地研究院')
  await settings.getByRole('textbox', { name: '备注' }).fill('科考队')
  await settings.getByRole('combobox', { name: '使用的模板' }).click()
  await page.getByRole('option', { name: /风尚作品集/ }).click()
  await settings.getByRole('button', { name: '确定' }).click()
  await expect(shell.toast('保存成功')).toBeVisible()
  await sites.sort('极地研究院').fill('900')
  await sites.sort('极地研究院').press('Enter')
  await expect.poll(async () => (await sites.titles())[0]).toBe('极地研究院')

  await page.reload()
  await expect(sites.sort('极地研究院')).toHaveValue('900')
  await sites.action('设置', '极地研究院').click()
  const again = sites.dialog('站点设置：极地研究院')
  await expect(again.getByRole('textbox', { name: '备注' })).toHaveValue('科考队')
  await expect(again.getByRole('combobox', { name: '使用的模板' })).toContainText('风尚作品集')
  await page.keyboard.press('Escape')

  await sites.action('开启', '极地研究院').click()
  await expect(question(page)).toContainText('确定开启站点？')
  await agree(page)
  await expect(sites.row('极地研究院')).toContainText('启用')
  await sites.action('关闭', '极地研究院').click()
  await expect(question(page)).toContainText('确定关闭站点？')
  await agree(page)
  await expect(shell.toast('关闭成功')).toBeVisible()
  await expect(sites.row('极地研究院')).toContainText('停用')

  await sites.action('删除', '极地研究院').click()
  await expect(question(page)).toContainText('确认删除？ 操作不可撤销！')
  await agree(page)
  await expect(shell.toast('删除成功')).toBeVisible()
  await expect(sites.row('极地研究院')).toHaveCount(0)
  await current.click()
  await expect(page.getByRole('option', { name: '海洋科技' })).toBeVisible()
  await expect(page.getByRole('option', { name: '极地研究院' })).toHaveCount(0)
})

test('a copy shows its progress, goes on in the background and over a reload, and ends with an alert [A-071] [A-074] [A-301]', async ({
  app,
  shell: _signedIn,
  page,
  remote,
}) => {
  test.slow()
  const sites = new Sites(page)
  manyFiles(app.dataDir)
  await sites.open()
  await sites.startCopy('集团官网', {
    title: '集团分站',
    symbol: 'branch',
    folder: 'branch',
    domain: 'branch.example.com',
  })
  const progress = sites.dialog('正在复制站点“集团分站”')
  await expect(progress.getByRole('progressbar', { name: '复制站点“集团分站”' })).toBeVisible()
  await progress.getByRole('button', { name: '后台运行' }).click()
  await expect(sites.jobs).toHaveAccessibleName('后台任务，1 个进行中')
  await page.reload()
  await expect(sites.jobs).toHaveAccessibleName('后台任务，1 个进行中')
  await sites.jobs.click()
  const jobs = sites.dialog('后台任务')
  await expect(jobs).toContainText('正在复制模板文件')
  await page.keyboard.press('Escape')

  await expect(question(page)).toContainText('复制站点“集团分站”已完成', { timeout: 120_000 })
  await expect(question(page)).toContainText('重新登录')
  await agree(page)
  await expect(sites.row('集团分站')).toContainText('停用')
  expect(await remote.list('branch')).toContain('index.html')
  await sites.jobs.click()
  await expect(jobs).toContainText('已完成')
})

test('a copy that is cancelled leaves nothing, and what was typed is still there', async ({ app, shell, page }) => {
  test.slow()
  const sites = new Sites(page)
  manyFiles(app.dataDir)
  await sites.open()
  const form = { title: '不要的分站', symbol: 'unwanted', folder: 'unwanted', domain: 'unwanted.example.com' }
  await sites.startCopy('集团官网', form)
  const progress = sites.dialog(/复制站点“不要的分站”/)
  await progress.getByRole('button', { name: '取消任务' }).click()
  await expect(progress).toContainText('已取消，已全部撤销，未保留任何内容')
  await expect(shell.toast('复制站点“不要的分站”已取消')).toBeVisible()
  await progress.getByRole('button', { name: '修改后重试' }).click()
  const again = sites.dialog('复制站点“集团官网”')
  await expect(sites.field(again, '域名')).toHaveValue(form.domain)
  await page.keyboard.press('Escape')
  await expect(again).toHaveCount(0)
  await expect(sites.row('集团官网')).toBeVisible()
  await expect(sites.row('不要的分站')).toHaveCount(0)
  expect(existsSync(join(app.dataDir, 'server', 'templates', 'unwanted'))).toBe(false)
})

test('what the server refuses is said by name, and the form stays', async ({ shell, page }) => {
  const sites = new Sites(page)
  await sites.open()
  await page.getByRole('button', { name: '新增' }).click()
  const made = sites.dialog('新增站点')
  await sites.field(made, '站点名称').fill('<b>另一个</b>')
  await sites.field(made, '标识符').fill('OCEAN')
  await made.getByRole('button', { name: '确定' }).click()
  await expect(shell.toast('站点标识符“OCEAN”已被站点“海洋科技”使用，请换一个')).toBeVisible()
  await expect(sites.field(made, '站点名称')).toHaveValue('<b>另一个</b>')
  await expect(made).toBeVisible()
})

test('the settings of a site that somebody else saved meanwhile ask before they overwrite', async ({
  shell,
  page,
  remote,
}) => {
  const sites = new Sites(page)
  await sites.open()
  await sites.action('设置', '海洋科技').click()
  const settings = sites.dialog('站点设置：海洋科技')
  await settings.getByRole('textbox', { name: '备注' }).fill('我的备注')
  const other = { id: 2, title: '海洋科技', symbol: 'ocean', note: '别人的备注', manageType: 1201, templateId: 0 }
  expect((await remote.post('api/cebest-cms/site-manage/save', other)).code).toBe(200)
  await settings.getByRole('button', { name: '确定' }).click()
  await expect(page.getByText('别人的备注')).toBeVisible()
  await expect(page.getByText('admin').last()).toBeVisible()
  await page.getByRole('button', { name: /覆盖/ }).click()
  await expect(shell.toast('保存成功')).toBeVisible()
  await sites.action('设置', '海洋科技').click()
  await expect(settings.getByRole('textbox', { name: '备注' })).toHaveValue('我的备注')
})

test('an account without the menu neither sees the list nor may ask for it', async ({ app, shell, page }) => {
  await shell.signOut()
  const login = new Login(page, join(app.dataDir, 'server'))
  await login.fill('guest', PASSWORDS.demo)
  await login.submit.click()
  await shell.expectSignedIn('guest')
  await expect(shell.navigation.getByText('站点列表')).toHaveCount(0)
  await page.goto(new URL('/site/list', page.url()).href)
  await expect(page.getByText('没有访问权限')).toBeVisible()
})

for (const theme of ['浅色', '深色'] as const) {
  test(`the site list, its dialogs and the jobs are accessible, ${theme}`, async ({ shell, page }) => {
    test.slow()
    await shell.setTheme(theme)
    const sites = new Sites(page)
    await sites.open()
    expect(await violations(page), 'list').toEqual([])
    await page.getByRole('button', { name: '新增' }).click()
    await expect(sites.dialog('新增站点')).toBeVisible()
    expect(await violations(page), 'new').toEqual([])
    await page.keyboard.press('Escape')
    await sites.action('复制站点', '海洋科技').click()
    await expect(sites.dialog(/^复制站点/)).toBeVisible()
    expect(await violations(page), 'copy').toEqual([])
    await page.keyboard.press('Escape')
    await sites.action('删除', '海洋科技').click()
    await expect(question(page)).toBeVisible()
    expect(await violations(page), 'question').toEqual([])
    await question(page).getByRole('button', { name: '取消' }).click()
    const name = theme === '浅色' ? 'light' : 'dark'
    await sites.startCopy('海洋科技', { title: name, symbol: name, folder: name, domain: `${name}.example.com` })
    await expect(question(page)).toContainText('已完成')
    expect(await violations(page), 'alert').toEqual([])
    await agree(page)
    await sites.jobs.click()
    await expect(page.getByRole('dialog', { name: '后台任务' })).toContainText('已完成')
    expect(await violations(page), 'jobs').toEqual([])
  })
}
