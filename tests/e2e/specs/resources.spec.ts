import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect, test } from '../fixtures.ts'
import { Library, pdf, type TestFile, wav } from '../pages/library.ts'
import { violations } from '../pages/violations.ts'

async function png(name: string, color: string, width = 1200, height = 800): Promise<TestFile> {
  const create = { width, height, channels: 3, background: color } as const
  return { name, mimeType: 'image/png', buffer: await sharp({ create }).png().toBuffer() }
}

test('pictures are uploaded, looked at, found, replaced and deleted, used ones only on a second word [B-123] [B-124] [B-125] [B-126] @smoke', async ({
  shell: _in,
  page,
  remote,
}) => {
  test.slow()
  const library = new Library(page)
  await library.open()
  await library.upload('图片', await png('海报.png', 'red'), await png('封面.png', 'blue', 300, 200))

  // Looked at: the whole picture, its pixels, the next one.
  await library.act('预览', '海报.png')
  const picture = library.dialog.getByRole('img', { name: '海报.png' })
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1200)
  const scale = library.dialog.getByRole('status', { name: '缩放比例' })
  await expect(scale).not.toHaveText('100%')
  await page.keyboard.press('1')
  await expect(scale).toHaveText('100%')
  await page.keyboard.press('+')
  await expect(scale).toHaveText('125%')
  await page.keyboard.press('0')
  await expect(scale).not.toHaveText('100%')
  await page.keyboard.press('Escape')
  await expect(library.dialog).toHaveCount(0)
  await library.file('海报.png').focus()
  await page.keyboard.press('Enter')
  await expect(library.dialog.getByRole('group', { name: '预览' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(library.dialog).toHaveCount(0)
  await expect(library.file('海报.png')).toBeFocused()

  // Found.
  await page.getByRole('searchbox', { name: '搜索文件名' }).fill('封面')
  await expect(library.file('海报.png')).toHaveCount(0)
  await expect(library.file('封面.png')).toBeVisible()
  await page.reload()
  await expect(library.file('封面.png')).toBeVisible()
  await expect(library.file('海报.png')).toHaveCount(0)

  // Replaced: the address stays, the picture is another one.
  await library.act('替换', '封面.png')
  await page.getByLabel('选择新文件', { exact: true }).setInputFiles(await png('随便.png', 'green', 640, 480))
  await expect(page.getByText('替换成功').last()).toBeVisible({ timeout: 20_000 })
  await expect(library.file('封面.png')).toContainText('640 × 480')

  // Deleted: a used one says where.
  const found = await remote.post('api/cebest-cms/attachment/page', { key: '封面', page: 1, size: 10 })
  const { accessPath } = (found.data as { content: { accessPath: string }[] }).content[0] ?? { accessPath: '' }
  const saved = await remote.post('api/cebest-cms/template/save', {
    name: '用封面的模板',
    folder: 'with-cover',
    templatePic: accessPath,
    siteId: 1,
  })
  expect(saved.code, saved.msg).toBe(200)
  await library.act('删除', '封面.png')
  await expect(library.dialog).toContainText('模板“用封面的模板”')
  await library.dialog.getByRole('checkbox', { name: /仍要删除/ }).check()
  await library.dialog.getByRole('button', { name: '全部删除' }).click()
  await expect(page.getByText('没有找到')).toBeVisible()
  await page.getByRole('button', { name: '清除条件' }).click()
  await library.file('海报.png').getByRole('checkbox').check()
  await page.getByRole('group', { name: '批量操作' }).getByRole('button', { name: '删除' }).click()
  await library.dialog.getByRole('button', { name: '确定' }).click()
  await expect(library.file('海报.png')).toHaveCount(0)
})

test('sound can be played from any place, and the pages of a PDF are drawn', async ({ shell: _in, page }) => {
  test.slow()
  const library = new Library(page)
  await library.open()
  await library.tab('音频')
  await library.upload('音频', wav('提示音.wav', 60))
  await library.act('预览', '提示音.wav')
  const sound = library.dialog.locator('audio')
  await expect.poll(() => sound.evaluate((audio: HTMLAudioElement) => Math.round(audio.duration))).toBe(60)
  await sound.evaluate((audio: HTMLAudioElement) => (audio.currentTime = 45))
  await expect.poll(() => sound.evaluate((audio: HTMLAudioElement) => !audio.seeking && audio.currentTime)).toBe(45)
  await page.keyboard.press('Escape')

  await library.tab('文件')
  await library.upload('文件', pdf('说明.pdf', ['one', 'two', 'three']))
  await library.act('预览', '说明.pdf')
  await expect(library.dialog.getByRole('region', { name: '说明.pdf，共 3 页' })).toBeVisible()
  const first = library.dialog.getByRole('img', { name: '第 1 页' })
  const dark = () =>
    first.evaluate((canvas: HTMLCanvasElement) => {
      const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] }
      return [...data].filter((value, i) => i % 4 === 0 && value < 100).length
    })
  await expect.poll(dark).toBeGreaterThan(100)
})

test('pictures are dropped and pasted; the wheel zooms at the pointer, a drag moves [B-125] [A-194]', async ({
  shell: _in,
  page,
  home,
}) => {
  test.slow()
  const library = new Library(page)
  await library.open()
  const files = ['拖入的.png', '程序.exe'].map((name) => join(home, name))
  for (const file of files) writeFileSync(file, (await png('', 'red')).buffer)
  const client = await page.context().newCDPSession(page)
  const data = { items: [], files, dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await client.send('Input.dispatchDragEvent', { type, x: 700, y: 500, data })
  await expect(library.file('拖入的.png')).toBeVisible()
  await expect(page.locator('.fui-Toast').getByText('请上传 gif,jpg,jpeg,png 的格式!')).toBeVisible()

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.evaluate(async () => {
    const canvas = new OffscreenCanvas(90, 60)
    canvas.getContext('2d')?.fillRect(0, 0, 30, 30)
    const image = await canvas.convertToBlob({ type: 'image/png' })
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': image })])
  })
  await page.keyboard.press('Control+v')
  await expect(library.files.getByRole('row', { name: /^粘贴的图片-\d{8}-\d{6}\.png$/ })).toContainText('90 × 60')

  await library.act('预览', '拖入的.png')
  const picture = library.dialog.getByRole('img', { name: '拖入的.png' })
  const scale = library.dialog.getByRole('status', { name: '缩放比例' })
  // It is fitted once it is there.
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await expect(scale).toHaveText(/^[1-9]\d%$/)
  await page.keyboard.press('1')
  await expect(scale).toHaveText('100%')
  await page.mouse.move(500, 300)
  const place = async () => (await picture.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }
  const before = await place()
  await page.mouse.wheel(0, -100)
  await expect(scale).toHaveText('125%')
  const after = await place()
  expect((500 - after.x) / after.width).toBeCloseTo((500 - before.x) / before.width, 2)
  await page.mouse.down()
  await page.mouse.move(540, 320, { steps: 4 })
  await page.mouse.up()
  await expect.poll(async () => Math.round((await place()).x - after.x)).toBe(40)
})

test('a film is played', async ({ shell: _in, page }) => {
  test.slow()
  const bytes = await page.evaluate(async () => {
    const canvas = document.createElement('canvas')
    const pen = canvas.getContext('2d')
    const recorder = new MediaRecorder(canvas.captureStream(25), { mimeType: 'video/webm' })
    const done = new Promise<Blob>((resolve) => {
      recorder.ondataavailable = ({ data }) => resolve(data)
    })
    recorder.start()
    for (let frame = 0; frame < 40; frame += 1) {
      pen?.fillRect(frame, 0, 50, 50)
      await new Promise(requestAnimationFrame)
    }
    recorder.stop()
    return [...new Uint8Array(await (await done).arrayBuffer())]
  })
  const library = new Library(page)
  await library.open()
  await library.tab('视频')
  await library.upload('视频', { name: '片子.webm', mimeType: 'video/webm', buffer: Buffer.from(bytes) })
  await library.act('预览', '片子.webm')
  const film = library.dialog.locator('video')
  await film.evaluate((video: HTMLVideoElement) => video.play())
  await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(0.2)
  expect(await film.evaluate(({ videoWidth }: HTMLVideoElement) => videoWidth)).toBe(300)
})

for (const theme of ['浅色', '深色'] as const) {
  test(`the library, its preview, details and questions are accessible, ${theme}`, async ({ shell, page }) => {
    test.slow()
    await shell.setTheme(theme)
    const library = new Library(page)
    await library.open()
    await library.upload('图片', await png('海报.png', 'red'))
    expect(await violations(page), 'grid').toEqual([])
    for (const action of ['预览', '详情', '替换', '删除']) {
      await library.act(action, '海报.png')
      await expect(library.dialog).toBeVisible()
      expect(await violations(page), action).toEqual([])
      await page.keyboard.press('Escape')
      await expect(library.dialog).toHaveCount(0)
    }
    await page.getByRole('button', { name: '列表', exact: true }).click()
    await expect(page.getByRole('table')).toBeVisible()
    expect(await violations(page), 'list').toEqual([])
  })
}
