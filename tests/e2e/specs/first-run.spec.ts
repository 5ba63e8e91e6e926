import { expect, test } from '../fixtures.ts'
import { Shell } from '../pages/shell.ts'

test.use({ firstRun: true })

test('first run: the built-in server signs in by itself and opens the home page @smoke', async ({ page, app }) => {
  const shell = new Shell(page)
  await page.goto(app.launchAddress)
  await expect(page).toHaveURL(/\/connect/)
  await shell.useBuiltin()
  await expect(page).toHaveURL(/\/index$/)
  expect(new URL(page.url()).search).toBe('')
})

test('the launch address opens the page once', async ({ page, app, browser }) => {
  await page.goto(app.launchAddress)
  await expect(page.getByRole('button', { name: '使用内置服务器' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: '使用内置服务器' })).toBeVisible()

  const other = await browser.newContext()
  const stranger = await other.newPage()
  const answer = await stranger.goto(app.launchAddress)
  expect(answer?.status()).toBe(401)
  await other.close()
})
