import { expect, test } from '../fixtures.ts'
import { Media, RED, BLUE, twoColours } from '../pages/media.ts'
import { RichText } from '../pages/richText.ts'
import { violations } from '../pages/violations.ts'

test('links are made, changed and taken away, and addresses that are typed become links', async ({ shell, page }) => {
  const field = await RichText.open(shell, page)
  await field.clear()
  await page.keyboard.type('官方网站')
  await page.keyboard.press('Shift+Home')
  await field.tool('链接').click()
  const dialog = page.getByRole('dialog', { name: '链接' })
  await expect(dialog.getByRole('textbox', { name: '显示文字' })).toHaveCount(0)
  await dialog.getByRole('textbox', { name: '地址' }).fill('javascript:alert(1)')
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(dialog.getByText(/链接应以 http/)).toBeVisible()
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('textbox', { name: '地址' }).fill('/news/1.html')
  await dialog.getByRole('switch', { name: '在新窗口打开' }).click()
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(field.value).toHaveText('<p><a href="/news/1.html">官方网站</a></p>')

  await expect(field.text).toBeFocused()
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowRight')
  await expect(field.tool('链接')).toHaveAttribute('aria-pressed', 'true')
  await field.tool('链接').click()
  await expect(dialog.getByRole('textbox', { name: '地址' })).toHaveValue('/news/1.html')
  await dialog.getByRole('textbox', { name: '地址' }).fill('')
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(field.value).toHaveText('<p>官方网站</p>')

  await field.clear()
  await page.keyboard.type('详见https://example.com/a。')
  await expect(field.value).toHaveText(
    '<p>详见<a href="https://example.com/a" target="_blank">https://example.com/a</a>。</p>',
  )
  await page.keyboard.press('Control+z')
  await expect(field.value).toHaveText('<p>详见https://example.com/a。</p>')
  await page.keyboard.type('后 ')
  await expect(field.value).toHaveText(/^<p>详见https:\/\/example.com\/a。后.?<\/p>$/)

  await field.clear()
  await page.keyboard.type('网站')
  await page.keyboard.press('Shift+Home')
  await field.paste({ text: 'https://example.com/b' })
  await expect(field.value).toHaveText('<p><a href="https://example.com/b" target="_blank">网站</a></p>')
})

test('a picture is chosen, described, made narrower by keys and by its corner, and taken back step by step', async ({
  shell,
  page,
}) => {
  test.slow()
  const field = await RichText.open(shell, page)
  const media = new Media(page)
  await field.clear()
  await field.tool('图片').click()
  const picker = page.getByRole('dialog', { name: '选择图片' })
  await picker.getByRole('tab', { name: '上传' }).click()
  await media.give('选择要上传的图片', { name: '海报.png', bytes: twoColours(400, 200, RED, BLUE) })
  await expect(picker.getByRole('group', { name: '已选择' })).toContainText('海报.png')
  await picker.getByRole('button', { name: '确定' }).click()
  const image = field.text.locator('img[alt="海报"]')
  await expect(image).toBeVisible()
  await expect(field.value).toContainText('style="max-width: 100%"')

  await image.click()
  await field.tool('图片属性').click()
  const dialog = page.getByRole('dialog', { name: '图片属性' })
  await dialog.getByRole('textbox', { name: '替代文字' }).fill('港口的早晨')
  await dialog.getByRole('textbox', { name: '宽度' }).fill('很宽')
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(dialog.getByText('宽度应为数字、数字加 px 或百分比，例例如 480px 或 100%')).toBeVisible()
  await dialog.getByRole('textbox', { name: '宽度' }).fill('200')
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(field.value).toContainText(/alt="港口的早晨" style="max-width: 100%; width: 200px; height: auto"/)

  const shown = field.text.locator('img[alt="港口的早晨"]')
  await shown.click()
  const box = await shown.boundingBox()
  const corner = { x: (box?.x ?? 0) + (box?.width ?? 0), y: (box?.y ?? 0) + (box?.height ?? 0) }
  await page.mouse.move(corner.x, corner.y)
  await page.mouse.down()
  await page.mouse.move(corner.x - 60, corner.y - 20, { steps: 4 })
  await page.mouse.up()
  await expect(field.value).toContainText('width: 140px')
  await page.keyboard.press('Control+z')
  await expect(field.value).toContainText('width: 200px')
  await page.keyboard.press('Control+z')
  await expect(field.value).toContainText('alt="海报" style="max-width: 100%"')
  await page.keyboard.press('Control+z')
  await expect(field.value).toHaveText('')
  await page.keyboard.press('Control+y')
  await expect(field.value).toContainText('alt="海报"')
})

test('a film of the library plays in the text', async ({ shell, page }, info) => {
  test.slow()
  const field = await RichText.open(shell, page)
  const media = new Media(page)
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
  await field.clear()
  await field.tool('视频').click()
  const picker = page.getByRole('dialog', { name: '选择视频' })
  await picker.getByRole('tab', { name: '上传' }).click()
  await media.give('选择要上传的视频', { name: '片子.webm', bytes: Buffer.from(bytes) })
  await expect(picker.getByRole('group', { name: '已选择' })).toContainText('片子.webm')
  await picker.getByRole('button', { name: '确定' }).click()
  const film = field.text.locator('video')
  await expect(film).toBeVisible()
  await film.evaluate((video: HTMLVideoElement) => video.play())
  await expect.poll(() => film.evaluate((video: HTMLVideoElement) => video.currentTime)).toBeGreaterThan(0.1)
  await expect(field.value).toContainText(/<video src="\/[^"]+\.webm" controls="" style="max-width: 100%">/)

  // Its name is where it is taken hold of.
  await field.text.locator('[data-drag-handle] > span').last().click()
  await field.tool('视频属性').click()
  const dialog = page.getByRole('dialog', { name: '视频属性' })
  await dialog.getByRole('textbox', { name: '宽度' }).fill('50%')
  await dialog.getByRole('switch', { name: '循环播放' }).click()
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect(field.value).toContainText(/loop="" style="max-width: 100%; width: 50%; height: auto"/)
  await page.screenshot({ path: info.outputPath('视频.png') })
  await page.keyboard.press('Delete')
  await expect(field.value).toHaveText('')
})

test('tables grow by the Tab key, are joined and parted, and each step is taken back', async ({ shell, page }) => {
  test.slow()
  const field = await RichText.open(shell, page)
  await field.clear()
  const table = async (step: string): Promise<void> => {
    await field.tool('表格').click()
    await page.getByRole('menuitem', { name: step }).click()
  }
  await table('插入 2 行 2 列的表格')
  await page.keyboard.type('甲')
  for (let cell = 0; cell < 4; cell += 1) await page.keyboard.press('Tab')
  await page.keyboard.type('新')
  await expect(field.text.locator('tr')).toHaveCount(3)
  await expect(field.text.locator('tr').last().locator('td').first()).toHaveText('新')
  await expect(field.text.locator('tr').last().locator('td').first()).toHaveCSS('border-top-style', 'solid')

  await field.tool('表格').click()
  await expect(page.getByRole('menuitem', { name: '合并单元格' })).toBeDisabled()
  await page.keyboard.press('Escape')
  const cells = field.text.locator('td')
  await cells.nth(0).click()
  await page.keyboard.down('Shift')
  await cells.nth(1).click()
  await page.keyboard.up('Shift')
  await table('合并单元格')
  await expect(field.text.locator('td[colspan="2"]')).toHaveCount(1)
  await expect(field.value).toContainText('colspan="2"')
  await table('拆分单元格')
  await expect(field.text.locator('td[colspan="2"]')).toHaveCount(0)
  await expect(field.text).toBeFocused()
  await page.keyboard.press('Control+z')
  await expect(field.text.locator('td[colspan="2"]')).toHaveCount(1)
  await page.keyboard.press('Control+z')
  await expect(cells).toHaveCount(4)
  await cells.nth(0).click()
  await table('删除列')
  await expect(field.text.locator('tr').first().locator('th')).toHaveCount(1)
  await table('删除行')
  await table('删除表格')
  await expect(field.text.locator('table')).toHaveCount(0)
  expect(await field.text.locator('p').count()).toBeGreaterThan(0)
})

test('an input method writes Chinese into marks, tables, the search and full screen, and its keys are its own', async ({
  shell,
  page,
}) => {
  const field = await RichText.open(shell, page)
  await field.clear()
  await field.tool('加粗').click()
  await field.compose(['h', 'ha', 'hai', "hai'y", "hai'yang"], '海洋')
  await field.tool('加粗').click()
  await field.compose(['k', 'ke', 'ke ji'], '科技')
  await expect(field.value).toHaveText('<p><strong>海洋</strong>科技</p>')
  await page.keyboard.press('Enter')
  await page.keyboard.type('https://example.com')
  await field.compose(['c', 'cha'], '查看')
  await expect(field.value).toContainText(
    '<p><a href="https://example.com" target="_blank">https://example.com</a>查看</p>',
  )
  await expect(page.getByText(/^字数 7$/)).toBeVisible()

  // Marks of the search in the line that is written.
  await page.keyboard.press('Control+f')
  await field.compose(['h', 'hai'], '海')
  await expect(page.getByRole('textbox', { name: '查找' })).toHaveValue('海')
  await expect(page.getByRole('search')).toContainText('1 / 1')
  await field.text.locator('p').first().click()
  await page.keyboard.press('End')
  await field.compose(['s', 'shang', "shang'hai"], '上海')
  await expect(field.value).toContainText('<p><strong>海洋</strong>科技上海</p>')
  await expect(page.getByRole('search')).toContainText('/ 2')
  await page.getByRole('textbox', { name: '查找' }).focus()
  await page.keyboard.press('Escape')

  await field.tool('表格').click()
  await page.getByRole('menuitem', { name: '插入 2 行 2 列的表格' }).click()
  await field.compose(['r', 'ri', "ri'qi"], '日期')
  await expect(field.text.locator('th').first()).toHaveText('日期')
  await expect(field.value).toContainText('日期</th>')
})

test('the toolbar is worked by keys alone, and Escape closes one thing at a time', async ({ shell, page }) => {
  const field = await RichText.open(shell, page)
  await field.clear()
  await page.keyboard.type('键盘')
  await page.keyboard.press('Shift+Home')
  await page.keyboard.press('Shift+Tab')
  await expect(field.tool('撤销')).toBeFocused()
  await page.keyboard.press('End')
  await expect(field.tool('全屏')).toBeFocused()
  await page.keyboard.press('Enter')
  // Full screen is for writing: the focus goes into the text, and back to the tools from there.
  await expect(field.text).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await expect(field.tool('退出全屏')).toBeFocused()
  await page.keyboard.press('Home')
  for (let step = 0; step < 4; step += 1) await page.keyboard.press('ArrowRight')
  await expect(field.tool('字体')).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitemradio', { name: '默认字体' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menuitemradio', { name: '默认字体' })).toHaveCount(0)
  await expect(field.tool('退出全屏')).toBeVisible()
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(field.value).toContainText(/font-family: [^"]*">键盘/)
  await page.keyboard.press('Control+f')
  await expect(page.getByRole('textbox', { name: '查找' })).toBeFocused()
  await expect(page.getByRole('textbox', { name: '查找' })).toHaveValue('键盘')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('search')).toHaveCount(0)
  await expect(field.tool('退出全屏')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(field.tool('全屏')).toBeVisible()
})

test('a picture comes where it is dropped, other files are refused in words, and none leads away from the page', async ({
  shell,
  page,
}) => {
  const field = await RichText.open(shell, page)
  await field.clear()
  await page.keyboard.type('第一行')
  await page.keyboard.press('Enter')
  await page.keyboard.type('第二行')
  const line = await field.text.locator('p').first().boundingBox()
  const png = [...twoColours(40, 20, RED, BLUE)]
  /** Whether the page took it: the browser would go to the file otherwise. */
  const drop = (name: string, type: string, bytes: number[], at: { x: number; y: number }): Promise<boolean> =>
    page.evaluate(
      ({ name, type, bytes, at }) => {
        const dataTransfer = new DataTransfer()
        dataTransfer.items.add(new File([new Uint8Array(bytes)], name, { type }))
        const place = { clientX: at.x, clientY: at.y, bubbles: true, cancelable: true }
        const event = new DragEvent('drop', { ...place, dataTransfer })
        return !document.elementFromPoint(at.x, at.y)?.dispatchEvent(event)
      },
      { name, type, bytes, at },
    )
  const start = { x: (line?.x ?? 0) + 1, y: (line?.y ?? 0) + 10 }
  expect(await drop('图.png', 'image/png', png, start)).toBe(true)
  await expect(field.value).toContainText(/^<p><img src="\/[^"]+\.png" alt="" style="max-width: 100%">第一行<\/p>/)
  expect(await drop('通知.docx', '', [1], start)).toBe(true)
  await expect(shell.toast('正文只能直接插入图片，未插入：通知.docx')).toBeVisible()
  const bar = await field.tool('加粗').boundingBox()
  expect(await drop('图.png', 'image/png', png, { x: (bar?.x ?? 0) + 4, y: (bar?.y ?? 0) + 4 })).toBe(true)
  await expect(field.value).toHaveText(/^<p><img [^<>]+>第一行<\/p>\s*<p>第二行<\/p>$/)
})
