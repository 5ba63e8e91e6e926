import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test as base } from '../fixtures.ts'
import { Sync } from '../pages/sync.ts'
import { Templates } from '../pages/templates.ts'

const test = base.extend<{ root: string }>({
  /** The template of the first site in the folder that is proposed for it. */
  root: async ({ shell: _signedIn, home, page }, use) => {
    const sync = new Sync(page)
    await new Templates(page).open()
    await page.getByRole('button', { name: /^同步到本地 .*企业/ }).click()
    await sync.agree()
    await sync.expectInStep()
    const shown = await page.getByText(join(home, 'Sitecraft')).filter({ visible: true }).last().textContent()
    await use(shown ?? '')
  },
})

test('a local file that is saved outside is seen at once, an error stands over the page, an element leads to its line @smoke', async ({
  root,
  page,
}) => {
  await page.getByRole('button', { name: '实时预览' }).click()
  const dialog = page.getByRole('dialog', { name: /^实时预览/ })
  const frame = dialog.frameLocator('iframe')
  await expect(frame.getByRole('navigation', { name: '主导航' })).toBeVisible({ timeout: 20_000 })
  await expect(dialog.locator('iframe')).toHaveAttribute('sandbox', 'allow-scripts allow-forms allow-popups')

  const footer = join(root, 'parts', 'footer.html')
  const before = readFileSync(footer, 'utf8')
  writeFileSync(footer, `${before}\n<p id="mine">刚刚保存的一行</p>`)
  await expect(frame.locator('#mine')).toHaveText('刚刚保存的一行')
  // Styles come without loading the page again: what a script set stays.
  await frame.locator('body').evaluate((body) => body.setAttribute('data-kept', '1'))
  const css = join(root, 'css', 'site.css')
  writeFileSync(css, `${readFileSync(css, 'utf8')}\n#mine{color:rgb(1, 2, 3)}`)
  await expect(frame.locator('#mine')).toHaveCSS('color', 'rgb(1, 2, 3)')
  await expect(frame.locator('body')).toHaveAttribute('data-kept', '1')

  writeFileSync(footer, '<footer>\n{{ site.title | nothing }}</footer>')
  await expect(frame.getByRole('alert')).toContainText('parts/footer.html 第 2 行：没有过滤器“nothing”')
  writeFileSync(footer, before)
  await expect(frame.getByRole('alert')).toHaveCount(0)

  await dialog.getByRole('combobox', { name: '预览的页面' }).click()
  await page.getByRole('option', { name: '集团新闻', exact: true }).click()
  await expect(frame.getByRole('navigation', { name: '分页' })).toBeVisible()
  await dialog.getByRole('button', { name: '选取元素' }).click()
  await frame
    .getByRole('navigation', { name: '分页' })
    .getByText(/共 \d+ 条/)
    .click()
  await expect(page).toHaveURL(/\/workspace\/editor\/.*file=parts%2Fpages\.html&line=\d+/)
  await expect(page.getByText('parts/pages.html', { exact: true }).filter({ visible: true }).first()).toBeVisible()
})

test('the check names errors with file and line and opens them in the editor', async ({ root, page }) => {
  writeFileSync(join(root, 'wrong.html'), '<p>\n{% include "gone" %}</p>')
  await page.getByRole('tab', { name: '模板检查' }).click()
  const row = page.getByRole('row', { name: /模板文件“gone\.html”不存在/ })
  await expect(row).toContainText('wrong.html')
  await row.dblclick()
  await expect(page).toHaveURL(/file=wrong\.html&line=2/)
  await expect(page.locator('.squiggly-error')).toBeVisible()
})
