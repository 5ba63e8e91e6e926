import { expect, test } from '../fixtures.ts'
import { Columns } from '../pages/columns.ts'
import { question } from '../pages/templates.ts'

test('a column is made, found after a reload, changed, sorted, and deleted after asking [A-008] [A-027] [A-028] [A-035] [A-237] @smoke', async ({
  shell,
  page,
}) => {
  const columns = new Columns(page)
  await columns.open()
  await columns.action('新增下级', '新闻中心').click()
  const dialog = columns.dialog('新增栏目')
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(shell.toast('请输入站点名称')).toBeVisible()
  await dialog.getByRole('textbox', { name: '栏目名称' }).fill('海上风电')
  await dialog.getByRole('textbox', { name: '英文名称' }).fill('Offshore wind')
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(shell.toast('栏目添加成功，请退出后重新登录')).toBeVisible()
  await expect(columns.row('海上风电')).toHaveAttribute('aria-level', '2')

  await columns.reload()
  const edit = await columns.edit('海上风电')
  await expect(edit.getByRole('textbox', { name: '英文名称' })).toHaveValue('Offshore wind')
  await edit.getByRole('textbox', { name: '栏目名称' }).fill('海洋能源')
  await edit.getByRole('button', { name: '确定' }).click()
  await expect(shell.toast('保存成功')).toBeVisible()
  await columns.reload()
  await expect(columns.row('海洋能源')).toBeVisible()
  await expect(columns.row('海上风电')).toHaveCount(0)

  await columns.sort('海洋能源').fill('999')
  await columns.sort('海洋能源').press('Enter')
  await expect(shell.toast('更新成功')).toBeVisible()
  await expect
    .poll(async () => (await columns.titles()).indexOf('海洋能源'))
    .toBe((await columns.titles()).indexOf('新闻中心') + 1)

  await columns.action('删除', '海洋能源').click()
  await expect(question(page)).toContainText('确认删除？ 操作不可撤销！')
  await question(page).getByRole('button', { name: '确定' }).click()
  await expect(shell.toast('删除成功')).toBeVisible()
  await expect(columns.row('海洋能源')).toHaveCount(0)
})

test('another type resets permissions and admin URL, and what was chosen is kept [A-156] [A-157] [A-158] [A-159] [A-160] [A-161]', async ({
  page,
  shell,
}) => {
  const columns = new Columns(page)
  await columns.open()
  await page.getByRole('button', { name: '新增', exact: true }).click()
  const dialog = columns.dialog('新增栏目')
  const url = dialog.getByRole('textbox', { name: '后台地址' })
  const codes = async (state: { checked?: boolean; disabled?: boolean }): Promise<string[]> => {
    const names = await dialog.getByRole('checkbox', { name: /\d{4}$/, ...state }).all()
    return Promise.all(names.map(async (box) => (await box.locator('xpath=..').textContent())?.slice(-4) ?? ''))
  }
  await expect(url).toHaveValue('/admin/model_manage/{id}')
  await expect
    .poll(() => codes({ checked: true }))
    .toEqual(['1101', '1102', '1103', '1104', '1105', '1106', '1107', '1122'])

  await dialog.getByRole('radio', { name: '单页' }).check()
  await expect(url).toHaveValue('/admin/menu_manage/{id}')
  await expect.poll(() => codes({ disabled: false })).toEqual(['1102', '1103', '1104', '1105'])

  await dialog.getByRole('radio', { name: '普通栏目' }).check()
  await expect(url).toHaveValue('')
  await expect.poll(() => codes({ checked: true })).toEqual(['1105'])

  await dialog.getByRole('radio', { name: '列表' }).check()
  await dialog.getByRole('checkbox', { name: '导出 1120' }).check()
  await dialog.getByRole('checkbox', { name: '新增 1101' }).uncheck()
  await dialog.getByRole('textbox', { name: '栏目名称' }).fill('招标公告')
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(shell.toast('栏目添加成功')).toBeVisible()
  await columns.edit('招标公告')
  const kept = columns.dialog('编辑栏目“招标公告”')
  await expect(kept.getByRole('textbox', { name: '后台地址' })).toHaveValue(/^\/admin\/model_manage\/\d+$/)
  await expect(kept.getByRole('checkbox', { name: '导出 1120' })).toBeChecked()
  await expect(kept.getByRole('checkbox', { name: '新增 1101' })).not.toBeChecked()
})

test('a page template is chosen from the site’s template with the keyboard [A-036]', async ({ page, shell }) => {
  const columns = new Columns(page)
  await columns.open()
  const dialog = await columns.edit('新闻中心')
  await dialog.getByRole('button', { name: '添加列表页' }).click()
  await dialog
    .getByRole('textbox', { name: /^列表页地址/ })
    .last()
    .fill('/news/all.html')
  await dialog
    .getByRole('button', { name: /^选择列表页模板/ })
    .last()
    .click()
  const chooser = page.getByRole('dialog', { name: '选择列表页模板' })
  await chooser.getByRole('listbox', { name: '页面' }).getByRole('option').first().focus()
  await page.keyboard.press('End')
  const path = (await chooser.getByText(/^将使用：/).textContent())?.replace(/^将使用：[^/]+\//, '') ?? ''
  expect(path).toMatch(/\.html$/)
  await page.keyboard.press('Enter')
  await expect(chooser).toBeHidden()
  await expect(dialog.getByRole('textbox', { name: /^列表页模板/ }).last()).toHaveValue(path)
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(shell.toast('保存成功')).toBeVisible()
  await columns.reload()
  const again = await columns.edit('新闻中心')
  await expect(again.getByRole('textbox', { name: /^列表页地址/ }).last()).toHaveValue('/news/all.html')
  await expect(again.getByRole('textbox', { name: /^列表页模板/ }).last()).toHaveValue(path)
})

test('attribute switches save at once and bind the list [A-030] [A-037] [A-048]', async ({ page, shell }) => {
  const columns = new Columns(page)
  await columns.open()
  await columns.more('编辑属性', '新闻中心')
  const dialog = columns.dialog('编辑属性“新闻中心”')
  await dialog.getByRole('switch', { name: '允许删除' }).click()
  await expect(shell.toast('设置成功')).toBeVisible()
  await expect(dialog.getByRole('switch', { name: '允许删除' })).not.toBeChecked()
  await dialog.getByRole('button', { name: '关闭' }).click()
  await expect(columns.action('删除', '新闻中心')).toHaveAttribute('aria-disabled', 'true')
  await columns.reload()
  await expect(columns.action('删除', '新闻中心')).toHaveAttribute('aria-disabled', 'true')
  await columns.row('新闻中心').focus()
  await page.keyboard.press('Delete')
  await expect(shell.toast('栏目“新闻中心”不允许删除')).toBeVisible()
})

test('the switches of a row stay after a reload [A-025] [A-026]', async ({ page, shell }) => {
  const columns = new Columns(page)
  await columns.open()
  await columns.switch('显示', '新闻中心').click()
  await expect(shell.toast('设置成功')).toBeVisible()
  await expect(columns.switch('显示', '新闻中心')).not.toBeChecked()
  await columns.reload()
  await expect(columns.switch('显示', '新闻中心')).not.toBeChecked()
})

test('a column is copied with all below it to another site, and not below itself [A-031] [A-038] [A-239]', async ({
  page,
  shell,
  remote,
}) => {
  const columns = new Columns(page)
  await columns.open()
  await columns.more('复制栏目', '新闻中心')
  const dialog = columns.dialog('复制栏目“新闻中心”')
  const parent = dialog.getByRole('button', { name: /^目标上级栏目/ })
  const places = page.getByRole('treegrid', { name: '目标上级栏目' })
  await parent.click()
  await expect(places.getByTitle('产品中心')).toBeVisible()
  await expect(places.getByTitle('新闻中心')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await dialog.getByRole('combobox', { name: '目标站点' }).click()
  await page.getByRole('option', { name: '海洋科技' }).click()
  await parent.click()
  await places.getByTitle('科学考察').click()
  await expect(parent).toContainText('科学考察')
  await dialog.getByRole('button', { name: '复制' }).click()
  await expect(shell.toast('复制成功')).toBeVisible()

  await columns.chooseSite('海洋科技')
  await expect(columns.row('新闻中心')).toHaveAttribute('aria-level', '2')
  await expect(columns.row('集团新闻')).toHaveAttribute('aria-level', '3')
  const tree = await remote.post('api/cms/menu/getTree', { siteId: 1 })
  const news = (tree.data as { id: number; title: string }[]).find((each) => each.title === '新闻中心')
  const below = { copyIdFrom: news?.id, toMenuParentId: news?.id, toSiteId: 1 }
  expect(await remote.post('api/cms/menu/menu-copy', below)).toMatchObject({
    msg: '栏目“新闻中心”不能移到自身或其下级栏目之下，请选择其他上级栏目',
  })
})

test('the system’s columns stand under id 0 and can be edited alone; the address keeps the site [A-019] [A-020]', async ({
  shell: _signedIn,
  page,
}) => {
  const columns = new Columns(page)
  await columns.open()
  await columns.chooseSite('系统栏目')
  await expect(columns.row('站点管理')).toBeVisible()
  await expect(page).toHaveURL(/site=0/)
  await columns.reload()
  await expect(columns.row('站点管理')).toBeVisible()
  await expect(page.getByRole('button', { name: '新增', exact: true })).toHaveCount(0)
  await expect(columns.action('删除', '站点管理')).toHaveCount(0)
  const dialog = await columns.edit('站点管理')
  await expect(dialog.getByRole('radio', { name: '列表' })).toBeDisabled()
})
