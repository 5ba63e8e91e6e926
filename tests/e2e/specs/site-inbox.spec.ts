import { expect, test } from '../fixtures.ts'
import { violations } from '../pages/violations.ts'

test('a message of a site is published to a group and to people, viewed and deleted [C-138] [C-139] [C-140] [C-141] [C-142] [C-143]', async ({
  shell,
  page,
}, info) => {
  const seen = (name: string) => page.screenshot({ path: info.outputPath(`${name}.png`), animations: 'disabled' })
  await shell.open('站点收件箱')
  await page.getByRole('button', { name: '发布消息' }).click()
  const form = page.getByRole('dialog')
  await form.getByRole('button', { name: '发布', exact: true }).click()
  for (const message of ['请输入标题', '请输入内容', '请选择用户']) await expect(form).toContainText(message)
  await form.getByRole('textbox', { name: '标题', exact: true }).fill('网站改版')
  await form.getByRole('group', { name: '内容', exact: true }).locator('[contenteditable=true]').click()
  await page.keyboard.type('周五上线')
  await form.getByRole('combobox', { name: '收件组' }).click()
  await page.getByRole('option', { name: /编辑/ }).first().click()
  await form.getByRole('button', { name: '选择用户' }).click()
  const picker = page.getByRole('dialog', { name: '选择用户' })
  await picker.getByRole('checkbox', { name: /admin/ }).check()
  await picker.getByRole('button', { name: '确定' }).click()
  await expect(picker).toBeHidden()
  expect(await violations(page), 'publish').toEqual([])
  await seen('发布消息')
  await form.getByRole('button', { name: '发布', exact: true }).click()
  await expect(form).toBeHidden()
  await expect(page.getByRole('button', { name: /^通知，1 条未读/ })).toBeVisible()
  await page.getByRole('button', { name: '查看 网站改版' }).click()
  const drawer = page.getByRole('dialog', { name: '查看' })
  for (const part of ['网站改版', '周五上线', '系统管理员', '发送时间']) await expect(drawer).toContainText(part)
  expect(await violations(page), 'drawer').toEqual([])
  await seen('查看')
  await drawer.getByRole('button', { name: '关闭' }).click()
  await seen('站点收件箱')
  await page.getByRole('button', { name: '删除 网站改版' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '确定' }).click()
  await expect(page.getByText('该站点还没有消息')).toBeVisible()
})
