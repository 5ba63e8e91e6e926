import { expect, test } from '../fixtures.ts'

test('finds a screen by a part of its name with the keyboard alone @smoke', async ({ shell, page }) => {
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('设')
  await page.keyboard.press('Enter')
  await expect(shell.tab('设置')).toHaveAttribute('aria-current', 'page')
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('searchbox', { name: '搜索功能' })).toBeHidden()
})

test('finds an entry by two characters of its title, and changes the site @smoke', async ({ shell, page, remote }) => {
  const list = page.getByRole('list', { name: '功能' })
  const { data } = await remote.post('api/cebest-cms/search/find', { key: '公司' })
  const [entry] = (data as { found: { kind: string; title: string; path: string }[] }).found.filter(({ path }) =>
    path.includes('/model_manage/'),
  )
  expect(entry).toBeDefined()
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('公司')
  await list
    .getByRole('button')
    .filter({ hasText: entry?.title ?? '' })
    .filter({ hasText: '内容 · ' })
    .first()
    .click()
  await expect(page).toHaveURL(/\/admin\/model_manage\/\d+\?key=/)
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.type('切换站点')
  const other = list.getByRole('button', { name: /^切换站点：/ }).first()
  const site = ((await other.textContent()) ?? '').replace(/^切换站点：|命令$/g, '')
  await other.click()
  await expect(page.getByRole('combobox', { name: '当前站点' })).toContainText(site)
  await shell.open('设置')
})

test('open pages survive a reload; home cannot be closed', async ({ shell, page }) => {
  await shell.open('设置')
  await page.reload()
  await expect(shell.tab('设置')).toBeVisible()
  await expect(shell.tabs.getByRole('button', { name: '关闭 首页' })).toHaveCount(0)
  await shell.tabs.getByRole('button', { name: '关闭 设置' }).click()
  await expect(shell.tab('设置')).toHaveCount(0)
  await expect(page).toHaveURL(/\/index$/)
})

test('an unknown address shows the 404 page with its texts and goes home after 5 seconds [A-135] [A-136]', async ({
  shell: _signedIn,
  page,
}) => {
  await page.goto(new URL('/no/such/page', page.url()).href)
  await expect(page.getByText('抱歉!')).toBeVisible()
  await expect(page.getByText('当前页面不存在...')).toBeVisible()
  await expect(page.getByText('请检查您输入的网址是否正确，或点击下面的按钮返回首页。')).toBeVisible()
  await expect(page).toHaveURL(/\/index$/, { timeout: 8000 })
})

test('the button of the 404 page returns home at once [C-031]', async ({ shell: _signedIn, page }) => {
  await page.goto(new URL('/no/such/page', page.url()).href)
  await page.getByRole('button', { name: '返回首页' }).click()
  await expect(page).toHaveURL(/\/index$/)
})

test('the theme follows the choice and stays after a reload', async ({ shell, page }) => {
  const background = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  await shell.setTheme('浅色')
  const light = await background()
  await shell.setTheme('深色')
  await expect.poll(background).not.toBe(light)
  const dark = await background()
  await page.reload()
  await shell.expectSignedIn('admin')
  await expect.poll(background).toBe(dark)
  await shell.setTheme('浅色')
  await expect.poll(background).toBe(light)
})

test('the built-in server is killed: the page says so, and recovers by itself', async ({ shell, app, page }) => {
  app.killServer()
  await shell.open('设置')
  await page.reload()
  await shell.expectSignedIn('admin')
  await shell.open('首页')
  await expect(page.getByRole('combobox', { name: '当前站点' })).toContainText(/\S/, { timeout: 20_000 })
})
