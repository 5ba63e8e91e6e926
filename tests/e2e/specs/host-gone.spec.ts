import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from '@playwright/test'
import { startApp } from '../app.ts'
import { expect, test } from '../fixtures.ts'
import { columnOfAllTypes, ContentForm } from '../pages/contentForm.ts'

const add = (page: Page) => page.getByRole('main').getByRole('button', { name: '新增', exact: true })

test('another port of this computer gets the cookie and can do nothing with it', async ({
  shell: _in,
  page,
  context,
  app,
}) => {
  const { origin } = new URL(page.url())
  let stolen = ''
  const thief = createServer((request, response) => {
    stolen = request.headers.cookie ?? ''
    response.end('<!doctype html><title>x</title>')
  })
  await new Promise<void>((resolve) => thief.listen(0, '127.0.0.1', resolve))
  const other = await context.newPage()
  await other.goto(`http://127.0.0.1:${(thief.address() as AddressInfo).port}/`)
  thief.close()
  expect(stolen).toContain('sitecraft_')
  const headers = { origin, cookie: stolen, 'content-type': 'application/json' }
  for (const path of ['/invoke', '/stream', '/grant?name=a.css&path=']) {
    const body = JSON.stringify({ name: 'session.status', input: {} })
    expect((await fetch(origin + path, { method: 'POST', headers, body })).status, path).toBe(401)
  }
  // A tab of the page's own origin is let in by the first one; an address that was used says what to do.
  await other.goto(`${origin}/index`)
  await expect(other.getByRole('button', { name: /admin/ })).toBeVisible()
  await other.goto(app.launchAddress)
  await expect(other.getByRole('heading', { name: '打开地址已使用或已过期' })).toBeVisible()
  await other.getByRole('link', { name: '直接进入' }).click()
  await expect(other.getByRole('button', { name: /admin/ })).toBeVisible()
})

test('the host is killed while one types: said at once, kept in the browser, and given back when it is there again', async ({
  shell: _signedIn,
  page,
  context,
  remote,
  app,
  home,
}) => {
  test.slow()
  const classId = await columnOfAllTypes(remote)
  const address = new URL(`/admin/model_manage/${classId}`, page.url()).href
  await page.goto(address)
  await add(page).click()
  const form = new ContentForm(page)
  await form.text('标题').pressSequentially('主机还在时写的', { delay: 20 })
  await expect.poll(() => form.kept(classId), { intervals: [100] }).toContain('主机还在时写的')

  await app.killAll()
  const notice = form.dialog.getByRole('alert').filter({ hasText: '本机的站匠服务没有响应' })
  await expect(notice).toBeVisible({ timeout: 3000 })
  await form.text('标题').pressSequentially('，退出以后写的', { delay: 20 })
  await expect(notice).toContainText('暂存在当前浏览器中')
  await page.screenshot({ path: test.info().outputPath('host-gone.png') })
  const inBrowser = () =>
    page.evaluate(
      () =>
        new Promise<string>((resolve, reject) => {
          const opening = indexedDB.open('sitecraft drafts')
          opening.onerror = () => reject(new Error('no browser storage'))
          opening.onsuccess = () => {
            const all = opening.result.transaction('drafts').objectStore('drafts').getAll()
            all.onsuccess = () => resolve(JSON.stringify(all.result))
          }
        }),
    )
  await expect.poll(inBrowser).toContain('主机还在时写的，退出以后写的')

  // The page dies too; all that is left is the browser's.
  page.on('dialog', (dialog) => void dialog.accept())
  await page.close({ runBeforeUnload: false })
  const restarted = await startApp(app.dataDir, { HOME: home })
  expect(new URL(restarted.launchAddress).origin).toBe(new URL(address).origin)
  const again = await context.newPage()
  const stale = await context.newPage()
  await stale.goto(`${new URL(address).origin}/index`)
  await expect(stale.getByRole('heading')).toContainText('请从打开地址进入')
  await again.goto(restarted.launchAddress)
  // The built-in server signs its owner in again.
  await expect(again).toHaveURL(/\/index/)
  await again.goto(address)
  await add(again).click()
  await again.getByRole('button', { name: '恢复', exact: true }).click()
  await expect(new ContentForm(again).text('标题')).toHaveValue('主机还在时写的，退出以后写的')
  await again.close({ runBeforeUnload: false })
  await restarted.stop()
})

test('a tab that stays open goes on by itself once the new address is opened', async ({
  shell: _in,
  page,
  context,
  app,
  home,
}) => {
  test.slow()
  await app.killAll()
  await expect(page.getByText('本机的站匠服务没有响应').first()).toBeVisible({ timeout: 3000 })
  const restarted = await startApp(app.dataDir, { HOME: home })
  await expect(page.getByText('页面的访问凭据已失效').first()).toBeVisible()
  const fresh = await context.newPage()
  await fresh.goto(restarted.launchAddress)
  await expect(fresh).toHaveURL(/\/index/)
  await expect(page.getByText('页面的访问凭据已失效')).toHaveCount(0)
  await restarted.stop()
})
