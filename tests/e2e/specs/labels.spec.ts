import { expect, test } from '../fixtures.ts'
import { question } from '../pages/templates.ts'
import { violations } from '../pages/violations.ts'

test('labels and their categories, by site [B-103] [B-105] [B-107] [B-108] [B-110] [B-111] [B-112] [B-113] [B-114]', async ({
  shell,
  page,
}) => {
  test.slow()
  const dialog = page.getByRole('dialog')
  const row = (title: string) => page.getByRole('row').filter({ hasText: title })
  const choose = async (label: string, option: string) => {
    await page.getByRole('combobox', { name: label, exact: true }).last().click()
    await page.getByRole('option', { name: option, exact: true }).click()
  }
  const add = async (field: string, text: string) => {
    await page.getByRole('button', { name: '新增', exact: true }).click()
    await expect(dialog.getByLabel(field)).toBeFocused()
    await page.keyboard.insertText(text)
  }
  const save = async () => {
    await dialog.getByRole('button', { name: '确定' }).click()
    await expect(dialog).toBeHidden()
  }
  await shell.open('标签分类')
  await add('分类名称', '行业')
  expect(await violations(page), 'category').toEqual([])
  await save()
  await page.getByRole('button', { name: '编辑 行业' }).click()
  await dialog.getByLabel('分类名称').fill('所属行业')
  await save()
  await expect(row('所属行业')).toBeVisible()

  await shell.open('标签管理')
  await add('标签名称', '海洋工程')
  await dialog.getByRole('combobox', { name: '标签分类' }).click()
  await page.getByRole('option', { name: '所属行业' }).click()
  expect(await violations(page), 'label').toEqual([])
  await save()
  await expect(row('海洋工程')).toContainText('所属行业')
  await page.getByRole('button', { name: '编辑 海洋工程' }).click()
  await dialog.getByLabel('标签名称').fill('海洋装备')
  await save()
  await page.getByRole('main').getByRole('searchbox').fill('装备')
  await expect(row('海洋装备')).toBeVisible()
  await expect(page.getByRole('navigation', { name: '分页' })).toContainText('共 1 条')
  const sites = page.getByRole('combobox', { name: '站点', exact: true })
  const own = await sites.innerText()
  await sites.click()
  const other = page.getByRole('listbox').getByRole('option').filter({ hasNotText: own }).first()
  const otherTitle = (await other.getAttribute('aria-label')) ?? ''
  await other.click()
  await expect(page.getByText('没有找到')).toBeVisible()
  await choose('站点', own)
  await expect(row('海洋装备')).toBeVisible()

  await shell.open('标签分类')
  await page.getByRole('button', { name: '删除 所属行业' }).click()
  await question(page).getByRole('button', { name: '确定' }).click()
  await expect(shell.toast('标签分类“所属行业”下还有 1 个标签')).toBeVisible()
  await choose('站点', otherTitle)
  await expect(row('所属行业')).toHaveCount(0)

  await shell.open('标签管理')
  await page.getByRole('button', { name: '删除 海洋装备' }).click()
  await expect(question(page)).toContainText('确认删除？ 操作不可撤销！')
  await question(page).getByRole('button', { name: '删除' }).click()
  await expect(row('海洋装备')).toHaveCount(0)
})

test('sixty categories are chosen from a list that ends within the window, the long one too', async ({
  shell,
  page,
  remote,
}) => {
  const long = '长名称的分类'.repeat(20)
  for (let i = 0; i < 60; i++) {
    const title = i === 0 ? long : `分类${i}`
    expect((await remote.post('api/cebest-cms/label-category/save', { title, siteId: 1 })).code).toBe(200)
  }
  await shell.open('标签管理')
  const filter = page.getByRole('main').getByRole('combobox', { name: '标签分类' })
  await filter.click()
  const list = page.getByRole('listbox')
  const top = await filter.boundingBox()
  const box = await list.boundingBox()
  expect(box?.y).toBeGreaterThanOrEqual((top?.y ?? 0) + (top?.height ?? 0) - 1)
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(page.viewportSize()?.height ?? 0)
  await page.getByRole('option', { name: long }).click()
  await expect(filter).toHaveText(long)
  expect((await filter.boundingBox())?.width).toBeLessThanOrEqual(280)
})
