import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { buildApp, ROOT, type BuiltApp } from './buildApp.ts'
import { openChromiumPage, type ChromiumPage } from './chromiumPage.ts'
import { startSession, type Session } from './session.ts'

let app: BuiltApp
let main: Session
let chromium: ChromiumPage
// The whole page is built first.
const BUILD_MS = 180_000
beforeAll(async () => {
  app = await buildApp(['main', 'preload', 'renderer'])
  main = await startSession(app.path)
  chromium = await openChromiumPage(app.path, main)
}, BUILD_MS)
afterAll(async () => {
  await chromium.close()
  await main.end()
  await app.remove()
})

describe('the built preload', () => {
  it('is small, needs Electron alone, and gives the page three functions', async () => {
    const source = await readFile(join(ROOT, 'src/preload/bridge.ts'), 'utf8')
    expect(source.split('\n').length).toBeLessThan(60)
    const built = await readFile(join(app.path, 'out/preload/bridge.cjs'), 'utf8')
    expect([...built.matchAll(/require\(([^)]*)\)/g)].map(([, name]) => name)).toEqual(['"electron"'])
    await chromium.page.goto(`${chromium.address}/`)
    expect(await chromium.page.evaluate(`Object.keys(window.sitecraft).sort()`)).toEqual([
      'grantFiles',
      'invoke',
      'subscribe',
    ])
  })
})

describe('the built page in Chromium over preload and main process (stand-in for Electron, not Electron itself)', () => {
  it('reaches the services and hears their events', async () => {
    const heard = await chromium.page.evaluate(`new Promise((resolve) => {
      const stop = window.sitecraft.subscribe((message) => {
        if (message.event !== 'settings.changed') return
        stop()
        resolve(message.payload.editorFontSize)
      })
      void window.sitecraft.invoke('settings.set', { editorFontSize: 21 })
    })`)
    expect(heard).toBe(21)
  })

  it('turns picked files into grants without showing their path', async () => {
    const granted = await chromium.page.evaluate(
      `window.sitecraft.grantFiles([new File(['abc'], 'a.zip'), new File(['12345'], '二.zip')])`,
    )
    expect(granted).toEqual([
      { grant: expect.any(String), name: 'a.zip', size: 3 },
      { grant: expect.any(String), name: '二.zip', size: 5 },
    ])
    expect(JSON.stringify(granted)).not.toContain('/picked')
  })

  it('tells where to send a file that exists in memory only, and moves none of its bytes', async () => {
    const granted = await chromium.page.evaluate(
      `window.sitecraft.grantFiles([new File(['a'], 'a.zip'), new File(['123'], '粘贴的图片.png')])`,
    )
    expect(granted).toEqual([
      { grant: expect.any(String), name: 'a.zip', size: 1 },
      { grant: '', name: '粘贴的图片.png', size: 3, sendTo: expect.stringMatching(/^\/grant\?ticket=[\w-]{24}$/) },
    ])
  })

  it('shows the first run, keeps to its policy, and signs in to the built-in server', async () => {
    const { page } = chromium
    await page.goto(`${chromium.address}/`)
    await page.getByText('使用内置服务器').first().waitFor()
    await page.getByRole('button', { name: '使用内置服务器' }).click()
    await page.waitForURL('**/index')
    await page.getByText('admin').first().waitFor()
    expect(await chromium.violations()).toEqual([])
  })

  it('uploads a pasted image, which has no path, among files of the disk', async () => {
    const { page } = chromium
    await page.goto(`${chromium.address}/data/resource`)
    const create = { width: 64, height: 48, channels: 3, background: 'red' } as const
    const buffer = await sharp({ create }).png().toBuffer()
    const file = (name: string) => ({ name, mimeType: 'image/png', buffer })
    const chooser = page.getByLabel('选择要上传的图片')
    await chooser.setInputFiles([file('粘贴的图片-1.png'), file('已删除.png'), file('粘贴的图片-2.png')])
    for (const name of ['粘贴的图片-1.png', '粘贴的图片-2.png'])
      await page.getByRole('row', { name }).getByText('64 × 48').waitFor()
    await page.getByText('找不到文件“已删除.png”').first().waitFor()
    expect(await page.getByRole('row', { name: '已删除.png' }).count()).toBe(0)
    expect(await readdir(join(main.dataDir, 'tmp'), { recursive: true })).toHaveLength(1)
    expect(await chromium.violations()).toEqual([])
  })

  it('uploads a chosen folder into the same folders of a template', async () => {
    const { page } = chromium
    const picked = join(main.dataDir, 'picked')
    await mkdir(join(picked, '主题', '深'), { recursive: true })
    await writeFile(join(picked, '主题', 'a.css'), 'a{}')
    await writeFile(join(picked, '主题', '深', 'b.js'), 'b()')
    await writeFile(join(picked, '主题', '.DS_Store'), 'x')
    await page.goto(`${chromium.address}/site/template/list`)
    await page.evaluate((folder) => (window.standInPicked = folder), picked)
    await page
      .getByRole('button', { name: /^文件管理/ })
      .first()
      .click()
    const manager = page.getByRole('dialog', { name: /^文件管理/ })
    await manager.getByRole('button', { name: '上传文件夹' }).waitFor()
    await manager.getByLabel('选择整个文件夹').setInputFiles(join(picked, '主题'))
    await manager.getByText('上传 2 / 2').waitFor()
    const inFront = (name: string) => manager.getByRole('table', { name: '文件' }).getByTitle(name, { exact: true })
    await inFront('主题').dblclick()
    await inFront('a.css').waitFor()
    await inFront('深').dblclick()
    await inFront('b.js').waitFor()
    expect(await chromium.violations()).toEqual([])
  })
})
