import { expect, test } from '../fixtures.ts'
import { question } from '../pages/templates.ts'
import { violations } from '../pages/violations.ts'

test('flat dictionaries: pasted values, their order, keyword, edit, delete [B-091] [B-092] [B-094] [B-095] [B-096] @smoke', async ({
  shell,
  page,
}) => {
  test.slow()
  await shell.open('字典管理')
  const row = (title: string) => page.getByRole('row').filter({ hasText: title })
  await expect(row('学历')).toBeVisible()
  await page.getByRole('button', { name: '新增', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('字典名称').fill('船舶类型')
  const values = dialog.getByRole('textbox', { name: /^字典值 \d/ })
  await values.first().focus()
  await page.evaluate(() => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', '散货船\n油轮\n\n集装箱船')
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
    )
  })
  await expect(values).toHaveCount(3)
  await expect(values.nth(2)).toBeFocused()
  await page.keyboard.press('Alt+ArrowUp')
  await expect(values.nth(1)).toHaveValue('集装箱船')
  expect(await violations(page), 'dialog').toEqual([])
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(shell.toast('保存成功')).toBeVisible()

  await page.getByRole('searchbox', { name: '搜索字典名称' }).fill('船舶')
  await expect(page.getByText('共 1 条')).toBeVisible()
  await page.getByRole('button', { name: '编辑 船舶类型' }).click()
  await expect(values.nth(1)).toHaveValue('集装箱船')
  await dialog.getByTitle('拖动排序，或在输入框中按 Alt+↑、Alt+↓').first().dragTo(values.nth(2))
  await expect(values.nth(2)).toHaveValue('散货船')
  await dialog.getByRole('button', { name: '移除字典值 1' }).click()
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: '删除 船舶类型' }).click()
  await expect(question(page)).toContainText('确认删除？ 操作不可撤销！')
  await question(page).getByRole('button', { name: '确定' }).click()
  await expect(page.getByText('没有找到')).toBeVisible()
})

test('the multi-level dictionary: root, child, editing in the row, order, delete [B-097] [B-098] [B-099] [B-100] [B-101] [B-102]', async ({
  shell,
  page,
}) => {
  test.slow()
  await shell.open('多级字典')
  const tree = page.getByRole('treegrid', { name: '多级字典' })
  const title = tree.getByRole('textbox', { name: '名称', exact: true })
  const row = (name: string) => tree.getByRole('row').filter({ has: page.getByTitle(name, { exact: true }) })
  await expect(row('地区')).toHaveAttribute('aria-expanded', 'true')

  await page.getByRole('button', { name: '新增', exact: true }).click()
  await expect(title).toBeFocused()
  await expect(title).toBeInViewport()
  await title.fill('船舶')
  await title.press('Enter')
  await expect(row('船舶')).toBeVisible()
  for (const name of ['散货船', '油轮']) {
    await page.getByRole('button', { name: '新增下级 船舶' }).click()
    await title.fill(name)
    await tree.getByRole('textbox', { name: '副标题' }).fill(`${name}系列`)
    await title.press('Enter')
    await expect(row(name)).toHaveAttribute('aria-level', '2')
  }
  const ships = tree.getByRole('row').filter({ hasText: '系列' })
  await expect(ships.first()).toContainText('散货船')
  await page.getByRole('textbox', { name: '排序 油轮' }).fill('9')
  await page.getByRole('textbox', { name: '排序 油轮' }).press('Enter')
  await expect(ships.first()).toContainText('油轮')
  await expect(row('油轮').getByTitle('数值越大，排序越靠前')).toBeVisible()

  await page.getByRole('button', { name: '编辑 油轮' }).click()
  await title.fill('原油轮')
  expect(await violations(page), 'editing').toEqual([])
  await tree.getByRole('button', { name: '保存 原油轮' }).click()
  await expect(row('原油轮')).toBeVisible()

  await page.getByRole('button', { name: '删除 船舶' }).click()
  await expect(question(page)).toContainText('删除条目“船舶”及其 2 个下级条目')
  await question(page).getByRole('button', { name: '确定' }).click()
  await expect(row('船舶')).toHaveCount(0)
  await page.getByRole('main').getByRole('searchbox').fill('深圳')
  await expect(row('深圳市')).toBeVisible()
  await expect(row('云南省')).toHaveCount(0)
})

test('a multi-level dictionary of 1000 entries draws what is in view, and takes a new one at its end', async ({
  shell,
  page,
  remote,
}) => {
  test.slow()
  const save = (title: string, parentId: number) =>
    remote.post('api/cebest-cms/classify/save', { id: 0, title, subTitle: '', parentId })
  const { id } = (await save('大字典', 0)).data as { id: number }
  for (let at = 1; at <= 1000; at += 50)
    await Promise.all(Array.from({ length: 50 }, (_each, step) => save(`条目 ${at + step}`, id)))
  await shell.open('多级字典')
  const tree = page.getByRole('treegrid', { name: '多级字典' })
  // The titles stand there before the rows do.
  await expect(tree.getByTitle('地区', { exact: true })).toBeVisible()
  expect(Number(await tree.getAttribute('aria-rowcount'))).toBeGreaterThan(1000)
  expect(await tree.getByRole('row').count()).toBeLessThan(60)
  await page.getByRole('main').getByRole('searchbox').fill('大字典')
  await expect(tree.getByTitle('大字典', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: '新增下级 大字典' }).click()
  const title = tree.getByRole('textbox', { name: '名称', exact: true })
  await expect(title).toBeFocused()
  await expect(title).toBeInViewport()
  await title.fill('最后一个')
  await title.press('Enter')
  await expect(tree.getByTitle('最后一个', { exact: true })).toBeInViewport()
})
