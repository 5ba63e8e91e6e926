import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Locator } from '@playwright/test'
import sharp from 'sharp'
import { expect, test } from '../fixtures.ts'
import { ContentList } from '../pages/content.ts'
import { ContentForm, newsColumn } from '../pages/contentForm.ts'
import { Library } from '../pages/library.ts'

const CMS = 'api/cebest-cms'

test('the preview is the page of the site with what was typed and the pictures of the server, in a frame without an origin that runs nothing [B-038] [B-043]', async ({
  shell: _in,
  page,
  remote,
}) => {
  const library = new Library(page)
  await library.open()
  const picture = { width: 320, height: 200, channels: 3, background: 'teal' } as const
  const buffer = await sharp({ create: picture }).png().toBuffer()
  await library.upload('图片', { name: '船.png', mimeType: 'image/png', buffer })
  const { data: files } = await remote.post(`${CMS}/attachment/page`, { page: 1, size: 10 })
  const { accessPath } = (files as { content: { accessPath: string }[] }).content[0] ?? { accessPath: '' }
  const classId = await newsColumn(remote)
  const values = { title: '船队归来', photo: accessPath, content: `<p>正文</p><p><img src="${accessPath}"></p>` }
  const fieldList = Object.entries(values).map(([fieldName, fieldValue]) => ({ fieldName, fieldValue }))
  await remote.post(`${CMS}/content/${classId}/save`, { classId, id: 0, isStatus: false, fieldList })

  const list = new ContentList(page)
  await list.open('新闻中心', '集团新闻')
  await list.action('编辑', '船队归来').click()
  const form = new ContentForm(page)
  await form.text('标题').fill('船队归来，还没有保存')
  await form.button('预览').click()
  const preview = page.getByRole('dialog', { name: '预览' })
  const frame = preview.frameLocator('iframe')
  await expect(frame.getByRole('heading', { level: 1 })).toHaveText('船队归来，还没有保存')
  const widthOf = (image: Locator) => image.evaluate((each: HTMLImageElement) => each.naturalWidth)
  const images = frame.locator('article img')
  await expect(images).toHaveCount(2)
  for (const image of await images.all()) await expect.poll(() => widthOf(image)).toBe(320)
  // What is around the article is the template's: navigation, banner of the column and styles.
  const menu = frame.getByRole('navigation', { name: '主导航' })
  await expect(menu.getByText('新闻中心', { exact: true })).toBeVisible()
  const banner = frame.locator('img:not(article img)')
  await expect(banner).not.toHaveCount(0)
  for (const image of await banner.all()) await expect.poll(() => widthOf(image)).toBeGreaterThan(0)
  await expect(frame.locator('script')).toHaveCount(0)
  expect(await frame.locator('body').evaluate(() => self.origin)).toBe('null')
  await expect(preview.locator('iframe')).toHaveAttribute('sandbox', '')

  // Nothing was saved by looking.
  await preview.getByRole('button', { name: '关闭' }).first().click()
  const { data: entries } = await remote.post(`${CMS}/content/${classId}/page`, { page: 1, size: 10, key: '船队归来' })
  expect((entries as { content: { title: string }[] }).content.map(({ title }) => title)).toEqual(['船队归来'])
})

/** What makes a text look as it does; widths are those of the page. The editor keeps spaces that are typed, and writes them as &nbsp;. */
const LOOK =
  'font-family font-size font-weight font-style line-height color background-color text-align text-indent margin-top margin-bottom margin-left padding-left padding-top border-top-width border-left-width list-style-type max-width'.split(
    ' ',
  )
const looksOf = (root: Locator): Promise<string[]> =>
  root.evaluate(
    (element, names) =>
      [
        ...element.querySelectorAll(
          'h1, h2, h3, p, section, article, ul, ol, li, blockquote, pre, code, td, th, span, a',
        ),
      ]
        // A line that is no paragraph in the HTML is one in the editor.
        .filter((each) => !each.hasAttribute('data-bare') && each.textContent !== '')
        .map((each) => {
          const style = getComputedStyle(each)
          return [
            each.tagName,
            each.textContent,
            ...names.map((name) => `${name}: ${style.getPropertyValue(name)}`),
          ].join('\n')
        }),
    LOOK,
  )

test('the preview of a column without a template shows each element as the editor does, sections and headings in sections too', async ({
  app,
  shell: _in,
  page,
  remote,
}) => {
  await rm(join(app.dataDir, 'server', 'templates', 'corporate', 'detail.html'))
  const content = [
    '<h1>标题一</h1><h2>标题二</h2><h3>标题三</h3><p>正文 plain</p>',
    '<p style="text-align: center; text-indent: 2em; font-family: KaiTi, 楷体, STKaiti, serif"><span style="font-size: 18pt; color: #c00000">红字</span></p>',
    '<section><section><h2>节中标题</h2><p>节中文字</p><ul><li>一</li></ul></section></section>',
    '<article><h1>文中文</h1><p>段落</p></article>',
    '<ul><li>甲<ul><li>乙</li></ul></li></ul><ol><li>丙</li></ol><blockquote><p>引文</p></blockquote>',
    '<pre><code>let a</code></pre><table><tbody><tr><th>头</th><td>格</td></tr></tbody></table>',
  ].join('')
  const classId = await newsColumn(remote)
  const fieldList = Object.entries({ title: '各种样式', content }).map(([fieldName, fieldValue]) => ({
    fieldName,
    fieldValue,
  }))
  await remote.post(`${CMS}/content/${classId}/save`, { classId, id: 0, isStatus: false, fieldList })
  const list = new ContentList(page)
  await list.open('新闻中心', '集团新闻')
  await list.action('编辑', '各种样式').click()
  const form = new ContentForm(page)
  const text = form.dialog.locator('.ProseMirror')
  await expect(text.getByText('节中文字')).toBeVisible()
  const edited = await looksOf(text)
  await form.button('预览').click()
  const preview = page.getByRole('dialog', { name: '预览' }).frameLocator('iframe')
  const rich = preview.locator('.rich')
  await expect(preview.getByText('模板文件“detail.html”不存在')).toBeVisible()
  await expect(rich.getByText('节中文字')).toBeVisible()
  expect(await looksOf(rich)).toEqual(edited)
})
