import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { rowsIn } from '#tests/builders/sheet.ts'
import { expect, test } from '../fixtures.ts'
import { question } from '../pages/templates.ts'
import { violations } from '../pages/violations.ts'

async function exported(page: Page): Promise<unknown[][]> {
  const coming = page.waitForEvent('download')
  await page.getByRole('button', { name: '导出', exact: true }).click()
  return rowsIn(await readFile(await (await coming).path()))
}

for (const theme of ['浅色', '深色'] as const) {
  test(`publish statistics, ${theme}: table, sums, chart, filters and sheet [B-055] [B-056] [B-057] [B-308]`, async ({
    shell,
    page,
  }) => {
    await shell.setTheme(theme)
    await shell.open('发布统计')
    const table = page.getByRole('table', { name: '发布统计' })
    const sums = table.getByRole('row').last()
    await expect(table.getByRole('row', { name: /admin/ })).toContainText('超级管理员')
    await expect(page.getByRole('img', { name: /^admin：已发布 \d+/ })).toBeVisible()
    const all = await sums.innerText()
    expect(await violations(page)).toEqual([])

    await page.getByRole('combobox', { name: '站点', exact: true }).click()
    await page.getByRole('option').first().click()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: '栏目 全部栏目' }).click()
    await page.getByRole('checkbox', { name: '选择 新闻中心' }).click()
    expect(await violations(page), 'columns').toEqual([])
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: '栏目 新闻中心' })).toBeVisible()
    await expect.poll(() => sums.innerText()).not.toBe(all)
    const shown = (await sums.getByRole('cell').allInnerTexts()).slice(4).map(Number)
    expect(shown[0]).toBeGreaterThan(10)
    const rows = await exported(page)
    expect(rows[0]).toEqual(['序号', '角色', '部门', '人员', '已发布', '待发布', '回收站', '草稿箱', '合计'])
    expect(rows.at(-1)).toEqual(['合计', '', '', '', ...shown])

    await page.getByRole('button', { name: '部门 全部部门' }).click()
    await page.getByRole('searchbox', { name: '搜索部门' }).fill('分公司')
    await expect(page.getByRole('checkbox', { name: '选择 集团总部' })).toBeHidden()
    await page.getByRole('checkbox', { name: '选择 华东分公司' }).click()
    await expect(page.getByText('没有符合条件的内容')).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: '部门 华东分公司' }).click()
    await page.getByRole('button', { name: '清空所选' }).click()
    await page.getByRole('checkbox', { name: '选择 信息技术部' }).click()
    expect(await violations(page), 'departments').toEqual([])
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: '部门 信息技术部' })).toBeVisible()
    await expect(table.getByRole('row', { name: /admin/ })).toContainText('集团总部 / 信息技术部')
    await page.reload()
    await expect(table.getByRole('row', { name: /admin/ })).toContainText('集团总部 / 信息技术部')
    expect((await exported(page)).slice(1, -1).map((row) => row.slice(2, 4))).toEqual([
      ['集团总部 / 信息技术部', 'admin'],
    ])

    await page.getByRole('button', { name: '快捷选择创建日期' }).click()
    await page.getByRole('menuitem', { name: '今天' }).click()
    await page.getByRole('button', { name: '清除条件' }).click()
    await expect.poll(() => sums.innerText()).toBe(all)
  })
}

test('clue data: a column becomes a tab; look, search, export, delete [B-132] [B-133] [B-134] [B-135] [B-136]', async ({
  shell,
  page,
}) => {
  test.slow()
  await shell.open('线索数据')
  await expect(page.getByText('该站点还没有线索栏目')).toBeVisible()
  await shell.open('栏目管理')
  await page.getByRole('button', { name: '编辑 人才招聘' }).click()
  const form = page.getByRole('dialog')
  await form.getByRole('switch', { name: '线索栏目' }).click()
  await form.getByRole('button', { name: '确定' }).click()
  await expect(form).toBeHidden()

  await shell.open('线索数据')
  await expect(page.getByRole('tab', { name: '人才招聘' })).toHaveAttribute('aria-selected', 'true')
  const table = page.getByRole('table', { name: '人才招聘' })
  await expect(table).toHaveAttribute('aria-busy', 'false')
  const [head, first] = [table.getByRole('row').first(), table.getByRole('row').nth(1)]
  await expect(head).toContainText('提交时间')
  const name = (await first.getByRole('cell').first().innerText()).trim()
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: `查看 ${name}` }).click()
  const view = page.getByRole('dialog')
  await expect(view).toContainText('hr@group.example.com')
  await view.getByRole('button', { name: '关闭' }).last().click()

  await page.getByRole('searchbox', { name: '搜索全部文字' }).fill(name)
  await expect(page.getByText('共 1 条')).toBeVisible()
  expect((await exported(page)).map((row) => row[0]).slice(1)).toEqual([name])
  await page.getByRole('button', { name: `删除 ${name}` }).click()
  await expect(question(page)).toContainText('确认删除？')
  await question(page).getByRole('button', { name: '删除' }).click()
  await expect(shell.toast('删除成功')).toBeVisible()
  await expect(page.getByText('没有找到')).toBeVisible()
})
