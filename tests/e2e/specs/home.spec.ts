import { expect, test } from '../fixtures.ts'
import { violations } from '../pages/violations.ts'

test('the home page: what waits, how the server is, and work to go on with [C-008] [C-032] [C-033] [C-034] [C-035] [C-036] [B-007] @smoke', async ({
  shell,
  page,
  remote,
}) => {
  const site = { title: '首页上的字典', siteId: 1, value: ['甲'] }
  expect((await remote.post('api/cms/dict/save', site)).code).toBe(200)
  await page.reload()
  await expect(page.getByRole('heading', { name: /^(早上|上午|中午|下午|晚上)好，admin$/ })).toBeVisible()
  const server = page.getByRole('region', { name: '服务器信息' })
  for (const name of ['CPU 使用率', '内存使用率', '磁盘使用率'])
    await expect(server.getByRole('progressbar', { name })).toHaveAttribute('aria-valuetext', /^\d+\.\d\d%$/)
  await expect(server.getByText('操作系统')).toBeVisible()
  const recent = page.getByRole('list', { name: '最近修改' })
  await expect(recent.getByText('首页上的字典')).toBeVisible()
  expect(await violations(page), 'home').toEqual([])

  await page.getByRole('button', { name: '调整首页' }).click()
  await page.getByRole('checkbox', { name: '服务器信息' }).click()
  expect(await violations(page), 'arranging').toEqual([])
  await page.getByRole('button', { name: '完成' }).click()
  await expect(server).toBeHidden()
  await page.reload()
  await expect(recent).toBeVisible()
  await expect(server).toBeHidden()

  await page.getByRole('button', { name: '立即处理' }).click()
  await expect(shell.tab('待审批列表')).toHaveAttribute('aria-current', 'page')
})
