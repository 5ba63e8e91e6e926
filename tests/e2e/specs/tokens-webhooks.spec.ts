import type { Page } from '@playwright/test'
import { expect, test } from '../fixtures.ts'
import { violations } from '../pages/violations.ts'

const onceOf = (page: Page, name: string) => page.getByRole('alertdialog', { name })
const dialogOf = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })

test('a token is made, copied this one time, used by a program and revoked', async ({
  shell,
  page,
  app,
  context,
}, info) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await shell.open('API 令牌')
  expect(await violations(page), 'empty').toEqual([])
  await page.screenshot({ path: info.outputPath('empty.png') })
  await page.getByRole('main').getByRole('button', { name: '新增' }).click()
  const form = dialogOf(page, '新增 API 令牌')
  await form.getByRole('button', { name: '创建' }).click()
  await expect(form.getByText('请输入名称')).toBeVisible()
  await expect(form.getByText('请选择可以调用的接口')).toBeVisible()
  await form.getByRole('textbox', { name: '名称' }).fill('官网前端')
  await form.getByRole('checkbox', { name: '读取已发布的内容' }).check()
  await form.getByRole('checkbox', { name: '读取内容' }).check()
  await expect(form.getByRole('combobox', { name: '栏目' })).toBeDisabled()
  await form.getByRole('combobox', { name: '站点' }).click()
  await page.getByRole('menuitemcheckbox').first().click()
  await page.keyboard.press('Escape')
  await form.getByRole('combobox', { name: '栏目' }).click()
  await page.getByRole('menuitemcheckbox', { name: '集团新闻' }).click()
  await page.keyboard.press('Escape')
  expect(await violations(page), 'form').toEqual([])
  await page.screenshot({ path: info.outputPath('form.png') })
  await form.getByRole('button', { name: '创建' }).click()
  const once = onceOf(page, '令牌已创建：官网前端')
  const token = (await once.getByLabel('令牌', { exact: true }).textContent()) ?? ''
  expect(token).toMatch(/^sct\.[\w-]{43}$/)
  await once.getByRole('button', { name: '复制令牌' }).click()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(token)
  expect(await violations(page), 'once').toEqual([])
  await page.screenshot({ path: info.outputPath('once.png') })
  await once.getByRole('button', { name: '关闭' }).first().click()
  await expect(page.getByText(token)).toHaveCount(0)
  const read = async () => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    return (
      await fetch(new URL('api/cms/menu/getTree', app.serverUrl()), { method: 'POST', headers, body: '{"siteId":1}' })
    ).status
  }
  expect(await read()).toBe(200)
  await page.reload()
  const row = page.getByRole('row', { name: /官网前端/ })
  await expect(row).toContainText('有效')
  await expect(row).toContainText('127.0.0.1')
  await page.screenshot({ path: info.outputPath('list.png') })
  await row.getByRole('button', { name: /吊销/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: '吊销' }).click()
  await expect(row).toContainText('已吊销')
  expect(await read()).toBe(401)
  await page.reload()
  await expect(row).toContainText('被拒绝：已吊销')
  await page.screenshot({ path: info.outputPath('revoked.png') })
})

test('a webhook shows its secret once, is tried out, and its log says why nothing arrived', async ({
  shell,
  page,
}, info) => {
  await shell.open('Webhook')
  await page.getByRole('main').getByRole('button', { name: '新增' }).click()
  const form = dialogOf(page, '新增 Webhook')
  await form.getByRole('textbox', { name: '名称' }).fill('前端缓存')
  await form.getByRole('textbox', { name: '接收地址' }).fill('ftp://example.com')
  await form.getByRole('checkbox', { name: '发布内容' }).check()
  await form.getByRole('button', { name: '确定' }).click()
  await expect(form.getByText(/接收地址应以 http:\/\/ 或 https:\/\/ 开头/)).toBeVisible()
  await form.getByRole('textbox', { name: '接收地址' }).fill('http://127.0.0.1:9/hook')
  expect(await violations(page), 'form').toEqual([])
  await page.screenshot({ path: info.outputPath('form.png') })
  await form.getByRole('button', { name: '确定' }).click()
  const once = onceOf(page, '“前端缓存”的签名密钥')
  await expect(once.getByLabel('签名密钥', { exact: true })).toHaveText(/^whsec_/)
  await page.screenshot({ path: info.outputPath('secret.png') })
  await once.getByRole('button', { name: '关闭' }).first().click()
  const row = page.getByRole('row', { name: /前端缓存/ })
  await row.getByRole('button', { name: /测试/ }).click()
  await expect(page.locator('.fui-Toast').getByText(/测试失败：/)).toBeVisible()
  await expect(row).toContainText('发送失败')
  expect(await violations(page), 'list').toEqual([])
  await page.screenshot({ path: info.outputPath('list.png') })
  await row.getByRole('button', { name: /日志/ }).click()
  const log = dialogOf(page, 'Webhook“前端缓存”的日志')
  await expect(log.getByRole('row', { name: /测试/ })).toContainText('失败')
  expect(await violations(page), 'log').toEqual([])
  await page.screenshot({ path: info.outputPath('log.png') })
  await log.getByRole('button', { name: /^详情/ }).click()
  const detail = page.getByRole('dialog').last()
  await expect(detail.getByRole('region', { name: '请求' })).toContainText('"event": "ping"')
  expect(await violations(page), 'detail').toEqual([])
  await page.screenshot({ path: info.outputPath('detail.png') })
  await detail.getByRole('button', { name: '关闭' }).first().click()
  await log.getByRole('button', { name: /^重试/ }).click()
  await expect(page.locator('.fui-Toast').getByText('已安排重试')).toBeVisible()
  await expect
    .poll(async () => {
      await log.getByRole('button', { name: '刷新' }).click()
      return log.getByRole('row', { name: /测试/ }).textContent()
    })
    // It is refused again, and waits for its next time.
    .toContain('等待')
})

test('a site opens its content to front ends, which read it at the address that is shown', async ({
  shell,
  page,
  app,
}, info) => {
  await shell.open('内容接口')
  await expect(page.getByText('当前未开放。')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.screenshot({ path: info.outputPath('off.png') })
  const examples = page.getByRole('region', { name: '调用示例' })
  const list = (await examples.locator('code').first().textContent()) ?? ''
  expect(list.startsWith(app.serverUrl().replace(/\/$/, ''))).toBe(true)
  expect((await fetch(list)).status).toBe(404)
  await page.getByRole('radio', { name: '公开读取' }).check()
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await expect(examples).toContainText('任何人都可以调用')
  expect((await fetch(list)).status).toBe(200)
  await page.screenshot({ path: info.outputPath('public.png'), fullPage: true })
  await page.getByRole('radio', { name: '凭令牌读取' }).check()
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await expect(examples).toContainText('Authorization: Bearer')
  expect((await fetch(list)).status).toBe(401)
})
