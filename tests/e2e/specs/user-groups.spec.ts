import { expect, test } from '../fixtures.ts'
import { violations } from '../pages/violations.ts'

test('a group is made, gets permissions, and shows what differs before it is saved [A-328] [C-057] [C-058] [C-059] [C-060] [C-061] [C-062] [C-063] [C-065] @smoke', async ({
  shell,
  page,
}) => {
  await shell.open('用户组')
  const tree = page.getByRole('treegrid', { name: '用户组' })
  await expect(tree.getByRole('columnheader')).toHaveText(['用户组名称', '用户组介绍', '创建时间', '操作'])
  await page.getByRole('button', { name: '新增', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: '新增用户组' })
  await dialog.getByLabel('用户组名称').fill('新闻组')
  await dialog.getByLabel('用户组介绍').fill('采写集团新闻')
  const width = (await dialog.boundingBox())?.width ?? 0
  expect(width / (page.viewportSize()?.width ?? 1)).toBeCloseTo(0.8, 2)
  const permissions = page.getByRole('treegrid', { name: '权限' })
  await expect(permissions.getByRole('checkbox', { name: '我的' })).toBeDisabled()
  await expect(permissions.getByRole('checkbox', { name: '我的' })).toBeChecked()
  await dialog.getByRole('tab', { name: '集团官网' }).click()
  await permissions.getByRole('checkbox', { name: '新闻中心', exact: true }).click()
  await expect(permissions.getByRole('checkbox', { name: '编辑 集团新闻' })).toBeChecked()
  await permissions.getByRole('checkbox', { name: '编辑 产品系列' }).click()
  await expect(permissions.getByRole('checkbox', { name: '产品系列', exact: true })).toBeChecked()
  await dialog.getByRole('button', { name: '折叠', exact: true }).click()
  await expect(permissions.getByRole('row', { name: /集团新闻/ })).toHaveCount(0)
  await dialog.getByRole('button', { name: '展开', exact: true }).click()
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(shell.toast('保存成功')).toBeVisible()
  await expect(dialog).toBeHidden()

  await tree.getByRole('button', { name: '编辑 新闻组' }).click()
  const edit = page.getByRole('dialog', { name: '编辑用户组“新闻组”' })
  await edit.getByRole('tab', { name: '集团官网' }).click()
  await expect(permissions.getByRole('checkbox', { name: '编辑 集团新闻' })).toBeChecked()
  await edit.getByRole('button', { name: '全选', exact: true }).click()
  await edit.getByRole('button', { name: '确定' }).click()
  const changes = page.getByRole('alertdialog', { name: '确认权限改动' })
  await expect(changes).toContainText('产品中心 / 产品系列')
  expect(await violations(page), 'changes').toEqual([])
  await changes.getByRole('button', { name: '保存' }).click()
  await expect(edit).toBeHidden()
})
