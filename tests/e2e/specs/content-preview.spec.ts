import sharp from 'sharp'
import { expect, test } from '../fixtures.ts'
import { ContentList } from '../pages/content.ts'
import { ContentForm, newsColumn } from '../pages/contentForm.ts'
import { Library } from '../pages/library.ts'

const CMS = 'api/cebest-cms'

test('the preview shows what was typed and the pictures of the server, in a frame without an origin that runs nothing [B-038] [B-043] [B-330]', async ({
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
  const images = frame.locator('img')
  await expect(images).toHaveCount(2)
  for (const image of await images.all())
    await expect.poll(() => image.evaluate((each: HTMLImageElement) => each.naturalWidth)).toBe(320)
  expect(await frame.locator('body').evaluate(() => self.origin)).toBe('null')
  await expect(preview.locator('iframe')).toHaveAttribute('sandbox', '')

  // Nothing was saved by looking.
  await preview.getByRole('button', { name: '关闭' }).first().click()
  const { data: entries } = await remote.post(`${CMS}/content/${classId}/page`, { page: 1, size: 10, key: '船队归来' })
  expect((entries as { content: { title: string }[] }).content.map(({ title }) => title)).toEqual(['船队归来'])
})
