import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '../fixtures.ts'
import { ContentList } from '../pages/content.ts'
import { violations } from '../pages/violations.ts'

const TITLE = '关于召开下半年工作会议的通知'
const DOMAIN = 'https://www.group.example'
const WAIT = { timeout: 60_000 }

test('an editor sees an entry go to the website, opens its page there, and sees it leave', async ({
  shell,
  page,
  home,
  remote,
}, info) => {
  test.slow()
  const folder = join(home, 'www')
  mkdirSync(folder)
  const target = { siteId: 1, name: '正式', kind: 'folder', folder, isAuto: true }
  expect(await remote.post('api/cebest-cms/publishTarget/save', target)).toMatchObject({ code: 200 })
  // The web server of the domain shows what lies in the folder.
  await page.context().route(`${DOMAIN}/**`, (route) => {
    const file = join(folder, decodeURI(new URL(route.request().url()).pathname))
    return existsSync(file)
      ? route.fulfill({ contentType: 'text/html; charset=utf-8', body: readFileSync(file) })
      : route.fulfill({ status: 404, body: '' })
  })
  const list = new ContentList(page)
  await list.open('新闻中心', '集团新闻')
  const row = list.row(TITLE)
  const bar = page.getByRole('main').getByRole('group').filter({ hasText: TITLE })

  await list.tick(TITLE)
  await list.batch('发布').click()
  await list.agree('确认发布数据？', '发布成功')
  await expect(bar).toContainText(`“${TITLE}”已发布 · 待生成：自动生成未开启`)
  await expect(row).toContainText('待生成')
  expect(await violations(page), 'waiting').toEqual([])
  await page.screenshot({ path: info.outputPath('waiting.png') })
  await bar.getByRole('button', { name: '立即生成' }).click()
  await expect(bar).toContainText(/生成中|正在发布到目标|已上线/)
  await expect(shell.toast('生成静态页面已完成').last()).toBeVisible(WAIT)
  await expect(bar).toContainText(`“${TITLE}”已上线`, WAIT)
  await expect(row).toContainText('已上线')
  const link = bar.getByRole('link')
  await expect(link).toHaveText(new RegExp(`^${DOMAIN}/news/group/\\d+\\.html$`))
  const address = (await link.textContent()) ?? ''
  expect(await violations(page), 'live').toEqual([])
  await page.screenshot({ path: info.outputPath('live.png') })

  await bar.getByRole('button', { name: '二维码' }).click()
  await expect(page.getByRole('img', { name: `二维码：${address}` })).toBeVisible()
  expect(await violations(page), 'code').toEqual([])
  await page.screenshot({ path: info.outputPath('code.png') })
  await page.keyboard.press('Escape')

  const opening = page.waitForEvent('popup')
  await row.getByRole('link', { name: `已上线，打开网页 ${TITLE}` }).click()
  const opened = await opening
  await expect(opened.locator('body')).toContainText(TITLE)
  expect(opened.url()).toBe(address)
  await opened.close()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await list.more(TITLE, '复制网址')
  await expect(shell.toast('复制网址成功').last()).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address)

  await list.action('编辑', TITLE).click()
  const form = page.getByRole('dialog')
  await expect(form.getByRole('link', { name: address })).toBeVisible()
  await page.screenshot({ path: info.outputPath('form.png') })
  await form.getByRole('button', { name: '取消' }).click()

  expect(await remote.post('api/cebest-cms/statics/setAuto', { id: 1, isAuto: true })).toMatchObject({ code: 200 })
  await list.tick(TITLE)
  await list.batch('取消发布').click()
  await list.agree('取消发布数据？', '操作成功')
  await expect(row).toContainText(/待移除|已移除/)
  await expect(row).toContainText('已移除', WAIT)
  expect(existsSync(join(folder, new URL(address).pathname))).toBe(false)
  await list.action('删除', TITLE).click()
  await list.agree('确认删除？', '删除成功')
  await list.button('回收站').click()
  await expect(list.row(TITLE)).toContainText('已移除')
  await page.screenshot({ path: info.outputPath('bin.png') })
})
