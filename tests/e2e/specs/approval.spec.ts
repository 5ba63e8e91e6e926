import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { PASSWORDS } from '../app.ts'
import { expect, test } from '../fixtures.ts'
import { ContentList } from '../pages/content.ts'
import { Login } from '../pages/login.ts'
import type { Shell } from '../pages/shell.ts'
import { violations } from '../pages/violations.ts'

const FLOW = '新闻审批'

const rightOf = async (place: Locator): Promise<number> => {
  const box = await place.boundingBox()
  return (box?.x ?? Infinity) + (box?.width ?? 0)
}

/** Makes a workflow with one node for each role, through the screens. */
async function makeFlow(shell: Shell, page: Page, nodes: readonly (readonly [title: string, role: string])[]) {
  await shell.open('审批流程')
  await page.getByRole('button', { name: '新增', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('标题').fill(FLOW)
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(dialog).toBeHidden()
  await page.getByRole('button', { name: `流程设置 ${FLOW}` }).click()
  for (const [at, [title, role]] of nodes.entries()) {
    await dialog.getByRole('button', { name: '添加节点' }).click()
    const node = dialog.getByRole('list', { name: '审批节点' }).locator('> li').nth(at)
    await node.getByLabel('节点名称').fill(title)
    await node.getByRole('combobox', { name: '审核角色' }).click()
    await page.getByRole('menuitemcheckbox', { name: role }).click()
    // Closes the list of roles, not the dialog.
    await node.getByLabel('节点名称').click()
  }
}

/** Saves what the flow dialog holds. */
async function saveFlow(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(dialog).toBeHidden()
}

/** Makes the column ask for agreement by the workflow. */
async function linkFlow(shell: Shell, page: Page, column: string): Promise<void> {
  await shell.open('栏目审批设置')
  await page.getByRole('button', { name: `启用 ${column}`, exact: true }).click()
  const dialog = page.getByRole('dialog', { name: '关联流程' })
  await dialog.getByRole('combobox', { name: '审批流程' }).click()
  await page.getByRole('option', { name: FLOW }).click()
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('row').filter({ hasText: FLOW })).toContainText('已启用')
}

/** Saves a new entry of the column, to be published. */
async function applyFor(page: Page, title: string): Promise<void> {
  const list = new ContentList(page)
  await list.open('新闻中心', '集团新闻')
  await list.button('新增').click()
  const form = page.getByRole('dialog')
  await form.getByRole('textbox', { name: '标题', exact: true }).fill(title)
  await form.getByRole('combobox', { name: '发布时间日期' }).fill('2026-01-31')
  await form.getByRole('group', { name: '正文', exact: true }).locator('[contenteditable=true]').click()
  await page.keyboard.type('正文')
  await form.getByRole('button', { name: '保存并发布' }).click()
  await expect(form).toBeHidden()
  await expect(list.row(title)).toContainText('审批中')
}

/** Answers the task of an entry. */
async function answer(shell: Shell, page: Page, title: string, how: '同意' | '拒绝', content = ''): Promise<void> {
  await shell.open('待审批列表')
  await page.getByRole('button', { name: `审批 ${title}`, exact: true }).click()
  const dialog = page.getByRole('dialog', { name: `审批“${title}”` })
  await dialog.getByLabel('审批内容').fill(content)
  await dialog.getByRole('button', { name: how, exact: true }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '确定' }).click()
  await expect(shell.toast('审核成功').last()).toBeVisible()
  await expect(dialog).toBeHidden()
}

test('what a column with a workflow publishes is public once it was agreed to [B-064] [B-071] [B-076] [B-191] @smoke', async ({
  shell,
  page,
}) => {
  await makeFlow(shell, page, [['终审', '超级管理员']])
  await saveFlow(page)
  await linkFlow(shell, page, '集团新闻')
  await applyFor(page, '新品发布')
  await expect(shell.navigation.getByRole('button', { name: /^待审批列表/ })).toContainText('1')
  await answer(shell, page, '新品发布', '同意')
  await shell.open('集团新闻')
  await expect(new ContentList(page).row('新品发布')).toContainText('已发布')
})

test('one account applies, another refuses and agrees; the refused words are offered again [B-059] [B-062] [B-067] [B-070] [B-194] [B-218] [B-271] [B-272]', async ({
  shell,
  page,
  app,
}) => {
  test.slow()
  await makeFlow(shell, page, [
    ['终审', '超级管理员'],
    ['初审', '站点编辑'],
  ])
  expect(await violations(page), 'flow dialog').toEqual([])
  // In the smallest window everything of a node is inside of it.
  const node = page.getByRole('list', { name: '审批节点' }).locator('> li').first()
  await page.setViewportSize({ width: 1280, height: 800 })
  expect(await rightOf(node.getByRole('button', { name: '移除节点 1' }))).toBeLessThanOrEqual(await rightOf(node))
  expect(await rightOf(node.getByLabel('办理时限'))).toBeLessThan(await rightOf(node))
  // The keyboard brings 初审 before 终审.
  const nodes = page.getByRole('list', { name: '审批节点' }).locator('> li')
  await page.getByRole('button', { name: '移动节点 2' }).focus()
  await page.keyboard.press('Space')
  // Said once it is lifted: an arrow before that moves nothing.
  await expect(page.getByText('节点 2 移到第 2 位，共 2 个节点')).toBeAttached()
  await page.keyboard.press('ArrowUp')
  await expect(page.getByText('节点 2 移到第 1 位，共 2 个节点')).toBeAttached()
  await page.keyboard.press('Space')
  await expect(nodes.first().getByLabel('节点名称')).toHaveValue('初审')
  // The pointer takes it down and up again.
  const dragOver = async (from: string, to: string): Promise<void> => {
    const place = await page.getByRole('button', { name: to }).boundingBox()
    await page.getByRole('button', { name: from }).hover()
    await page.mouse.down()
    await page.mouse.move((place?.x ?? 0) + 10, (place?.y ?? 0) + 10, { steps: 10 })
    await page.mouse.up()
  }
  await dragOver('移动节点 1', '移动节点 2')
  await expect(nodes.first().getByLabel('节点名称')).toHaveValue('终审')
  await dragOver('移动节点 2', '移动节点 1')
  await expect(nodes.first().getByLabel('节点名称')).toHaveValue('初审')
  await expect(page.getByRole('dialog')).toHaveText(/提交.*节点名称.*结束/s)
  await saveFlow(page)
  await expect(page.getByRole('row').filter({ hasText: FLOW })).toContainText('2 个')
  await linkFlow(shell, page, '集团新闻')
  await page.getByRole('button', { name: '停用 集团新闻' }).click()
  await expect(shell.toast('已取消')).toBeVisible()
  await linkFlow(shell, page, '集团新闻')
  expect(await violations(page), 'columns').toEqual([])

  const as = async (name: string, password: string) => {
    await shell.signOut()
    const login = new Login(page, join(app.dataDir, 'server'))
    await login.fill(name, password)
    await login.submit.click()
    await shell.expectSignedIn(name)
  }
  await as('editor', PASSWORDS.demo)
  await applyFor(page, '年报发布')
  await answer(shell, page, '年报发布', '同意', '初审通过')
  await as('admin', PASSWORDS.admin)
  await answer(shell, page, '年报发布', '拒绝', '日期不对')
  await page.getByRole('tab', { name: '已审批' }).click()
  const result = page.getByRole('row').filter({ hasText: '日期不对' }).locator('.fui-Badge').filter({ hasText: '拒绝' })
  await expect(result).toBeVisible()
  expect(await result.evaluate((badge) => badge.scrollWidth - badge.clientWidth), 'the word fits').toBe(0)
  await page.getByRole('tab', { name: '待审批' }).click()
  const list = new ContentList(page)
  await shell.open('集团新闻')
  await expect(list.row('年报发布')).toContainText('已驳回')
  await list.action('编辑', '年报发布').click()
  await expect(page.getByRole('dialog')).toContainText('日期不对')
  await page.getByRole('dialog').getByRole('button', { name: '保存并发布' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  // The first step is the editors': super administrators find it among everybody's.
  await shell.open('待审批列表')
  await page.getByRole('switch', { name: '查看所有人的待审批' }).click()
  await answer(shell, page, '年报发布', '同意')
  await answer(shell, page, '年报发布', '同意')
  await shell.open('集团新闻')
  await expect(list.row('年报发布')).toContainText('已发布')
})
