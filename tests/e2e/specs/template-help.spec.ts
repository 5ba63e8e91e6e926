import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { Editor } from '../pages/editor.ts'
import { LocalEditor } from '../pages/localEditor.ts'
import { SMALL, Sync } from '../pages/sync.ts'
import { CORPORATE, Templates } from '../pages/templates.ts'
import { violations } from '../pages/violations.ts'

/** The suggestions that Monaco shows. */
const offered = (page: Page, name: string) =>
  page.locator('.suggest-widget.visible .monaco-list-row').filter({ hasText: name }).first()

async function openFile(page: Page, template: string, name: string): Promise<Editor> {
  const templates = new Templates(page)
  await templates.openManager(template)
  await templates.file(name).dblclick()
  const editor = new Editor(page)
  await editor.expectOpen(name)
  await page.keyboard.press('ControlOrMeta+Home')
  return editor
}

test('tags, parameters, fields of the columns and files are completed and explained', async ({
  shell: _signedIn,
  page,
}) => {
  const editor = await openFile(page, CORPORATE.name, 'index.html')
  const lines = editor.dialog.locator('.monaco-editor .view-lines').first()
  await page.keyboard.type('{% lis')
  await expect(offered(page, 'list')).toContainText('列表')
  await page.keyboard.press('Enter')
  await expect(lines).toContainText('{% endlist %}')
  await page.keyboard.type(' col')
  await expect(offered(page, 'column')).toBeVisible()
  await page.keyboard.press('Enter')
  await page.keyboard.type('"ne')
  await expect(offered(page, 'news')).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('ControlOrMeta+Home')
  await page.keyboard.type('{{ article.so')
  await expect(offered(page, 'source')).toContainText('来源')
  await page.keyboard.press('Enter')
  await expect(lines).toContainText('{{ article.source')
  await page.keyboard.press('ControlOrMeta+Home')
  await page.keyboard.type('{% include "')
  await expect(offered(page, 'parts/')).toBeVisible()
  await page.keyboard.press('Escape')

  await lines.getByText('endlist').first().hover()
  await expect(page.locator('.monaco-hover').filter({ hasText: '逐条显示栏目的文章' }).first()).toBeVisible()
})

test('the workspace editor completes, too', async ({ shell: _signedIn, page }) => {
  const sync = new Sync(page)
  await new Templates(page).open()
  await page.getByRole('button', { name: `同步到本地 ${SMALL.name}` }).click()
  await sync.agree()
  await sync.expectInStep()
  await page.getByRole('button', { name: '编辑文件' }).click()
  const editor = new LocalEditor(page)
  await editor.open('index.html')
  await page.keyboard.press('ControlOrMeta+Home')
  await page.keyboard.type('{{ site.ti')
  await expect(offered(page, 'title')).toContainText('站点名称')
  await page.keyboard.press('Enter')
  await page.keyboard.type(' | upc')
  await expect(offered(page, 'upcase')).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(editor.text).toContainText('{{ site.title | upcase')
})

test('模板标签手册 is found from the palette and from the editor, and an example is copied', async ({
  shell,
  page,
}) => {
  await shell.open('模板标签手册')
  await page.getByRole('searchbox', { name: '搜索标签、字段、过滤器' }).fill('分页')
  const part = page.getByRole('region', { name: '标签 pages' })
  await expect(part).toContainText('{% endpages %}')
  await part.getByRole('button', { name: '复制分页的例子' }).click()
  await expect(shell.toast('复制')).toBeVisible()

  const editor = await openFile(page, CORPORATE.name, 'index.html')
  await editor.dialog.getByRole('button', { name: '模板标签手册' }).click()
  await expect(
    page.getByRole('dialog', { name: '模板标签手册' }).getByRole('region', { name: '标签 list' }),
  ).toBeVisible()
})

for (const theme of ['浅色', '深色'] as const) {
  test(`模板标签手册 is accessible, ${theme}`, async ({ shell, page }, info) => {
    await page.setViewportSize({ width: 1280, height: 800 })
    await shell.setTheme(theme)
    await shell.open('模板标签手册')
    for (const name of [/^标签/, /^变量和字段/, /^过滤器/]) {
      await page.getByRole('tab', { name }).click()
      await expect(page.getByRole('region').first()).toBeVisible()
      await page.screenshot({ path: info.outputPath(`${theme} ${name.source.slice(1)}.png`), animations: 'disabled' })
      expect(await violations(page), String(name)).toEqual([])
    }
  })
}
