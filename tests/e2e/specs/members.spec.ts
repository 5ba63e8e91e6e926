import { writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { rowsIn, sheetOf } from '#tests/builders/sheet.ts'
import { expect, test } from '../fixtures.ts'
import { GREEN, Media, RED, twoColours } from '../pages/media.ts'
import { question } from '../pages/templates.ts'
import { violations } from '../pages/violations.ts'

const dialogOf = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true })
const sure = (page: Page) => page.getByRole('button', { name: '确定' })
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

test('a member is added with an avatar that is cut, edited, disabled, found and deleted [C-002] [C-070] [C-071] [C-072] [C-073] [C-074] [C-076]', async ({
  shell,
  page,
}) => {
  const media = new Media(page)
  await shell.open('会员管理')
  await expect(row(page, '陈宇')).toContainText('普通会员')
  await page.getByRole('button', { name: '添加', exact: true }).click()
  const dialog = dialogOf(page, '添加会员')
  await dialog.getByLabel('账号').fill('王小明😀')
  await dialog.getByLabel(/^密码/).fill('secret 口令')
  await dialog.getByLabel(/^确认密码/).fill('another')
  await dialog.getByLabel('手机号').fill('１３８１２３４５６７８')
  await dialog.getByLabel('邮箱').fill('wang@example.com')
  await dialog.getByLabel('姓名').fill('王小明')
  await sure(page).click()
  await expect(dialog.getByText('两次输入密码不一致!')).toBeVisible()
  await expect(dialog.getByText('请选择头像')).toBeVisible()
  await dialog.getByLabel(/^确认密码/).fill('secret 口令')
  await dialog.getByRole('button', { name: '选择头像' }).click()
  await media.give('选择要裁剪的图片', { name: '我.png', bytes: twoColours(600, 300, RED, GREEN) })
  await expect(page.getByRole('group', { name: /^裁剪框/ })).toBeVisible()
  await media.dialog('裁剪头像').getByRole('button', { name: '确定' }).click()
  await expect(dialog.locator('img')).toBeVisible()
  await dialog.getByRole('combobox', { name: '会员组' }).click()
  await page.getByRole('menuitemcheckbox', { name: '订阅用户' }).click()
  await page.keyboard.press('Escape')
  await dialog.getByLabel('积分').fill('1000')
  await expect(dialog.getByText('按当前积分，等级为“银卡会员”')).toBeVisible()
  expect(await violations(page), '添加会员').toEqual([])
  await sure(page).click()
  await expect(dialog).toBeHidden()
  await expect(row(page, '王小明😀')).toContainText('13812345678')
  await expect(row(page, '王小明😀')).toContainText('订阅用户')
  await expect(row(page, '王小明😀')).toContainText('银卡会员')
  await expect(row(page, '王小明😀').locator('img')).toBeVisible()

  await page.getByRole('button', { name: '编辑 王小明😀' }).click()
  const edit = dialogOf(page, '编辑会员')
  await expect(edit.getByLabel('确认密码')).toHaveCount(0)
  await edit.getByLabel('昵称').fill('小明')
  await edit.getByRole('radio', { name: '女' }).check()
  await sure(page).click()
  await expect(edit).toBeHidden()

  const enabled = page.getByRole('switch', { name: '启用 王小明😀' })
  await enabled.click()
  await expect(enabled).not.toBeChecked()
  await expect(row(page, '王小明😀')).toContainText('停用')
  expect(await violations(page), '会员管理').toEqual([])

  await page.getByRole('main').getByRole('searchbox').fill('小明')
  await expect(page.getByRole('navigation', { name: '分页' })).toContainText('共 1 条')
  await page.getByRole('button', { name: '删除 王小明😀' }).click()
  await question(page).getByRole('button', { name: '确定' }).click()
  await expect(page.getByText('没有找到')).toBeVisible()
})

test('a member’s data is exported and then erased for ever', async ({ shell, page }) => {
  await shell.open('会员管理')
  const more = async (item: string) => {
    await page.getByRole('button', { name: '更多 chenyu' }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  const coming = page.waitForEvent('download')
  await more('导出个人数据')
  expect((await coming).suggestedFilename()).toMatch(/^会员个人数据-\d+\.xlsx$/)
  await more('抹除个人数据')
  await expect(question(page)).toContainText('此操作不可撤销')
  expect(await violations(page), '抹除').toEqual([])
  await question(page).getByRole('button', { name: '取消' }).click()
  await more('抹除个人数据')
  await question(page).getByRole('button', { name: '永久抹除' }).click()
  await expect(shell.toast('已抹除个人数据')).toBeVisible()
  await expect(row(page, '陈宇')).toHaveCount(0)
  await expect(row(page, '已注销会员')).toContainText('已抹除')
  await expect(page.getByRole('button', { name: /^编辑 已注销会员/ })).toHaveAttribute('aria-disabled', 'true')
})

test('a sheet is checked whole before its good rows come in, and goes out again', async ({ shell, page, home }) => {
  await shell.open('会员管理')
  await page.getByRole('button', { name: '导入', exact: true }).click()
  const dialog = page.getByRole('alertdialog', { name: '导入会员' })
  const file = join(home, '会员.xlsx')
  const person = ['张三', '13812345678', 'a@example.com']
  const names = ['=1+1', 'ＣＨＥＮＹＵ', '', '😀 张 三']
  writeFileSync(file, await sheetOf([['账号', '姓名', '手机号', '邮箱'], ...names.map((name) => [name, ...person])]))
  await dialog.getByLabel('选择表格').setInputFiles(file)
  await expect(dialog).toContainText('检查完成，2 行可以导入，2 行有问题。')
  await expect(dialog.getByRole('row')).toHaveText(['行号原因', '3账号“ＣＨＥＮＹＵ”已存在', '4“账号”不能为空'])
  expect(await violations(page), '检查').toEqual([])
  await dialog.getByRole('button', { name: '导入这 2 行' }).click()
  await expect(dialog).toContainText('已导入 2 行')
  await dialog.getByRole('button', { name: '关闭' }).last().click()
  await expect(row(page, '😀 张 三')).toContainText('13812345678')
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: '导出', exact: true }).click()
  const rows = await rowsIn(await readFile(await (await coming).path()))
  expect(rows.map(([name]) => name)).toContain('=1+1')
})

test('member groups are added, edited and deleted, with their members in them too [C-077] [C-078] [C-079] [C-080] [C-081] [C-082]', async ({
  shell,
  page,
}) => {
  await shell.open('会员组')
  await expect(row(page, '订阅用户')).toContainText('订阅了集团电子刊物')
  await page.getByRole('button', { name: '添加', exact: true }).click()
  const add = dialogOf(page, '添加会员组')
  await add.getByLabel('会员组名称').fill('活动嘉宾')
  await add.getByLabel('备注').fill('年会')
  expect(await violations(page), '添加会员组').toEqual([])
  await sure(page).click()
  await expect(row(page, '活动嘉宾')).toContainText('年会')
  await page.getByRole('button', { name: '编辑 活动嘉宾' }).click()
  await dialogOf(page, '编辑会员组').getByLabel('会员组名称').fill('年会嘉宾')
  await sure(page).click()
  await expect(row(page, '年会嘉宾')).toBeVisible()
  await page.getByRole('button', { name: '删除 年会嘉宾' }).click()
  await question(page).getByRole('button', { name: '确定' }).click()
  await expect(row(page, '年会嘉宾')).toHaveCount(0)
  await page.getByRole('button', { name: '删除 合作伙伴' }).click()
  await question(page).getByRole('button', { name: '确定' }).click()
  await expect(question(page)).toContainText('该会员组中有 2 个会员')
  await question(page).getByRole('button', { name: '仍然删除' }).click()
  await expect(row(page, '合作伙伴')).toHaveCount(0)
  expect(await violations(page), '会员组').toEqual([])
})

test('member levels are added, edited and deleted; ranges may not overlap [C-083] [C-084] [C-085] [C-086] [C-087] [C-088] [C-089] [C-090] [C-091] [C-230]', async ({
  shell,
  page,
}) => {
  await shell.open('会员等级')
  await expect(row(page, '银卡会员')).toContainText('4999')
  await page.getByRole('button', { name: '添加', exact: true }).click()
  const add = dialogOf(page, '添加')
  expect((await add.boundingBox())?.width).toBeCloseTo(0.6 * 1280, -1)
  await add.getByLabel('级别名称').focus()
  await page.keyboard.press('Tab')
  await expect(add.getByText('请输入级别名称')).toBeVisible()
  await add.getByLabel('级别名称').fill('钻石会员')
  await add.getByLabel('等级起始值').fill('4000')
  await add.getByLabel('等级结束值').fill('200000')
  await sure(page).click()
  await expect(shell.toast('与等级“银卡会员”的 1000–4999 重叠')).toBeVisible()
  await expect(add.getByLabel('等级起始值')).toHaveValue('4000')
  await add.getByLabel('等级起始值').fill('100000')
  await expect(sure(page)).not.toHaveAttribute('aria-disabled', 'true')
  expect(await violations(page), '添加').toEqual([])
  await sure(page).click()
  await expect(row(page, '钻石会员')).toContainText('200000')
  await page.getByRole('button', { name: '编辑 钻石会员' }).click()
  await dialogOf(page, '编辑').getByLabel('备注').fill('最高一级')
  await sure(page).click()
  await expect(dialogOf(page, '编辑')).toBeHidden()
  await page.getByRole('button', { name: '删除 钻石会员' }).click()
  await question(page).getByRole('button', { name: '确定' }).click()
  await expect(row(page, '钻石会员')).toHaveCount(0)
  await page.getByRole('button', { name: '删除 金卡会员' }).click()
  await question(page).getByRole('button', { name: '确定' }).click()
  await expect(question(page)).toContainText('有 1 个会员属于该等级')
  await question(page).getByRole('button', { name: '取消' }).click()
  await expect(row(page, '金卡会员')).toBeVisible()
  expect(await violations(page), '会员等级').toEqual([])
})
