import { request } from 'node:http'
import { expect, test } from '../fixtures.ts'
import { violations } from '../pages/violations.ts'

const UNSET = '当前站点百度统计未设置，请点击右上角设置'
const HOST = 'www.group.example'

/** What a visitor's browser sends when it opens a page of the site. */
const visit = (server: string, path: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(server)
    const headers = { host: HOST, origin: `https://${HOST}`, 'user-agent': 'Mozilla/5.0 Chrome/140' }
    const asking = request({ hostname, port, path: '/sitecraft-count', method: 'POST', headers }, (answer) => {
      answer.resume()
      answer.on('end', () => resolve(answer.statusCode ?? 0))
    })
    asking.on('error', reject).end(JSON.stringify({ k: 1, s: '1', c: '0', p: path, r: '' }))
  })

// Days are the server's: a program and its built-in server are in one zone.
test.use({ timezoneId: Intl.DateTimeFormat().resolvedOptions().timeZone })

test('a site without statistics says so; ours are switched on and count [C-037] [C-379]', async ({
  shell,
  page,
  app,
}) => {
  await shell.open('网站统计')
  await expect(page.getByText(UNSET)).toBeVisible()
  await page.getByRole('button', { name: '设置', exact: true }).first().click()
  await page.getByRole('tab', { name: '本站统计' }).click()
  await page.getByRole('button', { name: '确定', exact: true }).click()
  await expect(page.getByRole('alertdialog')).toHaveCount(0)
  expect(await visit(app.serverUrl(), '/news/')).toBe(204)
  await page.getByRole('button', { name: '刷新', exact: true }).click()
  await expect(page.getByRole('list', { name: '页面' }).getByText('/news/')).toBeVisible()
})

for (const theme of ['浅色', '深色'] as const)
  test(`the statistics and their settings are accessible, ${theme}`, async ({ shell, page, app }, info) => {
    test.slow()
    await shell.setTheme(theme)
    await shell.open('网站统计')
    await expect(page.getByText(UNSET)).toBeVisible()
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: '设置', exact: true }).first().click()
    await expect(page.getByRole('textbox', { name: 'CODE' })).toBeVisible()
    await page.screenshot({ path: info.outputPath(`${theme} settings.png`), animations: 'disabled' })
    expect(await violations(page)).toEqual([])
    await page.getByRole('tab', { name: '本站统计' }).click()
    await page.screenshot({ path: info.outputPath(`${theme} own settings.png`), animations: 'disabled' })
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: '确定', exact: true }).click()
    await expect(page.getByRole('alertdialog')).toHaveCount(0)
    for (const path of ['/', '/', '/news/', '/news/1.html', '/about/']) await visit(app.serverUrl(), path)
    await page.getByRole('button', { name: '近 7 天' }).click()
    await expect(page.getByRole('list', { name: '页面' }).getByText('/about/')).toBeVisible()
    await page.screenshot({ path: info.outputPath(`${theme} own.png`), animations: 'disabled', fullPage: true })
    expect(await violations(page)).toEqual([])
    const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(over).toBeLessThanOrEqual(0)
  })
