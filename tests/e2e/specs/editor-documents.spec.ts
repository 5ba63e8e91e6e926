import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '../fixtures.ts'
import { RichText } from '../pages/richText.ts'
import { violations } from '../pages/violations.ts'

const fixture = (name: string): string =>
  readFileSync(join(import.meta.dirname, '../../fixtures/html', `${name}.html`), 'utf8')

test('the numbers of an official document stay what they are, and hidden parts stay out', async ({
  shell,
  page,
}, info) => {
  const field = await RichText.open(shell, page)
  await field.clear()
  await field.paste({ html: fixture('word-lists') })
  await expect(field.text.locator('h1')).toHaveText('第三章　附则')
  const lists = await field.text
    .locator('ol')
    .evaluateAll((all) =>
      all.map((list) => [getComputedStyle(list).listStyleType, list.getAttribute('start') ?? '1'].join(' ')),
    )
  expect(lists.slice(0, 4)).toEqual([
    'simp-chinese-informal 1',
    'simp-chinese-informal 2',
    'simp-chinese-informal 3',
    'decimal 4',
  ])
  for (const line of ['（三）验收', '第二条　本办法适用于本市。', '① 资料', '1.1.1 子条款'])
    await expect(field.text.getByText(line)).toBeVisible()
  await page.getByRole('button', { name: '全屏', exact: true }).click()
  await field.text.evaluate((element) => element.parentElement?.scrollTo(0, 0))
  await page.screenshot({ path: info.outputPath('编号.png'), animations: 'disabled' })
  await page.getByRole('button', { name: '退出全屏', exact: true }).click()

  await field.clear()
  await field.paste({ html: '<p>看得见<span style="display:none">秘密</span></p>' })
  await expect(
    page.locator('.fui-Toast').getByText('粘贴的内容中有 1 处隐藏文字、已删除的修订或批注，未粘贴'),
  ).toBeVisible()
  await expect(field.value).toHaveText('<p>看得见</p>')
})

test('an archived text says what it will lose before it is touched, and changes nothing until then', async ({
  shell,
  page,
}, info) => {
  const old =
    '<p><strong style="color:#c00000;font-size:24px">标题</strong></p><table width="100%" border="1"><caption>表一</caption><tr><td>甲</td></tr></table>' +
    '<iframe src="https://example.com/"></iframe><div style="display:none"><a href="https://example.com/">六合彩</a></div>'
  const field = await RichText.open(shell, page)
  await field.clear()
  await page.getByRole('button', { name: '源码' }).click()
  await page.getByRole('textbox', { name: '正文 源码' }).focus()
  await page.keyboard.insertText(old)
  await expect(field.value).toHaveText(old)
  await page.getByRole('button', { name: '源码' }).click()
  await expect(page.getByText(/读者看不见的文字：“六合彩”/)).toBeVisible()
  await expect(page.getByText(/正文不允许的部分：嵌入的网页、视频或插件/)).toBeVisible()
  await expect(field.value).toHaveText(old)
  await page.screenshot({ path: info.outputPath('提示.png'), animations: 'disabled' })
  await field.text.getByText('标题').click()
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('End')
  await page.keyboard.type('改')
  await expect(field.value).toContainText(
    '<span style="color: #c00000; font-size: 24px"><strong>标题改</strong></span>',
  )
  await page.keyboard.press('Control+z')
  await expect(field.value).toHaveText(old)
  await page.getByRole('button', { name: '删除隐藏文字' }).click()
  await expect(field.value).not.toContainText('六合彩')
  await page.getByRole('button', { name: '继续编辑' }).click()
  await expect(page.getByText(/正文不允许的部分/)).toHaveCount(0)
})

test('a pasted picture asks what it shows, and no more once that is said', async ({ shell, page }, info) => {
  const field = await RichText.open(shell, page)
  await field.clear()
  await field.paste({
    png: 'iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAEklEQVR4nGP4z8DAwMDAAMJQCgAb9AP9Tc4C2AAAAABJRU5ErkJggg==',
  })
  const ask = page.getByRole('button', { name: '补充替代文字' })
  await expect(ask).toBeVisible()
  await page.screenshot({ path: info.outputPath('图片.png'), animations: 'disabled' })
  await ask.click()
  await page.getByRole('textbox', { name: '替代文字' }).fill('港口的早晨')
  await page.screenshot({ path: info.outputPath('替代文字.png'), animations: 'disabled' })
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect(ask).toHaveCount(0)
  await expect(field.value).toContainText('alt="港口的早晨"')
})
