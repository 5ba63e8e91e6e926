import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '../fixtures.ts'
import { violations } from '../pages/violations.ts'

test('a site is brought to a folder, put right when somebody changed it there, and put back', async ({
  shell,
  page,
  home,
}, info) => {
  test.slow()
  const folder = join(home, 'www')
  mkdirSync(folder)
  writeFileSync(join(folder, 'notes.txt'), 'of somebody else')
  await shell.open('静态生成')
  await page.getByRole('main').getByRole('checkbox').first().check()
  await page.getByRole('button', { name: /^生成静态页面/ }).click()
  await expect(page.getByText(/上次生成：/)).toBeVisible({ timeout: 60_000 })

  await shell.open('发布目标')
  expect(await violations(page), 'empty').toEqual([])
  await page.screenshot({ path: info.outputPath('empty.png') })
  await page.getByRole('main').getByRole('button', { name: '新增' }).click()
  const form = page.getByRole('dialog', { name: '新增发布目标' })
  await page.screenshot({ path: info.outputPath('form-sftp.png') })
  await form.getByRole('button', { name: '确定' }).click()
  await expect(form.getByText('请输入名称')).toBeVisible()
  await form.getByRole('textbox', { name: '名称' }).fill('正式')
  await form.getByRole('radio', { name: '服务器上的文件夹' }).check()
  await form.getByRole('textbox', { name: '文件夹' }).fill('www')
  await form.getByRole('button', { name: '确定' }).click()
  await expect(form.getByText(/文件夹应为完整路径/)).toBeVisible()
  await form.getByRole('textbox', { name: '文件夹' }).fill(folder)
  expect(await violations(page), 'form').toEqual([])
  await page.screenshot({ path: info.outputPath('form-folder.png') })
  await form.getByRole('button', { name: '确定' }).click()
  const row = page.getByRole('row', { name: /正式/ })
  await expect(row).toContainText('未发布')
  await row.getByRole('button', { name: /测试连接/ }).click()
  await expect(page.locator('.fui-Toast').getByText(/连接正常/)).toBeVisible()

  await row.getByRole('button', { name: /^发布 / }).click()
  const question = page.getByRole('alertdialog', { name: '发布到“正式”' })
  await expect(question).toContainText('notes.txt')
  await page.screenshot({ path: info.outputPath('question.png') })
  await question.getByRole('button', { name: '继续发布' }).click()
  await expect(row).toContainText('已是最新', { timeout: 30_000 })
  expect(readFileSync(join(folder, 'index.html'), 'utf8')).toContain('<html')
  expect(readFileSync(join(folder, 'notes.txt'), 'utf8')).toBe('of somebody else')
  expect(await violations(page), 'list').toEqual([])
  await page.screenshot({ path: info.outputPath('list.png') })

  rmSync(join(folder, 'index.html'))
  await row.getByRole('button', { name: /发布记录/ }).click()
  const history = page.getByRole('dialog', { name: '“正式”的发布记录' })
  await history.getByRole('button', { name: '核对并修复目标' }).click()
  await expect.poll(() => readdirSync(folder), { timeout: 30_000 }).toContain('index.html')
  await expect(history.getByRole('row')).toHaveCount(4)
  expect(await violations(page), 'history').toEqual([])
  await page.screenshot({ path: info.outputPath('history.png') })
  const first = history.getByRole('row').nth(2)
  await first.getByRole('button', { name: /还原到此次发布之前/ }).click()
  await page.getByRole('alertdialog', { name: '还原“正式”' }).getByRole('button', { name: '还原' }).click()
  await expect
    .poll(() => readdirSync(folder).filter((name) => name !== '.sitecraft'), { timeout: 30_000 })
    .toEqual(['notes.txt'])
  await expect(history.getByRole('row').nth(1)).toContainText('成功')
  await page.setViewportSize({ width: 1920, height: 1080 })
  await page.screenshot({ path: info.outputPath('history-wide.png') })
})
