import sharp from 'sharp'
import { expect, test } from '../fixtures.ts'
import { BLUE, GREEN, Media, RED, twoColours } from '../pages/media.ts'
import { violations } from '../pages/violations.ts'

const image = (name: string, width = 64, height = 48) => ({ name, bytes: twoColours(width, height, RED, BLUE) })

test('a picture is uploaded, chosen, and there to choose again; a false one is refused [B-128] [B-394]', async ({
  shell,
  page,
}) => {
  test.slow()
  const media = new Media(page)
  await shell.open('组件演示')
  await media.open()
  await media.field('封面').getByRole('button', { name: '选择图片' }).click()
  const picker = media.dialog('选择图片')
  await expect(picker.getByText(/^共 \d+ 条$/)).toBeVisible()
  await picker.getByRole('tab', { name: '上传' }).click()
  await media.give('选择要上传的图片', { name: '假的.png', bytes: Buffer.from('MZ not a picture') })
  await expect(
    page
      .locator('.fui-Toast')
      .filter({ hasText: /假的|图片|格式/ })
      .first(),
  ).toBeVisible()
  await expect(picker.getByRole('list', { name: '上传列表' })).toHaveCount(0)

  await media.give('选择要上传的图片', image('海边.png'))
  await expect(picker.getByRole('group', { name: '已选择' })).toContainText('海边.png')
  await picker.getByRole('button', { name: '确定' }).click()
  await expect(picker).toHaveCount(0)
  await expect(media.field('封面').locator('img')).toBeVisible()
  await media.field('封面').getByRole('button', { name: '移除封面' }).click()

  await media.field('封面').getByRole('button', { name: '选择图片' }).click()
  await expect(media.option('海边.png')).toBeVisible()
  await expect(media.option('海边.png').locator('img')).toBeVisible()
  await media.option('海边.png').focus()
  await page.keyboard.press('Enter')
  await expect(picker).toHaveCount(0)
  await expect(media.field('封面').getByRole('button', { name: '更换图片' })).toBeVisible()
})

test('several pictures are uploaded at once, sorted by keys and mouse, edited and saved [B-129] [B-130] [B-131] [B-261] [B-263]', async ({
  shell,
  page,
}) => {
  test.slow()
  const media = new Media(page)
  await shell.open('组件演示')
  await media.open()
  await media.field('图集').getByRole('button', { name: '多图上传' }).click()
  const dialog = media.dialog('多图上传')
  await media.give('选择要上传的图片', ...Array.from({ length: 13 }, (_each, i) => image(`${i}.png`, 8, 8)))
  await expect(shell.toast('当前限制选择 12 个文件，本次选择了 13 个文件')).toBeVisible()
  // Each of another content: the same content is kept once.
  await media.give('选择要上传的图片', image('甲.png', 60, 40), image('乙.png', 62, 40), image('丙.png', 64, 40))
  await expect(dialog.getByRole('listitem')).toHaveCount(3)
  expect(await violations(page), '多图上传').toEqual([])
  await dialog.getByRole('button', { name: '开始上传' }).click()
  await expect(shell.toast('上传完成! 共上传3张图片')).toBeVisible()
  await expect(dialog).toHaveCount(0)
  await media.expectOrder('甲', '乙', '丙')

  await media.handle('丙').focus()
  await page.keyboard.press('Alt+ArrowLeft')
  await media.expectOrder('甲', '丙', '乙')
  await expect(media.handle('丙')).toBeFocused()
  await media.handle('甲').focus()
  await page.keyboard.press('Space')
  await expect(page.getByText('“甲”在第 1 位，共 3 个')).toBeAttached()
  await page.keyboard.press('ArrowRight')
  await expect(page.getByText('“甲”在第 2 位，共 3 个')).toBeAttached()
  await page.keyboard.press('Space')
  await media.expectOrder('丙', '甲', '乙')
  await media.handle('乙').dragTo(media.handle('丙'), { steps: 12 })
  await media.expectOrder('乙', '丙', '甲')
  expect(await violations(page), '图集').toEqual([])

  await media.form.getByRole('button', { name: '编辑 丙' }).click()
  const editor = media.dialog('编辑项 丙')
  await editor.getByLabel('标题', { exact: true }).fill('第二张')
  await editor.getByLabel('链接').fill('https://example.com/')
  await editor.getByLabel('新窗口').check()
  expect(await violations(page), '编辑项').toEqual([])
  await editor.getByRole('button', { name: '确定' }).click()
  await media.expectOrder('乙', '第二张', '甲')
  await expect(media.form.getByText('https://example.com/')).toBeVisible()

  // The form that the fields stand in is saved by its own button alone.
  await expect(shell.toast('保存成功')).toHaveCount(0)
  await media.field('封面').getByRole('button', { name: '选择图片' }).click()
  await media.option('甲.png').dblclick()
  await media.form.getByRole('button', { name: '保存' }).click()
  await expect(shell.toast('保存成功')).toBeVisible()
})

for (const theme of ['浅色', '深色'] as const) {
  test(`the picker and the cropper are accessible, ${theme}`, async ({ shell, page }, info) => {
    test.slow()
    await shell.setTheme(theme)
    const media = new Media(page)
    await shell.open('组件演示')
    await media.open()
    const shot = (name: string) => page.screenshot({ path: info.outputPath(`${theme} ${name}.png`) })
    for (const state of ['正在加载', '没有资源', '没有找到', '加载失败', '有资源']) {
      await page.getByRole('radio', { name: state, exact: true }).click()
      await expect(page.getByRole('radio', { name: state, exact: true })).toBeChecked()
      expect(await violations(page), state).toEqual([])
    }
    await media.field('图集').getByRole('button', { name: '选择图片' }).click()
    const picker = media.dialog('选择图片')
    await picker.getByRole('tab', { name: '上传' }).click()
    await media.give('选择要上传的图片', image('一.png', 90, 60), image('二.png', 60, 90), image('三.png', 70, 60))
    await expect(picker.getByText('已选 3 项')).toBeVisible()
    expect(await violations(page), '上传').toEqual([])
    await shot('上传')
    await picker.getByRole('tab', { name: '网络地址' }).click()
    await page.getByLabel('图片的网络地址').fill('https://example.com/photo')
    expect(await violations(page), '网络地址').toEqual([])
    await shot('网络地址')
    await picker.getByRole('tab', { name: '选择已有' }).click()
    await expect(media.option('一.png')).toHaveAttribute('aria-selected', 'true')
    await expect(media.option('一.png').locator('img')).toBeVisible()
    expect(await violations(page), '选择已有').toEqual([])
    await shot('选择已有')
    await picker.getByRole('button', { name: '确定' }).click()
    await expect(media.handle('一')).toBeVisible()
    await media.handle('一').scrollIntoViewIfNeeded()
    await shot('图集')

    await media.field('头像').getByRole('button', { name: '选择头像' }).click()
    await media.give('选择要裁剪的图片', { name: '我.png', bytes: twoColours(600, 300, RED, BLUE) })
    await expect(page.getByRole('group', { name: /^裁剪框/ })).toBeVisible()
    expect(await violations(page), '裁剪').toEqual([])
    await shot('裁剪')
  })
}

test('a picture is cut by keys and uploaded as the avatar [C-362] [C-030]', async ({ shell, page, remote }) => {
  test.slow()
  const media = new Media(page)
  await shell.open('组件演示')
  await media.open()
  await media.field('头像').getByRole('button', { name: '选择头像' }).click()
  const dialog = media.dialog('裁剪头像')
  await expect(dialog.getByText('裁剪结果不会保存到数据库，刷新后重置。')).toBeVisible()
  await media.give('选择要裁剪的图片', { name: '坏.png', bytes: Buffer.from('not a picture') })
  await expect(dialog.getByText('“坏.png”打不开，请更换图片')).toBeVisible()
  await media.give('选择要裁剪的图片', { name: '我.png', bytes: twoColours(1200, 600, GREEN, BLUE) })
  const frame = page.getByRole('group', { name: /^裁剪框，我\.png/ })
  await frame.focus()
  // To the right as far as it goes: the frame then stands over the left, green half.
  for (let i = 0; i < 80; i += 1) await page.keyboard.press('ArrowRight')
  await page.keyboard.press('+')
  await expect(dialog.getByText('缩放 110%')).toBeVisible()
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(media.field('头像').locator('img')).toBeVisible()

  const { data } = await remote.post('api/cebest-cms/attachment/page', { materialType: 'image', page: 1, size: 10 })
  expect((data as { content: unknown[] }).content[0]).toMatchObject({
    oldName: '我-裁剪.png',
    imageWidth: 200,
    imageHeight: 200,
  })
  const dataUrl = await media.field('头像').locator('img').getAttribute('src')
  const bytes = Buffer.from((dataUrl ?? '').split(',')[1] ?? '', 'base64')
  const { channels } = await sharp(bytes).stats()
  expect(channels.slice(0, 3).map(({ mean }) => Math.round(mean / 40))).toEqual(
    GREEN.map((value) => Math.round(value / 40)),
  )
})

test('a photo of a camera that was held upright is upright in the cropper and in what it gives', async ({
  shell,
  page,
}) => {
  const media = new Media(page)
  await shell.open('组件演示')
  await media.open()
  await media.field('头像').getByRole('button', { name: '选择头像' }).click()
  // The file's left half, green, is the photo's upper one: orientation 6 turns it clockwise by a quarter.
  const bytes = await sharp(twoColours(1200, 600, GREEN, BLUE))
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  expect(await sharp(bytes).metadata()).toMatchObject({ width: 1200, height: 600, orientation: 6 })
  await media.give('选择要裁剪的图片', { name: '照片.jpg', bytes })
  await expect(page.getByRole('group', { name: /^裁剪框，照片\.jpg/ })).toBeVisible()
  await media.dialog('裁剪头像').getByRole('button', { name: '确定' }).click()
  const shown = media.field('头像').locator('img')
  await expect(shown).toBeVisible()
  const result = Buffer.from(((await shown.getAttribute('src')) ?? '').split(',')[1] ?? '', 'base64')
  const half = async (top: number): Promise<number[]> => {
    // Statistics are of a whole image.
    const part = await sharp(result).extract({ left: 0, top, width: 200, height: 90 }).png().toBuffer()
    const { channels } = await sharp(part).stats()
    return channels.slice(0, 3).map(({ mean }) => Math.round(mean / 40))
  }
  const about = (colour: readonly number[]): number[] => colour.map((value) => Math.round(value / 40))
  expect(await half(0)).toEqual(about(GREEN))
  expect(await half(110)).toEqual(about(BLUE))
})
