import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import iconv from 'iconv-lite'
import { zipOf } from '#tests/builders/zip.ts'
import { expect, test as base } from '../fixtures.ts'
import { DEMO, question, Templates } from '../pages/templates.ts'

const test = base.extend<{ templates: Templates }>({
  templates: async ({ shell, page }, use) => {
    const templates = new Templates(page)
    await shell.open('模板列表')
    await templates.openManager()
    await use(templates)
  },
})

test('the list shows the demo template with cover, name, folder and time', async ({ shell, page }) => {
  const templates = new Templates(page)
  await shell.open('模板列表')
  const row = templates.row(DEMO.name)
  await expect(row).toContainText(DEMO.folder)
  await expect(row).toContainText(/\d{4}-\d{2}-\d{2} \d{2}:\d{2}/)
  await expect(row.getByRole('img', { name: `${DEMO.name} 的封面` })).toHaveJSProperty('complete', true)
})

test('walks folders by double-click, by the breadcrumb and back', async ({ templates }) => {
  await templates.enter('vendor')
  await templates.enter('jquery')
  await expect(templates.file('jquery.min.js')).toBeVisible()
  await templates.manager.getByRole('button', { name: '返回上一级' }).click()
  await expect(templates.file('jquery')).toBeVisible()
  await templates.manager.getByRole('button', { name: DEMO.folder, exact: true }).click()
  await expect(templates.file('index.html')).toBeVisible()
})

test('offers rename below the root only, unzip for zips only, download for files only', async ({ templates }) => {
  await expect(templates.action('重命名', 'index.html')).toHaveCount(0)
  await expect(templates.action('下载', 'index.html')).toBeVisible()
  await expect(templates.action('下载', 'css')).toHaveCount(0)
  await expect(templates.action('解压', 'index.html')).toHaveCount(0)
  await templates.enter('css')
  await expect(templates.action('重命名', 'stylish-portfolio.css')).toBeVisible()
})

test('makes a file and a folder, renames, and deletes after asking [A-007] [A-297] @smoke', async ({
  templates,
  shell,
  page,
  remote,
}) => {
  await templates.manager.getByRole('button', { name: '新建文件夹' }).click()
  const dialog = page.getByRole('dialog', { name: '新建文件夹' })
  await dialog.getByRole('textbox').focus()
  await dialog.getByRole('textbox').blur()
  await expect(dialog).toContainText('请输入名称')
  await dialog.getByRole('textbox').fill('活动页')
  await page.keyboard.press('Enter')
  await expect(dialog).toBeHidden()
  await templates.enter('活动页')

  await templates.manager.getByRole('button', { name: '新建文件', exact: true }).click()
  await page.getByRole('dialog', { name: '新建文件' }).getByRole('textbox').fill('a.html')
  await page.keyboard.press('Enter')
  await templates.action('重命名', 'a.html').click()
  await page.getByRole('dialog', { name: '重命名' }).getByRole('textbox').fill('b.html')
  await page.keyboard.press('Enter')
  await expect(shell.toast('更新成功')).toBeVisible()
  await expect(templates.file('b.html')).toBeVisible()
  expect(await remote.list(`${DEMO.folder}/活动页`)).toEqual(['b.html'])

  await templates.action('删除', 'b.html').click()
  await expect(question(page)).toContainText('删除')
  await expect(question(page)).toContainText('文件删除后不可恢复 是否继续?')
  await question(page).getByRole('button', { name: '取消' }).click()
  await expect(templates.file('b.html')).toBeVisible()
  await templates.action('删除', 'b.html').click()
  await question(page).getByRole('button', { name: '确定' }).click()
  await expect(shell.toast('删除成功')).toBeVisible()
  expect(await remote.list(`${DEMO.folder}/活动页`)).toEqual([])
})

test('downloads the very bytes', async ({ templates, page, app }) => {
  await templates.enter('img')
  const download = page.waitForEvent('download')
  await templates.action('下载', 'portfolio-1.jpg').click()
  const saved = await (await download).path()
  const kept = readFileSync(join(import.meta.dirname, '../../../resources/templates/portfolio/img/portfolio-1.jpg'))
  expect(readFileSync(saved).equals(kept)).toBe(true)
  expect(app.said.join('\n')).not.toContain('Error')
})

test('uploads several files; refuses a wrong type with the exact message', async ({
  templates,
  home,
  shell,
  remote,
}) => {
  for (const name of ['one.css', 'two.js', 'three.exe']) writeFileSync(join(home, name), `/* ${name} */`)
  await templates.upload(join(home, 'one.css'), join(home, 'two.js'), join(home, 'three.exe'))
  const uploads = templates.manager.getByRole('region', { name: '上传' })
  await expect(shell.toast(/请上传 .*css.* 的格式!/)).toBeVisible()
  await expect(uploads).toContainText('上传 2 / 2')
  await expect(templates.file('one.css')).toBeVisible()
  expect(await remote.read(DEMO.folder, 'two.js')).toBe('/* two.js */')
})

test('unzips a zip made on a Chinese Windows: names in GBK come out right [A-298]', async ({
  templates,
  home,
  shell,
  remote,
}) => {
  const zip = zipOf([{ name: iconv.encode('新闻中心.html', 'gbk'), content: '<p>中文</p>' }])
  writeFileSync(join(home, 'gbk.zip'), zip)
  await templates.upload(join(home, 'gbk.zip'))
  await templates.action('解压', 'gbk.zip').click()
  await expect.poll(() => remote.list(DEMO.folder)).toContain('新闻中心.html')
  await expect(shell.toast('操作成功').first()).toBeVisible()
})

test('unzips a zip made on a Windows of Taiwan: asks with the names as each encoding reads them', async ({
  templates,
  home,
  page,
  remote,
}) => {
  const names = ['關於我們.html', '成功案例.html', '許可證.html']
  const zip = zipOf(names.map((name) => ({ name: iconv.encode(name, 'big5'), content: '<p>中文</p>' })))
  writeFileSync(join(home, 'big5.zip'), zip)
  await templates.upload(join(home, 'big5.zip'))
  await templates.action('解压', 'big5.zip').click()
  const dialog = page.getByRole('alertdialog', { name: '选择文件名编码' })
  await dialog.getByRole('radio', { name: /Big5.*關於我們\.html.*許可證\.html/ }).check()
  await dialog.getByRole('button', { name: '解压' }).click()
  await expect(dialog).toHaveCount(0)
  expect(await remote.list(DEMO.folder)).toEqual(expect.arrayContaining(names))
})

test('works by keyboard alone: enter, up, delete', async ({ templates, page }) => {
  await templates.file('css').focus()
  await page.keyboard.press('Enter')
  await expect(templates.file('stylish-portfolio.css')).toBeVisible()
  await page.keyboard.press('Backspace')
  await expect(templates.file('index.html')).toBeVisible()
  await templates.file('index.html').focus()
  await page.keyboard.press('Delete')
  await expect(question(page)).toContainText('文件删除后不可恢复 是否继续?')
  await page.keyboard.press('Escape')
  await expect(templates.file('index.html')).toBeVisible()
})

test('other files than css, js and html do not open', async ({ templates, page }) => {
  await templates.enter('img')
  await templates.file('portfolio-1.jpg').dblclick()
  await expect(question(page)).toContainText('提示')
  await expect(question(page)).toContainText('文件格式不能打开')
})
