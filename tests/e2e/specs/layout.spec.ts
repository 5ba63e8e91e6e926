import { join } from 'node:path'
import type { Locator } from '@playwright/test'
import { PASSWORDS } from '../app.ts'
import { expect, test } from '../fixtures.ts'
import { ContentList } from '../pages/content.ts'
import { Login } from '../pages/login.ts'

const LONG = '集团总部与各子公司联合终审节点（含法务与财务会签）'

const AT = [0, 1, 2] as const

/** The place in the window, which must be there. */
async function boxOf(part: Locator): Promise<{ left: number; right: number; top: number; bottom: number }> {
  const box = await part.boundingBox()
  if (!box) throw new Error('the part is not shown')
  return { left: box.x, right: box.x + box.width, top: box.y, bottom: box.y + box.height }
}

test('names of many approval nodes lie beside their roles, and no toast covers the text of an approval', async ({
  shell,
  page,
}) => {
  test.slow()
  await shell.open('审批流程')
  await page.getByRole('button', { name: '新增', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('标题').fill('新闻审批')
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: '流程设置 新闻审批' }).click()
  const nodes = dialog.getByRole('list', { name: '审批节点' }).locator('> li')
  for (const at of AT) {
    await dialog.getByRole('button', { name: '添加节点' }).click()
    const node = nodes.nth(at)
    await node.getByLabel('节点名称').fill(`${LONG}${at + 1}`)
    await node.getByRole('combobox', { name: '审核角色' }).click()
    await page.getByRole('menuitemcheckbox').nth(at).click()
    await node.getByLabel('节点名称').click()
  }
  for (const at of AT) {
    const [whole, name, role, limit] = await Promise.all([
      boxOf(nodes.nth(at)),
      boxOf(nodes.nth(at).getByLabel('节点名称')),
      // The field with its border and arrow, not the input in it.
      boxOf(nodes.nth(at).locator('.fui-Combobox')),
      boxOf(nodes.nth(at).getByLabel('办理时限')),
    ])
    expect(name.right, `name of node ${at + 1}`).toBeLessThanOrEqual(role.left)
    expect(role.right, `roles of node ${at + 1}`).toBeLessThanOrEqual(limit.left)
    expect(limit.right, `time limit of node ${at + 1}`).toBeLessThanOrEqual(whole.right)
  }
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(dialog).toBeHidden()
  await shell.open('栏目审批设置')
  await page.getByRole('button', { name: '启用 集团新闻', exact: true }).click()
  const link = page.getByRole('dialog', { name: '关联流程' })
  await link.getByRole('combobox', { name: '审批流程' }).click()
  await page.getByRole('option', { name: '新闻审批' }).click()
  await link.getByRole('button', { name: '确定' }).click()
  await expect(link).toBeHidden()

  const list = new ContentList(page)
  await list.open('新闻中心', '集团新闻')
  await list.button('新增').click()
  const form = page.getByRole('dialog')
  await form.getByRole('textbox', { name: '标题', exact: true }).fill('年报发布')
  await form.getByRole('combobox', { name: '发布时间日期' }).fill('2026-01-31')
  await form.getByRole('group', { name: '正文', exact: true }).locator('[contenteditable=true]').click()
  await page.keyboard.type('正文')
  await form.getByRole('button', { name: '保存并发布' }).click()
  await expect(form).toBeHidden()

  await shell.open('待审批列表')
  await page.getByRole('button', { name: '审批 年报发布', exact: true }).click()
  const approval = page.getByRole('dialog', { name: '审批“年报发布”' })
  const text = approval.getByLabel('审批内容')
  // The answer fails, which a toast tells.
  await page.route('**/invoke', (route) =>
    (route.request().postData() ?? '').includes('approval.approve') ? route.abort() : route.fallback(),
  )
  await approval.getByRole('button', { name: '同意', exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '确定' }).click()
  const toast = page.locator('.fui-Toast').first()
  await expect(toast).toBeVisible()
  await text.click()
  await expect.poll(async () => (await boxOf(toast)).bottom).toBeLessThanOrEqual((await boxOf(text)).top)
})

test('the active tab is wholly in sight among many, and the next account begins with none of them', async ({
  shell,
  page,
  app,
}) => {
  test.slow()
  const screens = [
    '站点列表',
    '模板列表',
    '栏目管理',
    '账号管理',
    '用户组',
    '操作日志',
    '审批流程',
    '静态生成',
    '回收站',
    '备份',
  ]
  for (const title of screens) await shell.open(title)
  const bar = await boxOf(shell.tabs)
  const inSight = async (title: string): Promise<void> => {
    const item = shell.tabs.locator('li').filter({ has: page.getByRole('button', { name: title, exact: true }) })
    await expect
      .poll(async () => {
        const { left, right } = await boxOf(item)
        return left >= bar.left && right <= bar.right
      }, title)
      .toBe(true)
    // Nothing lies over either end of it.
    const isOnTop = await item.evaluate((element) => {
      const { left, right, top, height } = element.getBoundingClientRect()
      return [left + 3, right - 3].every((x) => element.contains(document.elementFromPoint(x, top + height / 2)))
    })
    expect(isOnTop, `${title} is covered`).toBe(true)
  }
  await inSight('备份')
  for (const title of ['站点列表', '操作日志', '备份', '模板列表']) {
    await shell.navigation.getByRole('button', { name: title, exact: true }).click()
    await expect(shell.tab(title)).toHaveAttribute('aria-current', 'page')
    await inSight(title)
  }
  await shell.signOut()
  const login = new Login(page, join(app.dataDir, 'server'))
  await expect(login.submit).toBeVisible()
  await login.fill('editor', PASSWORDS.demo)
  await login.submit.click()
  await shell.expectSignedIn('editor')
  await expect(shell.tabs.locator('[data-tab]')).toHaveText(['首页'])
})

test('the palette shows rows of the newest words alone, and the first choice of a row moves no table', async ({
  shell: _in,
  page,
}) => {
  await page.getByRole('button', { name: /^搜索功能/ }).click()
  const input = page.getByRole('searchbox', { name: '搜索功能' })
  const rows = page.getByRole('list', { name: '功能' }).getByRole('listitem')
  await input.pressSequentially('模板')
  await expect(rows.first()).toBeVisible()
  await input.fill('')
  await input.pressSequentially('回收站')
  await expect(rows.first()).toContainText('回收站')
  await expect.poll(async () => (await rows.allTextContents()).filter((text) => text.includes('模板')).length).toBe(0)
  await page.keyboard.press('Escape')

  const list = new ContentList(page)
  await list.open('新闻中心', '集团新闻')
  const table = page.getByRole('table', { name: '集团新闻' })
  const before = await boxOf(table)
  const boxes = page.getByRole('checkbox', { name: /^选择 / })
  await boxes.nth(0).check()
  expect(await boxOf(table)).toEqual(before)
  await boxes.nth(1).check()
  expect(await boxOf(table)).toEqual(before)
})
