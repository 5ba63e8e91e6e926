import { expect, test } from '../fixtures.ts'
import { columnOfAllTypes, ContentForm, entryOf } from '../pages/contentForm.ts'

test('two windows on a new entry keep what each writes, and a crash of both gives both back', async ({
  shell: _signedIn,
  page,
  remote,
  context,
}) => {
  test.slow()
  const classId = await columnOfAllTypes(remote)
  const address = new URL(`/admin/model_manage/${classId}`, page.url()).href
  const [one, two] = [page, await context.newPage()]
  const add = (at: typeof page) => at.getByRole('main').getByRole('button', { name: '新增', exact: true })
  await one.goto(address)
  await add(one).click()
  await new ContentForm(one).text('标题').fill('第一个窗口')
  await expect.poll(() => new ContentForm(one).kept(classId)).toContain('第一个窗口')

  // What is being written in a window is offered in no other.
  await two.goto(address)
  await add(two).click()
  await new ContentForm(two).text('标题').fill('第二个窗口')
  const both = async (): Promise<string> => new ContentForm(two).kept(classId)
  await expect.poll(both).toContain('第二个窗口')
  expect(await both()).toContain('第一个窗口')

  // Saving in one leaves the other's alone.
  await new ContentForm(two).save('保存到草稿')
  await add(two).click()
  await new ContentForm(two).text('标题').fill('第三篇')
  await expect.poll(both).toContain('第三篇')
  expect(await both()).toContain('第一个窗口')

  await two.close({ runBeforeUnload: false })
  one.on('dialog', (dialog) => void dialog.accept())
  await one.reload()
  await add(one).click()
  await expect(one.getByText(/另有 1 份未保存的内容/)).toBeVisible()
  await expect(one.getByText('第三篇')).toBeVisible()
  await one.getByRole('button', { name: '恢复', exact: true }).click()
  await expect(new ContentForm(one).text('标题')).toHaveValue('第三篇')
  await new ContentForm(one).save('保存到草稿')
  await add(one).click()
  await one.getByRole('button', { name: '恢复', exact: true }).click()
  await expect(new ContentForm(one).text('标题')).toHaveValue('第一个窗口')
  await new ContentForm(one).save('保存到草稿')
  await add(one).click()
  await expect(new ContentForm(one).text('标题')).toHaveValue('')
  for (const title of ['第一个窗口', '第二个窗口', '第三篇'])
    expect(await entryOf(remote, classId, title)).toMatchObject({ title })
})

test('Ctrl+S saves without leaving an input, a time is of 24 hours in English too, and a slow save takes nothing', async ({
  shell,
  page,
  remote,
}) => {
  test.slow()
  const classId = await columnOfAllTypes(remote)
  await page.goto(new URL(`/admin/model_manage/${classId}`, page.url()).href)
  const form = new ContentForm(page)
  const add = page.getByRole('main').getByRole('button', { name: '新增', exact: true })
  await add.click()
  await form.text('标题').fill('用键盘保存')
  const clock = form.group('时间').getByRole('textbox', { name: '时间时间' })
  await clock.fill('2130')
  await form.group('日期').getByRole('combobox', { name: '日期' }).focus()
  await page.keyboard.type('2026-3-2')
  await page.keyboard.press('Control+s')
  await expect(form.dialog).toHaveCount(0)
  expect(await entryOf(remote, classId, '用键盘保存')).toMatchObject({
    isStatus: false,
    day: '2026-03-02',
    time: expect.stringMatching(/ 21:30:00$/),
  })

  await page.getByRole('button', { name: '编辑 用键盘保存' }).click()
  await expect(clock).toHaveValue('21:30:00')
  // The server is slow, and the person writes on.
  let go = (): void => undefined
  const held = new Promise<void>((resolve) => (go = resolve))
  await page.route('**/invoke', async (route) => {
    if ((route.request().postData() ?? '').includes('"content.save"')) await held
    await route.continue()
  })
  const body = form.group('正文').locator('[contenteditable=true]')
  await body.click()
  await page.keyboard.type('先写的')
  const sent = page.waitForRequest((request) => (request.postData() ?? '').includes('"content.save"'))
  const heightOf = async () => (await form.button('保存并发布').boundingBox())?.height
  const atRest = await heightOf()
  await page.keyboard.press('Control+s')
  await sent
  // The spinner has room beside the text.
  await expect(form.button('保存并发布').locator('.fui-Spinner')).toBeVisible()
  expect(await heightOf()).toBe(atRest)
  await page.keyboard.type('，后写的')
  go()
  await expect(shell.toast(/保存期间的修改尚未保存/)).toBeVisible()
  await expect(body).toHaveText('先写的，后写的')
  await page.unroute('**/invoke')
  // The button holds for a moment after each save.
  await expect(form.button('保存并发布')).not.toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('Control+s')
  await expect(form.dialog).toHaveCount(0)
  expect(await entryOf(remote, classId, '用键盘保存')).toMatchObject({ version: 3 })
})

test('text typed into an entry that another window deletes is saved: back from the bin, or as a new one', async ({
  shell: _signedIn,
  page,
  remote,
}) => {
  const classId = await columnOfAllTypes(remote)
  const path = `api/cebest-cms/content/${classId}`
  const fieldList = [{ fieldName: 'title', fieldValue: '会被删除' }]
  const { data } = await remote.post(`${path}/save`, { classId, id: 0, isStatus: false, fieldList })
  const { id } = data as { id: number }
  const remove = (final: boolean) => remote.post(`${path}/deleteByIdList`, { classId, idList: [{ id }], final })
  const form = new ContentForm(page)
  await page.goto(new URL(`/admin/model_manage/${classId}`, page.url()).href)
  await page.getByRole('button', { name: '编辑 会被删除' }).click()
  await form.text('标题').fill('改过一次')
  await remove(false)
  await form.button('保存到草稿').click()
  await page.getByRole('button', { name: '还原并保存' }).click()
  await expect(form.dialog).toHaveCount(0)
  expect(await entryOf(remote, classId, '改过一次')).toMatchObject({ id })

  await page.getByRole('button', { name: '编辑 改过一次' }).click()
  await form.text('标题').fill('改过两次')
  await remove(true)
  await form.button('保存到草稿').click()
  await page.getByRole('button', { name: '另存为新内容' }).click()
  await expect(form.dialog).toHaveCount(0)
  expect((await entryOf(remote, classId, '改过两次'))['id']).not.toBe(id)
})
