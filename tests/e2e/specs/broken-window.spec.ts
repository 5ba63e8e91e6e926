import { expect, test } from '../fixtures.ts'
import { question } from '../pages/templates.ts'

test('every demo page can be closed, and one can sign out of each: the window is never empty', async ({
  shell,
  page,
}) => {
  test.slow()
  await shell.open('组件演示')
  await page.getByRole('tab', { name: '演示页面' }).click()
  const links = page.getByRole('tabpanel').getByRole('link')
  const titles = (await links.allTextContents()).filter((title) => title !== '')
  expect(titles.length).toBeGreaterThan(30)
  const follow = async (title: string): Promise<void> => {
    await links
      .filter({ hasText: new RegExp(`^${title}$`) })
      .first()
      .click()
    await expect(shell.tab('组件演示'), title).not.toHaveAttribute('aria-current', 'page')
  }
  for (const title of titles) {
    await follow(title)
    const shown = shell.tabs.locator('li').filter({ has: page.locator('[aria-current=page]') })
    // The link to the home page leads to the tab that stays.
    const close = shown.getByRole('button', { name: /^关闭 / })
    if (await close.count()) await close.click()
    await expect(shell.tabs.locator('[aria-current=page]'), title).toBeVisible()
    await shell.tab('组件演示').click()
    await expect(links.first(), title).toBeVisible()
  }
  // All of them at once, the last one in front.
  for (const title of titles.slice(-8)) {
    await shell.tab('组件演示').click()
    await follow(title)
  }
  await shell.signOut()
  await expect(page.getByRole('button', { name: '登录', exact: true })).toBeVisible()
})

test('what breaks outside of the pages shows what is unsaved and how to go on', async ({ shell, page, complaints }) => {
  await shell.open('站点列表')
  await page.getByRole('button', { name: '新增', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').first().fill('半个站点')
  // The theme asks for it when it is drawn: an error there is outside of every page.
  await page.evaluate(() => {
    const { matchMedia } = window
    window.matchMedia = (query) => {
      if (query.includes('color-scheme')) throw new Error('no such question')
      return matchMedia.call(window, query)
    }
  })
  await page.emulateMedia({ colorScheme: 'dark' })
  const failed = page.getByRole('alert').filter({ hasText: '窗口出错' })
  await expect(failed).toContainText('以下内容未保存：')
  await expect(failed.getByRole('listitem')).toHaveText(['新增站点'])
  expect(complaints.splice(0).join('\n')).toContain('no such question')
  await failed.getByRole('button', { name: '重新载入' }).click()
  await expect(shell.tab('站点列表')).toBeVisible()
})

test('a click outside a question does nothing, and Esc then closes it', async ({ shell, page }) => {
  await shell.open('模板列表')
  const removals = page.getByRole('button', { name: /^删除 / })
  await expect(removals.first()).toBeVisible()
  const count = await removals.count()
  await removals.first().click()
  await expect(question(page)).toBeVisible()
  await page.mouse.click(5, 5)
  await expect(question(page)).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(question(page)).toHaveCount(0)
  await page.getByRole('button', { name: '刷新' }).click()
  await expect(removals).toHaveCount(count)
})
