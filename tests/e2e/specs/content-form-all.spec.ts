import { expect, test } from '../fixtures.ts'
import { columnOfAllTypes, ContentForm, entryOf } from '../pages/contentForm.ts'
import { question } from '../pages/templates.ts'
import { violations } from '../pages/violations.ts'

test('an entry of all field types is written, published, found after a reload, and shown [B-037] [B-042] [B-156] [B-157] [B-158] [B-159] [B-160] [B-161]', async ({
  shell,
  page,
  remote,
}) => {
  test.slow()
  const classId = await columnOfAllTypes(remote)
  await page.goto(new URL(`/admin/model_manage/${classId}`, page.url()).href)
  const form = new ContentForm(page)
  await page.getByRole('main').getByRole('button', { name: '新增', exact: true }).click()
  await expect(form.dialog).toBeVisible()
  expect(await form.dialog.evaluate((each) => each.getBoundingClientRect().width / window.innerWidth)).toBeCloseTo(
    0.7,
    1,
  )

  await form.button('保存并发布').click()
  await expect(shell.toast('请添加数据')).toBeVisible()
  await expect(form.text('标题')).toBeFocused()
  await form.text('标题').fill('全部类型的一篇')
  await form.dialog.getByRole('radio', { name: '女' }).check()
  await form.group('工作性质').getByRole('checkbox', { name: '全职' }).check()
  await form.group('工作性质').getByRole('checkbox', { name: '实习' }).check()
  await form.dialog.getByRole('combobox', { name: '学历' }).click()
  await page.getByRole('option', { name: '本科' }).click()
  await form.dialog.getByRole('combobox', { name: '工作年限' }).click()
  await page.getByRole('menuitemcheckbox', { name: '1–3 年' }).click()
  await page.getByRole('menuitemcheckbox', { name: '3–5 年' }).click()
  await page.keyboard.press('Tab')
  await form.group('地区').getByRole('button', { name: '选择地区' }).click()
  await page.getByRole('menuitem', { name: '河北省' }).click()
  await page.getByRole('menuitem', { name: '石家庄市' }).click()
  await expect(form.group('地区')).toContainText('河北省 / 石家庄市')
  await form.text('摘要').fill('第一行\n第二行')
  await form.group('正文').locator('[contenteditable=true]').click()
  await page.keyboard.type('正文的第一段')
  await form.group('时间').getByRole('combobox', { name: '时间日期' }).fill('2026-03-01')
  await page.keyboard.press('Tab')
  await form.group('时间').getByLabel('时间时间').fill('09:30:15')
  await form.group('日期').getByRole('combobox', { name: '日期' }).fill('2026-03-02')
  await page.keyboard.press('Tab')
  await form.web('封面', '图片', 'https://example.com/a.png')
  await form.web('影片', '视频', 'https://example.com/a.mp4')
  await form.web('附件', '文件', 'https://example.com/a.pdf')
  await form.web('图集', '图片', 'https://example.com/b.png')
  await form.web('影集', '视频', 'https://example.com/b.mp4')
  await form.web('文件集', '文件', 'https://example.com/b.pdf')

  await form.group('相关内容').getByRole('button', { name: '选择内容' }).click()
  const picker = page.getByRole('dialog', { name: '选择相关内容' })
  await expect(picker.getByRole('row')).toHaveCount(11)
  const boxes = picker.getByRole('checkbox', { name: /^选择 / })
  await boxes.nth(0).check()
  await boxes.nth(1).check()
  await picker.getByRole('button', { name: '确定', exact: true }).click()
  const chips = form.dialog.getByRole('list', { name: '已选相关内容' }).getByRole('listitem')
  await expect(chips).toHaveCount(2)
  const [first] = await chips.allTextContents()
  await chips.nth(0).getByRole('button').first().press('Alt+ArrowRight')
  await expect(chips.nth(1)).toHaveText(first ?? '')

  expect(await violations(page)).toEqual([])
  await form.save('保存并发布')
  await expect(shell.toast('保存成功')).toBeVisible()
  await page.reload()
  await page.getByRole('button', { name: '编辑 全部类型的一篇' }).click()
  await expect(form.text('标题')).toHaveValue('全部类型的一篇')
  await expect(form.dialog.getByRole('radio', { name: '女' })).toBeChecked()
  await expect(form.group('正文').locator('[contenteditable=true]')).toHaveText('正文的第一段')
  await expect(form.group('时间').getByLabel('时间时间')).toHaveValue('09:30:15')
  await expect(chips).toHaveCount(2)
  await form.group('相关内容').getByRole('button', { name: '清空' }).click()
  await expect(question(page)).toContainText('确认清空数据？')
  await question(page).getByRole('button', { name: '取消' }).click()

  expect(await entryOf(remote, classId, '全部类型')).toMatchObject({
    isStatus: true,
    sex: '女',
    kinds: '全职,实习',
    degree: '本科',
    years: '1–3 年,3–5 年',
    area: expect.stringMatching(/^\d+,\d+$/),
    note: '第一行\n第二行',
    time: '2026-03-01 09:30:15',
    day: '2026-03-02',
    photo: 'https://example.com/a.png',
    video: 'https://example.com/a.mp4',
    file: 'https://example.com/a.pdf',
    photos: expect.stringContaining('https://example.com/b.png'),
    related: expect.stringMatching(/^\d+,\d+$/),
  })

  await form.button('取消').click()
  await expect(form.dialog).toHaveCount(0)
})
