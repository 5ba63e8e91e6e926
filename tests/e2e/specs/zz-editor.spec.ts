import { test } from '../fixtures.ts'
import { RichText } from '../pages/richText.ts'

test('looks', async ({ shell, page }) => {
  test.setTimeout(400_000)
  for (const theme of ['浅色', '深色'] as const) {
    await shell.setTheme(theme)
    const field = await RichText.open(shell, page)
    await page.setViewportSize({ width: 1280, height: 800 })
    await field.clear()
    await field.paste({ html: '<h2>标题</h2><p>前<img src="/files/nix.png" alt=""> <video src="/files/x.mp4" controls></video> <video src="https://example.com/很长的地址很长的地址很长的地址很长的地址很长的地址很长的地址很长的地址很长的地址/b.mp4"></video> <audio src="/files/a.mp3"></audio></p><blockquote>引用</blockquote><pre>代码</pre><hr><p>末</p>' })
    await field.text.locator('blockquote').click()
    await field.paste({ png: 'AAAA' })
    await page.waitForTimeout(4000)
    await page.screenshot({ path: `/tmp/editor-shots/${theme}-1.png` })
    await page.keyboard.press('Control+f')
    await page.keyboard.type('末')
    await field.tool('全屏').click()
    await page.setViewportSize({ width: 1920, height: 1080 })
    await field.text.locator('p').last().click()
    await field.tool('引用').click()
    await page.screenshot({ path: `/tmp/editor-shots/${theme}-2.png` })
    await field.tool('引用').click()
    await field.tool('表格').click()
    await page.getByRole('menuitem', { name: '插入 3 行 3 列的表格' }).click()
    await field.tool('表格').click()
    await page.screenshot({ path: `/tmp/editor-shots/${theme}-3.png` })
    await page.keyboard.press('Escape')
    await field.tool('链接').click()
    await page.screenshot({ path: `/tmp/editor-shots/${theme}-4.png` })
    await page.keyboard.press('Escape')
    await field.tool('退出全屏').click()
  }
})
