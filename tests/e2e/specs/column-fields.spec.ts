import { expect, test } from '../fixtures.ts'
import { ColumnFields } from '../pages/columnFields.ts'
import { question } from '../pages/templates.ts'
import { violations } from '../pages/violations.ts'

const NEWS = ['标题', '副标题', '封面图', '来源', '作者', '发布时间', '摘要', '正文']

test('fields are chosen, put in order by mouse and keys, described, saved, and there again [A-009] [A-057] [A-058] [A-060] [A-244] [A-245] [A-248]', async ({
  shell,
  page,
}) => {
  test.slow()
  const fields = new ColumnFields(page)
  await fields.columns.open()
  await fields.open('集团新闻')
  await fields.expectOrder(...NEWS)

  await fields.offered('关键词').click()
  await expect(fields.offered('关键词')).toHaveAccessibleName(/已选$/)
  await fields.drag(fields.offered('链接'), fields.field('副标题'))
  await fields.expectOrder('标题', '链接', ...NEWS.slice(1), '关键词')

  await fields.drag(fields.handle('关键词'), fields.handle('标题'))
  await fields.expectOrder('关键词', '标题', '链接', ...NEWS.slice(1))
  await fields.field('关键词').focus()
  await page.keyboard.press('Alt+ArrowDown')
  await fields.expectOrder('标题', '关键词', '链接', ...NEWS.slice(1))
  await expect(fields.field('关键词')).toBeFocused()

  await fields.handle('链接').focus()
  await page.keyboard.press('Space')
  await expect(page.getByText('字段“链接”在第 3 位，共 10 个')).toBeAttached()
  await page.keyboard.press('ArrowUp')
  await expect(page.getByText('字段“链接”在第 2 位，共 10 个')).toBeAttached()
  await page.keyboard.press('Escape')
  await expect(page.getByText('已取消移动，字段“链接”回到原位置')).toBeAttached()
  await expect(fields.dialog).toBeVisible()
  await fields.handle('链接').focus()
  await page.keyboard.press('Space')
  await expect(page.getByText('字段“链接”在第 3 位，共 10 个')).toBeAttached()
  await page.keyboard.press('ArrowUp')
  await expect(page.getByText('字段“链接”在第 2 位，共 10 个')).toBeAttached()
  await page.keyboard.press('Space')
  const order = ['标题', '链接', '关键词', ...NEWS.slice(1)]
  await fields.expectOrder(...order)

  await fields.field('链接').click()
  await fields.details.getByLabel('别名').fill('原文链接')
  await fields.details.getByLabel('默认值').fill('https://example.com/')
  await fields.details.getByLabel('提示').fill('转载时填写')
  await fields.details.getByLabel('列表显示').check()
  await fields.chosen.getByRole('button', { name: '必填 原文链接' }).click()
  await expect(fields.details.getByLabel('必填')).toBeChecked()
  await fields.save()
  await expect(shell.toast('设置成功')).toBeVisible()

  await fields.columns.reload()
  await fields.open('集团新闻')
  await fields.expectOrder('标题', '原文链接', '关键词', ...NEWS.slice(1))
  await fields.field('原文链接').click()
  await expect(fields.details.getByLabel('默认值')).toHaveValue('https://example.com/')
  await expect(fields.details.getByLabel('提示')).toHaveValue('转载时填写')
  await expect(fields.details.getByLabel('列表显示')).toBeChecked()
  await expect(fields.details.getByLabel('必填')).toBeChecked()
})

test('a field goes after 确定要删除字段?, and nothing is lost without asking [A-064] [A-306]', async ({
  shell,
  page,
}) => {
  const fields = new ColumnFields(page)
  await fields.columns.open()
  await fields.open('行业动态')
  await fields.field('摘要').click()
  await page.keyboard.press('Delete')
  await expect(question(page)).toContainText('确定要删除字段?')
  await question(page).getByRole('button', { name: '删除' }).click()
  const left = NEWS.filter((alias) => alias !== '摘要')
  await fields.expectOrder(...left)
  await expect(fields.field('正文')).toBeFocused()

  await fields.dialog.getByRole('button', { name: '取消' }).click()
  await expect(question(page)).toContainText('栏目“行业动态”的字段设置')
  await question(page).getByRole('button', { name: '取消' }).click()
  await fields.expectOrder(...left)
  await fields.save()
  await expect(shell.toast('设置成功')).toBeVisible()
  await fields.columns.reload()
  await fields.open('行业动态')
  await fields.expectOrder(...left)
})

test('a single line gets a dictionary, flat or multi-level, and what is missing is said [A-061] [A-185] [A-186]', async ({
  shell,
  page,
}) => {
  const fields = new ColumnFields(page)
  await fields.columns.open()
  await fields.open('人才招聘')
  await fields.field('工作地点').click()
  await fields.details.getByRole('button', { name: '字典配置' }).click()
  const dialog = page.getByRole('dialog', { name: '字典配置' })
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(shell.toast('请选择字典ID')).toBeVisible()
  await expect(dialog).toContainText('请选择字典类型')
  await dialog.getByLabel('单选', { exact: true }).check()
  await dialog.getByRole('combobox').click()
  await page.getByRole('option', { name: /学历/ }).click()
  await dialog.getByLabel('多级').check()
  await expect(dialog.getByRole('combobox')).toHaveValue('')
  await dialog.getByRole('combobox').fill('地')
  await page.getByRole('option', { name: /地区/ }).click()
  expect(await violations(page), 'dictionary dialog').toEqual([])
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(fields.details).toContainText('地区 · 多级')
  await fields.details.getByRole('combobox', { name: '默认值' }).click()
  await page.getByRole('option', { name: '地区', exact: true }).waitFor({ state: 'detached' })
  await page.getByRole('option', { name: '广东省 / 深圳市', exact: true }).click()
  await fields.save()
  await fields.columns.reload()
  await fields.open('人才招聘')
  await fields.field('工作地点').click()
  await expect(fields.details).toContainText('地区 · 多级')
  await expect(fields.details.getByRole('combobox', { name: '默认值' })).toContainText('广东省 / 深圳市')
})

test('two people: the second sees who saved and when, and merges both versions', async ({ shell, page, remote }) => {
  const fields = new ColumnFields(page)
  await fields.columns.open()
  await fields.open('媒体报道')
  const name = 'api/cms/menu/'
  const tree = await remote.post(`${name}getTree`, { siteId: 1, showHiddenMenu: true })
  const id = Number(/"id":(\d+)[^{}]*"title":"媒体报道"/.exec(JSON.stringify(tree.data))?.[1])
  const before = await remote.post(`${name}get-setting-field-by-id`, { id })
  const { menuFieldDTOList } = before.data as { menuFieldDTOList: Record<string, unknown>[] }
  const theirs = menuFieldDTOList.map((field) =>
    field.fieldName === 'author' ? { ...field, note: '记者姓名' } : field,
  )
  expect((await remote.post(`${name}setting-field`, { id, menuFieldDTOList: theirs })).code).toBe(200)

  await fields.offered('关键词').click()
  await fields.dialog.getByRole('button', { name: '保存', exact: true }).click()
  const conflict = page.getByRole('alertdialog', { name: '保存冲突' })
  await expect(conflict).toContainText('“admin”在')
  await expect(conflict.getByRole('region', { name: '字段“作者”' })).toContainText('对方已修改')
  expect(await violations(page), 'conflict').toEqual([])
  await conflict.getByRole('button', { name: '合并保存' }).click()
  await expect(shell.toast('设置成功')).toBeVisible()
  const after = await remote.post(`${name}get-setting-field-by-id`, { id })
  const now = (after.data as { menuFieldDTOList: Record<string, unknown>[] }).menuFieldDTOList
  expect(now.map((field) => field.fieldAlias)).toEqual([...NEWS, '关键词'])
  expect(now.find((field) => field.fieldName === 'author')).toMatchObject({ note: '记者姓名' })
})

test('as many fields as a column may have: keys and mouse reach those that are out of view [A-058] [A-059]', async ({
  shell,
  page,
  remote,
}) => {
  const tree = await remote.post('api/cms/menu/getTree', { siteId: 1, showHiddenMenu: true })
  const id = Number(/"id":(\d+)[^{}]*"title":"媒体报道"/.exec(JSON.stringify(tree.data))?.[1])
  const menuFieldDTOList = Array.from({ length: 200 }, (_none, at) => ({
    fieldName: `field${at + 1}`,
    fieldAlias: `字段${at + 1}`,
    fieldType: 'SingleLine',
  }))
  expect((await remote.post('api/cms/menu/setting-field', { id, menuFieldDTOList })).code).toBe(200)
  const fields = new ColumnFields(page)
  await fields.columns.open()
  await fields.open('媒体报道')
  await fields.field('字段1').click()
  await page.keyboard.press('End')
  await expect(fields.field('字段200')).toBeFocused()
  await page.keyboard.press('Alt+ArrowUp')
  await expect(page.getByText('字段“字段200”已移到第 199 位，共 200 个')).toBeAttached()
  await page.keyboard.press('Home')
  await expect(fields.field('字段1')).toBeFocused()
  await expect(fields.handle('字段40')).toHaveCount(0)

  await fields.dragDownTo(fields.handle('字段2'), fields.handle('字段40'))
  expect(await violations(page)).toEqual([])
  await fields.save()
  await expect(shell.toast('设置成功')).toBeVisible()
  const after = await remote.post('api/cms/menu/get-setting-field-by-id', { id })
  const now = (after.data as { menuFieldDTOList: { fieldAlias: string }[] }).menuFieldDTOList
  const order = now.map((field) => field.fieldAlias)
  expect(order.slice(-2)).toEqual(['字段200', '字段199'])
  expect(order.indexOf('字段2')).toBeGreaterThan(order.indexOf('字段20'))
  expect(new Set(order).size).toBe(200)
})

test('several columns get the same fields, one call each [A-032] [A-187]', async ({ shell, page }) => {
  const fields = new ColumnFields(page)
  await fields.columns.open()
  await page.getByRole('button', { name: '批量设置字段' }).click()
  await expect(shell.toast('请勾选栏目')).toBeVisible()
  for (const title of ['集团新闻', '行业动态']) await page.getByRole('checkbox', { name: `选择 ${title}` }).check()
  await page.getByRole('button', { name: '批量设置字段' }).click()
  await expect(fields.dialog).toContainText('集团新闻')
  expect(await violations(page), 'start').toEqual([])
  await fields.dialog.getByLabel(/空白/).check()
  await fields.dialog.getByRole('button', { name: '下一步' }).click()
  for (const alias of ['标题', '正文', '批量图片']) await fields.offered(alias).click()
  await fields.field('批量图片').click()
  await fields.details.getByLabel('副标题').check()
  await fields.dialog.getByRole('button', { name: '保存到 2 个栏目' }).click()
  await expect(fields.dialog).toContainText('2 个栏目全部设置成功')
  expect(await violations(page), 'results').toEqual([])
  await fields.dialog.getByRole('button', { name: '关闭' }).last().click()
  for (const title of ['集团新闻', '行业动态']) {
    await fields.open(title)
    await fields.expectOrder('标题', '正文', '批量图片')
    await fields.field('批量图片').click()
    await expect(fields.details.getByLabel('副标题')).toBeChecked()
    await fields.dialog.getByRole('button', { name: '取消' }).click()
    await expect(fields.dialog).toBeHidden()
  }
})

for (const theme of ['浅色', '深色'] as const) {
  test(`the field settings are accessible, ${theme}`, async ({ shell, page }) => {
    await shell.setTheme(theme)
    const fields = new ColumnFields(page)
    await fields.columns.open()
    await fields.open('集团新闻')
    await fields.field('标题').click()
    expect(await violations(page)).toEqual([])
  })
}
