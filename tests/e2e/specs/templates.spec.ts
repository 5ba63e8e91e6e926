import { expect, test } from '../fixtures.ts'
import { DEMO, question, Templates } from '../pages/templates.ts'

test('makes a template, copies it with its files, and deletes it after asking [A-006] [A-294] [A-296] [A-305] @smoke', async ({
  shell,
  page,
  remote,
}) => {
  const templates = new Templates(page)
  await templates.open()
  await page.getByRole('button', { name: '新增' }).click()
  const dialog = page.getByRole('dialog', { name: '新增模板' })
  await dialog.getByRole('textbox', { name: '名称', exact: true }).fill('周年庆')
  await dialog.getByRole('textbox', { name: /标识/ }).fill('anniversary')
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(shell.toast('创建成功')).toBeVisible()
  await expect(templates.row('anniversary')).toContainText('周年庆')
  await remote.write('anniversary', 'index.html', '<p>庆</p>')

  await page.getByRole('button', { name: '复制 周年庆', exact: true }).click()
  await page
    .getByRole('dialog', { name: /^复制模板/ })
    .getByRole('button', { name: '复制' })
    .click()
  await expect(shell.toast('复制成功')).toBeVisible()
  expect(await remote.read('anniversary-copy', 'index.html')).toBe('<p>庆</p>')

  await page.getByRole('button', { name: '删除 周年庆', exact: true }).click()
  await expect(question(page)).toContainText('确定要删除?')
  await question(page).getByRole('button', { name: '确定' }).click()
  await expect(shell.toast('删除成功')).toBeVisible()
  await expect(templates.row('anniversary')).toHaveCount(1)
  await expect(templates.row('anniversary-copy')).toBeVisible()
})

test('what is edited is there after the window was loaded again [A-078] [A-291]', async ({ shell, page }) => {
  const templates = new Templates(page)
  await templates.open()
  await page.getByRole('button', { name: `编辑 ${DEMO.name}` }).click()
  const dialog = page.getByRole('dialog', { name: '编辑模板' })
  await dialog.getByRole('textbox', { name: '名称', exact: true }).fill('风尚作品集（改版）')
  await dialog.getByRole('textbox', { name: '备注' }).fill('给设计部用')
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(shell.toast('保存成功')).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: '编辑 风尚作品集（改版）' }).click()
  await expect(dialog.getByRole('textbox', { name: '备注' })).toHaveValue('给设计部用')
  await expect(dialog.getByRole('textbox', { name: /标识/ })).toHaveValue(DEMO.folder)
})

test('names what is missing, and what was typed stays', async ({ shell, page }) => {
  const templates = new Templates(page)
  await templates.open()
  await page.getByRole('button', { name: '新增' }).click()
  const dialog = page.getByRole('dialog', { name: '新增模板' })
  await dialog.getByRole('textbox', { name: /标识/ }).fill('中文 and spaces')
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(shell.toast('请输入站点名称')).toBeVisible()
  await expect(dialog).toContainText('模板文件夹只能用')
  await expect(dialog.getByRole('textbox', { name: /标识/ })).toHaveValue('中文 and spaces')
})
