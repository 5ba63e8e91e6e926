import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { columnOfAllTypes, ContentForm } from '../pages/contentForm.ts'
import { Shell } from '../pages/shell.ts'

test.use({ firstRun: false })

/** The window that the action opens, once its page stands in it. */
async function opened(page: Page, action: () => Promise<unknown>): Promise<Page> {
  const [torn] = await Promise.all([page.waitForEvent('popup'), action()])
  await expect(new Shell(torn).tabs).toBeVisible()
  return torn
}
const tear = (page: Page, title: string) =>
  opened(page, async () => {
    // Its name also says that something is not saved.
    await new Shell(page).tabs.getByRole('button', { name: new RegExp(`^${title}`) }).click({ button: 'right' })
    await page.getByRole('menuitem', { name: '在新窗口打开' }).click()
  })
const moveBack = async (torn: Page): Promise<void> => {
  const closed = torn.waitForEvent('close')
  await torn.getByRole('button', { name: '移回主窗口' }).click()
  await closed
}

test('a page tab is torn off into a window of its own and comes back, with the half-filled form', async ({
  shell,
  page,
}) => {
  await shell.open('站点系统设置')
  const name = (at: Page) => at.getByRole('textbox', { name: '站点名称' })
  await name(page).fill('填了一半的名称')
  const torn = await tear(page, '站点系统设置')
  await expect(name(torn)).toHaveValue('填了一半的名称')
  await expect(torn.getByText('有未保存的修改')).toBeVisible()
  await expect(torn.getByRole('navigation', { name: '功能导航' })).toHaveCount(0)
  await expect(shell.tab('站点系统设置')).toHaveCount(0)
  await torn.screenshot({ path: test.info().outputPath('torn.png') })

  await torn.getByRole('textbox', { name: 'SEO 关键词' }).fill('在新窗口里填的')
  await moveBack(torn)
  await expect(name(page)).toHaveValue('填了一半的名称')
  await expect(page.getByRole('textbox', { name: 'SEO 关键词' })).toHaveValue('在新窗口里填的')
  // It is still unsaved, and saves.
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await expect(shell.toast(/成功/)).toBeVisible()
  await expect(page.getByText('有未保存的修改')).toHaveCount(0)
})

test('an open dialog goes along: of a list, and the form of an entry with its draft', async ({
  shell,
  page,
  remote,
}) => {
  await shell.open('标签管理')
  await page.getByRole('main').getByRole('button', { name: /^新增/ }).first().click()
  const dialog = (at: Page) => at.getByRole('dialog')
  await dialog(page).getByRole('textbox').first().fill('半个标签')
  const torn = await opened(page, () => dialog(page).getByRole('button', { name: '在新窗口打开' }).click())
  await expect(dialog(torn).getByRole('textbox').first()).toHaveValue('半个标签')
  await expect(dialog(page)).toHaveCount(0)
  await torn.screenshot({ path: test.info().outputPath('dialog.png') })
  await torn.close()

  const classId = await columnOfAllTypes(remote)
  await page.goto(new URL(`/admin/model_manage/${classId}`, page.url()).href)
  await page.getByRole('main').getByRole('button', { name: '新增', exact: true }).click()
  const form = new ContentForm(page)
  await form.text('标题').fill('撕下的文章')
  const other = await opened(page, () => form.dialog.getByRole('button', { name: '在新窗口打开' }).click())
  const there = new ContentForm(other)
  await expect(there.text('标题')).toHaveValue('撕下的文章')
  await there.text('标题').fill('撕下的文章，写完了')
  await there.save('保存到草稿')
  // Nothing of it is left to be restored.
  await expect.poll(() => there.kept(classId)).toBe('[]')
})

test('unsaved work of the same page in the main window keeps the torn one where it is', async ({ shell, page }) => {
  await shell.open('站点系统设置')
  const name = (at: Page) => at.getByRole('textbox', { name: '站点名称' })
  await name(page).fill('撕下的')
  const torn = await tear(page, '站点系统设置')
  await expect(name(torn)).toHaveValue('撕下的')
  await shell.open('站点系统设置')
  await name(page).fill('留下的')
  await torn.getByRole('button', { name: '移回主窗口' }).click()
  await expect(new Shell(torn).toast(/主窗口已打开该页面/)).toBeVisible()
  await expect(name(torn)).toHaveValue('撕下的')
  await expect(name(page)).toHaveValue('留下的')
  // Without a main window this one becomes it.
  await page.close({ runBeforeUnload: false })
  await torn.getByRole('button', { name: '移回主窗口' }).click()
  await expect(torn.getByRole('navigation', { name: '功能导航' })).toBeVisible()
  await expect(name(torn)).toHaveValue('撕下的')
})

test('nothing is lost where the browser blocks the new window, or the window is closed with an unsaved entry', async ({
  shell,
  page,
  remote,
}) => {
  await shell.open('站点系统设置')
  const name = page.getByRole('textbox', { name: '站点名称' })
  await name.fill('填了一半的名称')
  await page.evaluate(() => Object.assign(window, { open: () => null, opened: window.open.bind(window) }))
  await shell.tabs.getByRole('button', { name: /^站点系统设置/ }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: '在新窗口打开' }).click()
  await expect(shell.toast(/浏览器拦截了新窗口，页面保留在当前窗口/)).toBeVisible()
  await expect(name).toHaveValue('填了一半的名称')
  page.on('dialog', (dialog) => void dialog.accept())

  const classId = await columnOfAllTypes(remote)
  const address = new URL(`/admin/model_manage/${classId}`, page.url()).href
  await page.goto(address)
  const add = page.getByRole('main').getByRole('button', { name: '新增', exact: true })
  await add.click()
  const form = new ContentForm(page)
  await form.text('标题').fill('没有保存的文章')
  const torn = await opened(page, () => form.dialog.getByRole('button', { name: '在新窗口打开' }).click())
  const there = new ContentForm(torn)
  await there.text('标题').fill('没有保存的文章，又写了一句')
  await expect.poll(() => there.kept(classId)).toContain('又写了一句')
  await torn.close({ runBeforeUnload: false })
  await page.goto(address)
  await add.click()
  await page.getByRole('button', { name: '恢复', exact: true }).click()
  await expect(new ContentForm(page).text('标题')).toHaveValue('没有保存的文章，又写了一句')
})
