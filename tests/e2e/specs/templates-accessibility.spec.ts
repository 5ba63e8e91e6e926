import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '../fixtures.ts'
import { Editor } from '../pages/editor.ts'
import { SMALL, Sync } from '../pages/sync.ts'
import { Templates } from '../pages/templates.ts'
import { violations } from '../pages/violations.ts'

for (const theme of ['浅色', '深色'] as const) {
  test(`file manager and editor with an open folder are accessible, ${theme}`, async ({ shell, page }) => {
    test.slow()
    await shell.setTheme(theme)
    const templates = new Templates(page)
    await templates.openManager()
    await expect(templates.file('index.html')).toBeVisible()
    expect(await violations(page), 'file manager').toEqual([])
    await templates.file('index.html').dblclick()
    const editor = new Editor(page)
    await editor.expectOpen('index.html')
    await editor.tree.getByRole('treeitem', { name: 'css' }).click()
    await expect(editor.tree.getByRole('treeitem', { name: 'stylish-portfolio.css' })).toBeVisible()
    await editor.typeAtStart('index.html', '<!-- x -->')
    expect(await violations(page), 'editor').toEqual([])
  })

  test(`folder chooser, plan, the tabs of a workspace and a conflict are accessible, ${theme}`, async ({
    shell,
    page,
    folder,
  }) => {
    test.slow()
    await shell.setTheme(theme)
    const sync = new Sync(page)
    writeFileSync(join(folder, 'index.html'), '<p>本地的另一个版本</p>')
    await sync.choose(SMALL.name, '网站模板')
    await expect(sync.plan.getByRole('row').nth(2)).toBeVisible()
    expect(await violations(page), 'plan').toEqual([])
    await sync.agree()
    await expect(sync.state).toContainText('有 1 个冲突需要处理', { timeout: 30_000 })
    for (const name of [/^文件/, /^冲突/, '历史', '日志', '回收站']) {
      await sync.tab(name).click()
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
      expect(await violations(page), String(name)).toEqual([])
    }
    await page.getByRole('button', { name: '处理冲突' }).click()
    await expect(page.getByRole('alertdialog').locator('.monaco-editor .view-line').last()).toBeVisible()
    expect(await violations(page), 'conflict').toEqual([])
  })
}
