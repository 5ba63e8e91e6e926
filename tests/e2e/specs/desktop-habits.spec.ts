import { expect, test } from '../fixtures.ts'
import { columnOfAllTypes, ContentForm } from '../pages/contentForm.ts'
import { Library, pdf } from '../pages/library.ts'

test.use({ firstRun: false })

test('a file is dragged out of the library by an address that the browser fetches', async ({ shell: _in, page }) => {
  const library = new Library(page)
  await library.open()
  await library.tab('文件')
  const report = pdf('年报 2026.pdf', ['one'])
  await library.upload('文件', report)
  const handle = library.file('年报 2026.pdf').getByText('年报 2026.pdf')
  const prepared = page.waitForResponse((answer) => answer.request().postData()?.includes('dragOut.prepare') ?? false)
  await handle.dispatchEvent('pointerdown', { button: 0 })
  await prepared
  const dataTransfer = await page.evaluateHandle(() => new DataTransfer())
  await expect(async () => {
    await handle.dispatchEvent('dragstart', { dataTransfer })
    expect(await dataTransfer.evaluate((data) => data.getData('DownloadURL'))).not.toBe('')
  }).toPass()
  const carried = await dataTransfer.evaluate((data) => data.getData('DownloadURL'))
  const [, fileName, address] = /^application\/octet-stream:([^:]+):(.+)$/.exec(carried) ?? []
  expect(fileName).toBe('年报 2026.pdf')
  const fetched = await page.evaluate(async (url) => (await fetch(url)).text(), address ?? '')
  expect(fetched).toBe(report.buffer.toString('latin1'))
})

test('spelling is checked where words for readers are written, and nowhere else', async ({ shell, page, remote }) => {
  const checks = (element: HTMLElement): boolean => element.spellcheck
  await shell.open('站点列表')
  expect(await page.getByRole('searchbox', { name: '搜索站点名称或标识符' }).evaluate(checks)).toBe(false)
  const classId = await columnOfAllTypes(remote)
  await page.goto(new URL(`/admin/model_manage/${classId}`, page.url()).href)
  await page.getByRole('main').getByRole('button', { name: '新增', exact: true }).click()
  const form = new ContentForm(page)
  for (const label of ['标题', '摘要', '正文']) expect(await form.text(label).evaluate(checks), label).toBe(true)
})
