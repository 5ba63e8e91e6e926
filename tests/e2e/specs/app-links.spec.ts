import { expect, test } from '../fixtures.ts'

test.use({ firstRun: false, permissions: ['clipboard-read', 'clipboard-write'] })

test('a copied link opens its entry again: pasted into the search, and as an address of the browser', async ({
  shell,
  page,
  remote,
}) => {
  const { data } = await remote.post('api/cebest-cms/search/find', { key: '公司' })
  const [entry] = (data as { found: { path: string; title: string }[] }).found.filter(({ path }) =>
    path.includes('/model_manage/'),
  )
  await page.goto(`${new URL(page.url()).origin}${entry?.path}`)
  await page
    .getByRole('button', { name: /^更多 / })
    .first()
    .click()
  await page.getByRole('menuitem', { name: '复制链接' }).click()
  await expect(shell.toast('复制链接成功')).toBeVisible()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  expect(link).toMatch(/^sitecraft:\/\/open\/admin\/model_manage\/\d+\?entry=\d+&at=builtin&in=\d+$/)

  await shell.open('设置')
  await page.keyboard.press('ControlOrMeta+k')
  await page.keyboard.insertText(link)
  await page.getByRole('list', { name: '功能' }).getByRole('button', { name: '打开链接' }).click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(page).toHaveURL(/\/admin\/model_manage\/\d+$/)

  await page.goto(`${new URL(page.url()).origin}/open${link.slice('sitecraft://open'.length)}`)
  await expect(page.getByRole('dialog')).toBeVisible()
})

test('a link to a server that is not known, and one with a script, say why they are not opened', async ({
  shell,
  page,
}) => {
  await shell.open('设置')
  const origin = new URL(page.url()).origin
  await page.goto(`${origin}/open/settings?at=https%3A%2F%2Fevil.example`)
  await expect(page.getByRole('alert')).toContainText('https://evil.example，该服务器不在已保存的连接中')
  await page.screenshot({ path: test.info().outputPath('refused.png') })
  await page.goto(`${origin}/open/settings?x=%3Cscript%3Ealert(1)%3C%2Fscript%3E`)
  await expect(page.getByRole('alert')).toContainText('无法识别')
  await page.getByRole('button', { name: '返回首页' }).click()
  await expect(shell.tab('首页')).toHaveAttribute('aria-current', 'page')
})
